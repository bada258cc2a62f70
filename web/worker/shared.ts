import type { Engine } from "../engine/types.ts";
import type { ConnectOptions } from "./remote-engine.ts";

export type { ConnectOptions };

/** What the host's own `worker` returns: a Web Worker, or a Worker of node:worker_threads. */
export type AnyWorker = { postMessage(message: never, transfer: never): void; terminate(): unknown };

export type WorkerOptions = ConnectOptions & {
  /** Makes the worker from a copy of its script that the host ships. Called again when a worker has died. */
  worker?: () => AnyWorker;
};

/** An engine in a worker, with the interface of createEngine's. Throws what createEngine throws. */
export type ConnectWorker = (options?: WorkerOptions) => Promise<Engine>;
