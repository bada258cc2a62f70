// The worker's side: one engine, asked through a port.

import type { CallStamp, LocalEngine } from "../engine/local-engine.ts";
import type { EngineOptions, WasmSource } from "../engine/types.ts";
import { Peer } from "./peer.ts";
import type { Port } from "./port.ts";
import type { RemoteMethods, WireStamp, WireWasm } from "./protocol.ts";

/** Milliseconds between two reports of progress: a page can't draw more often. */
const progressIntervalMs = 16;

/** Answers the client at the other end of `port` for the life of the worker. */
export function serve(port: Port, createEngine: (options: EngineOptions) => Promise<LocalEngine>): void {
  let engine: LocalEngine | undefined;
  let toldOfDeath = false;

  const methods: Pick<RemoteMethods, "init" | "call" | "clear"> = {
    async init({ wasm, ...options }, onChange) {
      const created = await createEngine({ ...options, ...(wasm && { wasm: localWasm(wasm) }) });
      created.files.onChange(quietly(onChange));
      engine = created;
      const { tools, limits, version, notices } = created;
      return { tools, limits, version, notices };
    },
    call(name, args, options, stamp, onStart) {
      const { onProgress } = options;
      const local = onProgress ? { ...options, onProgress: throttled(quietly(onProgress)) } : options;
      return ready().callPacked(name, JSON.parse(args), local, localStamp(stamp, quietly(onStart)));
    },
    clear: () => ready().clear(),
  };

  function ready(): LocalEngine {
    if (!engine) throw new Error("the worker has no engine yet");
    return engine;
  }

  async function answer(method: string, args: unknown[]): Promise<unknown> {
    try {
      return await find(method)(...args);
    } finally {
      if (engine?.dead && !toldOfDeath) {
        toldOfDeath = true;
        // In a later task, so that this request's answer arrives first.
        setTimeout(() => void peer.request("dead", ["the core stopped"]).catch(() => {}));
      }
    }
  }

  function find(method: string): (...args: unknown[]) => unknown {
    const [part = "", name = ""] = method.split(".");
    const target: unknown = part === "files" || part === "metrics" ? ready()[part] : methods;
    const found: unknown = Reflect.get(target as object, name || part);
    if (typeof found !== "function") throw new Error(`the worker has no method ${method}`);
    return (...args) => found.apply(target, quietProgress(args));
  }

  const peer = new Peer(port, answer);
}

function localWasm(wasm: WireWasm): WasmSource {
  return "href" in wasm ? new URL(wasm.href) : wasm;
}

/** The client's time at the call, going on with this thread's clock. */
function localStamp({ now, id }: WireStamp, onStart: () => void): CallStamp {
  let start: number | undefined;
  return {
    now: () => {
      start ??= Date.now();
      return now + Date.now() - start;
    },
    randomId: () => id,
    onStart,
  };
}

/** A callback of the client's: what becomes of it is the client's concern. */
function quietly<Args extends unknown[]>(callback: (...args: Args) => unknown): (...args: Args) => void {
  return (...args) => void Promise.resolve(callback(...args)).catch(() => {});
}

function throttled<Value>(report: (value: Value) => void): (value: Value) => void {
  let last = 0;
  return (value) => {
    const now = Date.now();
    if (now - last < progressIntervalMs) return;
    last = now;
    report(value);
  };
}

/** `load` is the only other method with a progress callback. */
function quietProgress(args: unknown[]): unknown[] {
  return args.map((arg) => {
    if (typeof arg !== "object" || arg === null || !("onProgress" in arg)) return arg;
    return { ...arg, onProgress: quietly(arg.onProgress as (progress: unknown) => unknown) };
  });
}
