// Node, Deno and Bun.
import { Worker } from "node:worker_threads";
import { threadPort } from "./node-port.ts";
import { connect } from "./remote-engine.ts";
import type { ConnectWorker } from "./shared.ts";

export * from "../engine/shared.ts";
export type * from "./shared.ts";

/** An engine in a worker thread. Throws what createEngine throws. */
export const connectWorker: ConnectWorker = ({ worker = defaultWorker, ...options } = {}) =>
  connect(() => threadPort(worker() as unknown as Worker), options);

function defaultWorker(): Worker {
  return new Worker(new URL("./main-node.js", import.meta.url), { name: "sonde" });
}
