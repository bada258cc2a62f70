// A small symmetric RPC: either side asks the other and answers it. Every
// request settles once: by its answer, or by `close`.
import type { Port } from "./port.ts";
import {
  fromWireError,
  isPlainObject,
  isRemoteIterable,
  isWireHandle,
  toWireError,
  type WireError,
  type WireHandle,
} from "./wire.ts";

type Request = { kind: "request"; id: number; target: number; method: string; args: unknown[] };
type Answer = { kind: "answer"; id: number; value: unknown };
type Failure = { kind: "failure"; id: number; error: WireError };
type Abort = { kind: "abort"; handle: number };
type Message = Request | Answer | Failure | Abort;

/** Answers the requests to this side's root. */
export type Expose = (method: string, args: unknown[]) => unknown;

/** Target of requests that are not about a handle. */
const root = 0;
/** Items of an iterable that cross together. */
const batchItems = 256;
const batchBytes = 1024 * 1024;

type Pending = { resolve: (value: unknown) => void; reject: (error: Error) => void };
type Local = { answer: (method: string, args: unknown[]) => unknown; release: () => void };

export class Peer {
  readonly #port: Port;
  readonly #expose: Expose;
  readonly #pending = new Map<number, Pending>();
  readonly #locals = new Map<number, Local>();
  readonly #remoteSignals = new Map<number, AbortController>();
  #lastId = 0;
  #closed: Error | undefined;

  constructor(port: Port, expose: Expose) {
    this.#port = port;
    this.#expose = expose;
    port.listen((message) => this.#receive(message as Message));
  }

  /** Asks the other side. Handles of the arguments live until the answer, or for ever with `keep`. */
  async request(method: string, args: readonly unknown[], keep = false): Promise<unknown> {
    return this.#ask(root, method, args, keep);
  }

  /** Rejects everything under way and to come. */
  close(reason: Error): void {
    this.#closed ??= reason;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const { reject } of pending) reject(this.#closed);
    for (const { release } of this.#locals.values()) release();
    this.#locals.clear();
    for (const controller of this.#remoteSignals.values()) controller.abort();
    this.#remoteSignals.clear();
  }

  async #ask(target: number, method: string, args: readonly unknown[], keep: boolean): Promise<unknown> {
    if (this.#closed) throw this.#closed;
    this.#lastId += 1;
    const id = this.#lastId;
    const handles: number[] = [];
    try {
      const wire = args.map((arg) => this.#encode(arg, handles));
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject });
        this.#post({ kind: "request", id, target, method, args: wire }, streamsIn(wire));
      });
    } finally {
      this.#pending.delete(id);
      if (!keep) for (const handle of handles) this.#release(handle);
    }
  }

  #post(message: Message, transfer: Transferable[] = []): void {
    this.#port.post(message, transfer);
  }

  #receive(message: Message): void {
    if (this.#closed) return;
    switch (message.kind) {
      case "answer":
        this.#pending.get(message.id)?.resolve(message.value);
        break;
      case "failure":
        this.#pending.get(message.id)?.reject(fromWireError(message.error));
        break;
      case "abort":
        this.#remoteSignals.get(message.handle)?.abort();
        break;
      case "request":
        void this.#answer(message);
    }
  }

  async #answer({ id, target, method, args }: Request): Promise<void> {
    const signals: number[] = [];
    try {
      const decoded = args.map((arg) => this.#decode(arg, signals));
      const local = this.#locals.get(target);
      if (target !== root && !local) throw new Error("the handle was released");
      const value = await (local ? local.answer(method, decoded) : this.#expose(method, decoded));
      if (this.#closed) return;
      this.#post({ kind: "answer", id, value }, buffersIn(value));
    } catch (error) {
      if (!this.#closed) this.#post({ kind: "failure", id, error: toWireError(error) });
    } finally {
      for (const handle of signals) this.#remoteSignals.delete(handle);
    }
  }

  #encode(value: unknown, handles: number[]): unknown {
    if (typeof value === "function") return this.#keepFunction(value as (...args: unknown[]) => unknown, handles);
    if (value instanceof AbortSignal) return this.#keepSignal(value, handles);
    if (isRemoteIterable(value)) return this.#keepIterable(value, handles);
    if (!isPlainObject(value)) return compact(value);
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#encode(each, handles)]));
  }

  #keep(kind: WireHandle["kind"], local: Local, handles: number[]): WireHandle {
    this.#lastId += 1;
    this.#locals.set(this.#lastId, local);
    handles.push(this.#lastId);
    return { sondeHandle: this.#lastId, kind };
  }

  #keepFunction(use: (...args: unknown[]) => unknown, handles: number[]): WireHandle {
    return this.#keep("function", { answer: (_, args) => use(...args), release: () => {} }, handles);
  }

  #keepSignal(signal: AbortSignal, handles: number[]): WireHandle {
    const abort = () => this.#post({ kind: "abort", handle: handle.sondeHandle });
    const local: Local = { answer: () => {}, release: () => signal.removeEventListener("abort", abort) };
    const handle = this.#keep("signal", local, handles);
    signal.addEventListener("abort", abort, { once: true });
    return { ...handle, aborted: signal.aborted };
  }

  #keepIterable(items: AsyncIterable<unknown> | Iterable<unknown>, handles: number[]): WireHandle {
    const iterator =
      Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : toAsync(items)[Symbol.asyncIterator]();
    const end = async () => void (await iterator.return?.());
    const answer = (method: string) => (method === "next" ? nextItems(iterator) : end());
    return this.#keep("iterable", { answer, release: () => void end().catch(() => {}) }, handles);
  }

  #release(handle: number): void {
    this.#locals.get(handle)?.release();
    this.#locals.delete(handle);
  }

  #decode(value: unknown, signals: number[]): unknown {
    if (isWireHandle(value)) return this.#remote(value, signals);
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, this.#decode(each, signals)]));
  }

  #remote({ sondeHandle, kind, aborted }: WireHandle, signals: number[]): unknown {
    if (kind === "function") return (...args: unknown[]) => this.#ask(sondeHandle, "call", args, false);
    if (kind === "iterable") return this.#remoteItems(sondeHandle);
    const controller = new AbortController();
    if (aborted) controller.abort();
    this.#remoteSignals.set(sondeHandle, controller);
    signals.push(sondeHandle);
    return controller.signal;
  }

  async *#remoteItems(handle: number): AsyncGenerator<unknown> {
    let ended = false;
    try {
      while (!ended) {
        const { items, done, error } = (await this.#ask(handle, "next", [], false)) as ItemBatch;
        ended = done;
        yield* items;
        if (error) throw fromWireError(error);
      }
    } finally {
      if (!ended && !this.#closed) await this.#ask(handle, "return", [], false).catch(() => {});
    }
  }
}

type ItemBatch = { items: unknown[]; done: boolean; error?: WireError };

/** Takes items until a message is full. Those before a failure go with it. */
async function nextItems(iterator: AsyncIterator<unknown>): Promise<ItemBatch> {
  const items: unknown[] = [];
  let bytes = 0;
  try {
    while (items.length < batchItems && bytes < batchBytes) {
      const next = await iterator.next();
      if (next.done) return { items, done: true };
      const item = isPlainObject(next.value) ? { ...next.value, data: compact(next.value.data) } : compact(next.value);
      items.push(item);
      bytes += sizeOf(item);
    }
    return { items, done: false };
  } catch (error) {
    return { items, done: true, error: toWireError(error) };
  }
}

function sizeOf(item: unknown): number {
  const data = isPlainObject(item) ? item.data : item;
  if (typeof data === "string") return data.length;
  return ArrayBuffer.isView(data) ? data.byteLength : 0;
}

/** Cloning a view clones all of its buffer, so a small view of a large one is copied first. */
export function compact(value: unknown): unknown {
  if (!(value instanceof Uint8Array) || value.byteLength === value.buffer.byteLength) return value;
  return new Uint8Array(value);
}

/** The buffers that an answer hands over: bytes of its own, or a list of such in one of its fields. */
function buffersIn(value: unknown): Transferable[] {
  const found = isPlainObject(value) ? Object.values(value).filter(Array.isArray).flat() : [value];
  return found
    .filter((each): each is Uint8Array => each instanceof Uint8Array && each.byteLength === each.buffer.byteLength)
    .map((bytes) => bytes.buffer as ArrayBuffer);
}

function streamsIn(args: readonly unknown[]): Transferable[] {
  return args.filter(
    (arg): arg is ReadableStream => typeof ReadableStream !== "undefined" && arg instanceof ReadableStream,
  );
}

async function* toAsync(items: Iterable<unknown>): AsyncGenerator<unknown> {
  yield* items;
}
