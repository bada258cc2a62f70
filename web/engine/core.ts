// The one file that touches the WebAssembly boundary: requests go in through
// the upload buffer, responses are decoded before the next engine call, and no
// view of the heap leaves it.
import type { CoreEngine, SondeModule } from "../../wasm/module.d.ts";
import type { ErrorCode } from "../contract/errors.generated.ts";
import { SondeError } from "../contract/sonde-error.ts";
import type { ToolResult } from "../contract/types.ts";
import { maxPackedBytes, packFiles, type RawFile } from "./pack-files.ts";
import type { CallProgress } from "./types.ts";

type Failure = { error: { code: ErrorCode; message: string } };

/** A batch stopped at a refused entry. Entries before it are applied. */
export class PutError extends SondeError {
  /** Position of the refused entry in the batch, which is also how many were applied. */
  readonly index: number;

  constructor(code: ErrorCode, message: string, index: number) {
    super(code, message);
    this.index = index;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * A core engine and its heap. Every method throws SondeError; once the core has
 * trapped, every later call throws what it died of. Owned by the caller: `dispose`.
 */
export class Core {
  readonly #module: SondeModule;
  readonly #engine: CoreEngine;
  #death: SondeError | undefined;

  constructor(module: SondeModule) {
    this.#module = module;
    this.#engine = new module.Engine();
  }

  /** What the core died of, if it did: its memory can't be trusted any more. */
  get death(): SondeError | undefined {
    return this.#death;
  }

  get heapBytes(): number {
    return this.#module.HEAPU8.byteLength;
  }

  command<Response>(request: Record<string, unknown>): Response {
    const size = this.#uploadText(JSON.stringify(request));
    this.#guard(() => this.#engine.command(size));
    return this.#result<Response>();
  }

  /** Applies `files` in order. Throws PutError for a refused one. Returns the tree's revision. */
  putMany(files: readonly RawFile[]): number {
    const address = this.#upload(maxPackedBytes(files));
    const size = packFiles(files, this.#module.HEAPU8, address);
    this.#guard(() => this.#engine.putMany(size));
    const response = this.#response<{ revision: number; index?: number } & Partial<Failure>>();
    if (response.error) throw new PutError(response.error.code, response.error.message, response.index ?? 0);
    return response.revision;
  }

  /** A copy of the file's bytes. */
  bytes(path: string): Uint8Array {
    const size = this.#uploadText(path);
    if (this.#guard(() => this.#engine.bytes(size))) return this.#responseBytes().slice();
    return this.#result<Uint8Array>();
  }

  /** Starts a tool call over the tree as it is now. Returns its job, which `finish` frees. */
  start(request: Record<string, unknown>): number {
    const size = this.#uploadText(JSON.stringify(request));
    const job = this.#guard(() => this.#engine.start(size));
    if (job > 0) return job;
    this.#result<never>();
    throw this.#die(new Error("no job was started"));
  }

  /** True when there is more to do. */
  step(job: number, budgetBytes: number): boolean {
    return this.#guard(() => this.#engine.step(job, budgetBytes));
  }

  progress(job: number): CallProgress {
    this.#guard(() => this.#engine.progress(job));
    return this.#result<CallProgress>();
  }

  /** A copy of the matches of the job's value since the last call, packed; see grep-value.ts. */
  takeMatches(job: number): Uint8Array | undefined {
    this.#guard(() => this.#engine.takeMatches(job));
    const packed = this.#responseBytes();
    return packed.byteLength > 0 ? packed.slice() : undefined;
  }

  /** The outcome, without the matches of its value. */
  finish(job: number): ToolResult {
    this.#guard(() => this.#engine.finish(job));
    return this.#response<ToolResult>();
  }

  /** Stops a job and frees it. */
  cancel(job: number): void {
    this.#guard(() => {
      this.#engine.cancel(job);
      this.#engine.finish(job);
    });
  }

  dispose(): void {
    if (this.#death) return;
    this.#death = SondeError.of("ENGINE_DISPOSED");
    this.#engine.delete();
  }

  #upload(size: number): number {
    const address = this.#guard(() => this.#engine.upload(size));
    if (address === 0) throw SondeError.of("ENGINE_MEMORY", { detail: `there is no room to take in ${size} bytes` });
    return address;
  }

  #uploadText(text: string): number {
    // A UTF-16 unit takes at most three bytes of UTF-8.
    const room = text.length * 3;
    const address = this.#upload(room);
    return encoder.encodeInto(text, this.#module.HEAPU8.subarray(address, address + room)).written;
  }

  #responseBytes(): Uint8Array {
    const address = this.#engine.responseAddress();
    return this.#module.HEAPU8.subarray(address, address + this.#engine.responseSize());
  }

  #response<Response>(): Response {
    return this.#guard(() => JSON.parse(decoder.decode(this.#responseBytes())) as Response);
  }

  #result<Response>(): Response {
    const response = this.#response<Response & Partial<Failure>>();
    if (response.error) throw new SondeError(response.error.code, response.error.message);
    return response;
  }

  #guard<Value>(use: () => Value): Value {
    if (this.#death) throw this.#death;
    try {
      return use();
    } catch (cause) {
      throw this.#die(cause);
    }
  }

  // A trap leaves the heap in an unknown state, so nothing more is asked of it.
  #die(cause: unknown): SondeError {
    const reason = cause instanceof Error ? cause.message : `the core stopped (${String(cause)})`;
    const code = /memory|\boom\b/i.test(reason) ? "ENGINE_MEMORY" : "SEARCH_FAILED";
    this.#death = SondeError.of(code, { detail: reason });
    return this.#death;
  }
}
