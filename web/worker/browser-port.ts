import type { Port, WorkerPort } from "./port.ts";

type DedicatedScope = {
  postMessage(message: unknown, transfer: Transferable[]): void;
  addEventListener(type: "message", listener: (event: MessageEvent) => void): void;
};

/** The worker's own end. */
export function scopePort(scope: DedicatedScope): Port {
  return {
    post: (message, transfer) => scope.postMessage(message, transfer ?? []),
    listen: (receive) => scope.addEventListener("message", (event) => receive(event.data)),
  };
}

/**
 * The client's end of a Web Worker. Browsers tell nobody when a worker ends, so
 * the worker holds a lock that is free again when it is gone, and `terminate`
 * is watched, as a host may call it on the worker that it made.
 */
export function webWorkerPort(worker: Worker): WorkerPort {
  let terminated = false;
  let die: (cause: Error) => void = () => {};
  const terminate = worker.terminate.bind(worker);
  worker.terminate = () => {
    terminate();
    die(new Error("the worker was terminated"));
  };
  return {
    post: (message, transfer) => worker.postMessage(message, transfer ?? []),
    listen(receive) {
      worker.addEventListener("message", (event) => {
        const lock = lockName(event.data);
        if (lock === undefined) receive(event.data);
        else void navigator.locks.request(lock, () => die(new Error("the worker is gone")));
      });
    },
    onDeath(callback) {
      die = (cause) => {
        if (terminated) return;
        terminated = true;
        callback(cause);
      };
      worker.addEventListener("error", (event) => {
        event.preventDefault();
        die(new Error(event.message || "the worker's script can't be loaded"));
      });
    },
    terminate() {
      terminated = true;
      terminate();
    },
  };
}

/** Takes a lock for the life of this worker and tells the client its name. */
export function holdLifeLock(port: Port): void {
  if (typeof navigator === "undefined" || !navigator.locks) return;
  const name = `sonde-worker-${crypto.randomUUID()}`;
  void navigator.locks.request(name, () => {
    port.post({ lifeLock: name });
    return new Promise(() => {});
  });
}

function lockName(message: unknown): string | undefined {
  if (typeof message !== "object" || message === null || !("lifeLock" in message)) return undefined;
  return String(message.lifeLock);
}
