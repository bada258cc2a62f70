// The client's side: an Engine whose work is done by a worker.
import { SondeError } from "../contract/sonde-error.ts";
import type { ToolResult } from "../contract/types.ts";
import { failedCall, jsonArguments, resultOf } from "../engine/call.ts";
import { withMatches } from "../engine/grep-value.ts";
import { unknownTool } from "../engine/local-engine.ts";
import { cryptographicId } from "../engine/random-id.ts";
import type { CallOptions, Engine, EngineOptions, Files, Metrics, Written } from "../engine/types.ts";
import { Connection, type Remote } from "./connection.ts";
import type { WorkerPort } from "./port.ts";
import type { Ready } from "./protocol.ts";
import { RemoteFiles } from "./remote-files.ts";
import { wireOptions } from "./wire-options.ts";

export type ConnectOptions = EngineOptions & {
  /** Loads the files again into a worker that replaces a dead one. Without it they are gone, and the next call says so. */
  reload?: (files: Files) => Promise<void>;
};

/** Time that an aborted call has to settle before its worker is ended. */
const abortGraceMs = 250;

/** Begins a worker and its engine. Throws what createEngine throws. */
export async function connect(spawn: () => WorkerPort, options: ConnectOptions): Promise<Engine> {
  const wire = await wireOptions(options);
  const now = options.now ?? Date.now;
  const callbacks = new Set<(change: Written) => void>();
  const onChange = (change: Written) => {
    for (const callback of callbacks) queueMicrotask(() => callback(change));
  };
  const filesOf = (remote: Remote) => new RemoteFiles(remote, callbacks, now);
  const { reload } = options;
  const connection = new Connection({
    spawn,
    init: (remote) => remote("init", wire, onChange),
    reload: reload && ((remote) => reload(filesOf(remote))),
  });
  const ready = await connection.ready().catch((error) => {
    connection.dispose();
    throw error;
  });
  return new RemoteEngine(connection, ready, filesOf(connection.request), options);
}

class RemoteEngine implements Engine {
  readonly tools;
  readonly limits;
  readonly version;
  readonly notices;
  readonly files: Files;
  readonly metrics: Metrics;
  readonly #connection: Connection;
  readonly #now: () => number;
  readonly #randomId: () => string;
  #disposed = false;

  constructor(connection: Connection, ready: Ready, files: Files, options: ConnectOptions) {
    this.tools = ready.tools;
    this.limits = Object.freeze(ready.limits);
    this.version = ready.version;
    this.notices = ready.notices;
    this.files = files;
    this.#connection = connection;
    this.#now = options.now ?? Date.now;
    this.#randomId = options.randomId ?? cryptographicId;
    const { request } = connection;
    this.metrics = {
      start: () => request("metrics.start"),
      stop: () => request("metrics.stop"),
      status: (locale) => request("metrics.status", locale),
      report: (locale) => request("metrics.report", locale),
    };
  }

  async call(name: string, args: unknown, options: CallOptions = {}): Promise<ToolResult> {
    if (this.#disposed) throw SondeError.of("ENGINE_DISPOSED");
    if (!this.tools.some((tool) => tool.name === name)) throw unknownTool(name, this.tools);
    if (options.signal?.aborted) return failedCall("ABORTED_BEFORE_DISPATCH");
    let json: string;
    try {
      json = JSON.stringify(jsonArguments(args));
    } catch (error) {
      if (error instanceof SondeError) return resultOf(error);
      throw error;
    }
    const request = this.#dispatch(name, json, options);
    await this.#connection.ready();
    const loss = this.#connection.takeLoss();
    if (!loss) return request;
    request.catch(() => {});
    return resultOf(loss);
  }

  clear(): Promise<void> {
    return this.#connection.request("clear");
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#connection.dispose();
  }

  /** Sends the call. Settles at the latest some time after an abort, with the worker or without it. */
  #dispatch(name: string, json: string, options: CallOptions): Promise<ToolResult> {
    const { signal, onProgress, ...plain } = options;
    return new Promise((resolve, reject) => {
      const inner = new AbortController();
      let started = false;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const abort = () => {
        inner.abort();
        if (!started) return resolve(failedCall("ABORTED_BEFORE_DISPATCH"));
        timer = setTimeout(() => {
          resolve(failedCall("SEARCH_ABORTED"));
          this.#connection.restart("it did not stop when a call was aborted");
        }, abortGraceMs);
      };
      const settle = <Value>(use: (value: Value) => void) => {
        return (value: Value) => {
          clearTimeout(timer);
          signal?.removeEventListener("abort", abort);
          use(value);
        };
      };
      signal?.addEventListener("abort", abort, { once: true });
      const remoteOptions: CallOptions = { ...plain, signal: inner.signal };
      if (onProgress) {
        remoteOptions.onProgress = (progress) => {
          try {
            onProgress(progress);
          } catch (error) {
            reject(error);
            inner.abort();
          }
        };
      }
      const stamp = { now: this.#now(), id: this.#randomId() };
      const onStart = () => {
        started = true;
      };
      this.#connection.request("call", name, json, remoteOptions, stamp, onStart).then(
        settle((packed) => resolve(withMatches(packed))),
        settle(reject),
      );
    });
  }
}
