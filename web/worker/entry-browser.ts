import { webWorkerPort } from "./browser-port.ts";
import { connect } from "./remote-engine.ts";
import type { ConnectWorker } from "./shared.ts";

export * from "../engine/shared.ts";
export type * from "./shared.ts";

/** An engine in a Web Worker. Throws what createEngine throws. */
export const connectWorker: ConnectWorker = ({ worker = defaultWorker, ...options } = {}) =>
  connect(() => webWorkerPort(worker() as unknown as Worker), options);

function defaultWorker(): Worker {
  // Written in this form so that bundlers see the script and ship it.
  return new Worker(new URL("./main-browser.js", import.meta.url), { type: "module", name: "sonde" });
}
