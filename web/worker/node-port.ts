import type { MessagePort, TransferListItem, Worker } from "node:worker_threads";
import type { Port, WorkerPort } from "./port.ts";

/** The worker's own end. */
export function parentPortOf(port: MessagePort): Port {
  return {
    post: (message, transfer) => port.postMessage(message, (transfer ?? []) as unknown as TransferListItem[]),
    listen: (receive) => void port.on("message", receive),
  };
}

/** The client's end of a worker thread. */
export function threadPort(worker: Worker): WorkerPort {
  let terminated = false;
  return {
    post: (message, transfer) => worker.postMessage(message, (transfer ?? []) as unknown as TransferListItem[]),
    listen: (receive) => void worker.on("message", receive),
    onDeath(callback) {
      const die = (cause: Error) => {
        if (!terminated) callback(cause);
      };
      worker.on("error", die);
      worker.on("exit", (code) => die(new Error(`the worker ended with code ${code}`)));
    },
    terminate() {
      terminated = true;
      void worker.terminate();
    },
  };
}
