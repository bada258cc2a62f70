import { WebError } from "./web-error.ts";

/**
 * One call's time limit joined with the caller's signal. Edge runtimes lack
 * AbortSignal.any, so the two are joined by hand. A timeout and an abort are
 * told apart by who ended the call and by the signal's reason (that of
 * AbortSignal.timeout is a timeout too), never by an error's text.
 */
export type Deadline = {
  readonly signal: AbortSignal;
  /** Settles as `work` does, or rejects with the deadline's WebError as soon as it ends; a late rejection of `work` is swallowed. */
  race<T>(work: Promise<T>): Promise<T>;
  /** The deadline's error if it has ended. */
  ended(): WebError | undefined;
  /** Must be called once: stops the timer and leaves the caller's signal. */
  dispose(): void;
};

/** `subject` is named by the timeout's message; `timeoutMs` in milliseconds. */
export function startDeadline(signal: AbortSignal | undefined, timeoutMs: number, subject: string): Deadline {
  const controller = new AbortController();
  let error: WebError | undefined;
  const end = (reason: WebError) => {
    if (error) return;
    error = reason;
    controller.abort(reason);
  };
  const begin = Date.now();
  const onAbort = () => end(abortError(signal?.reason, subject, Date.now() - begin));
  const timer = setTimeout(() => end(WebError.of("WEB_FETCH_TIMEOUT", { url: subject, limit: timeoutMs })), timeoutMs);
  if (signal?.aborted) onAbort();
  else signal?.addEventListener("abort", onAbort, { once: true });
  return {
    signal: controller.signal,
    ended: () => error,
    race<T>(work: Promise<T>): Promise<T> {
      if (error) {
        work.catch(() => {});
        return Promise.reject(error);
      }
      return new Promise<T>((resolve, reject) => {
        const onEnd = () => reject(error);
        controller.signal.addEventListener("abort", onEnd, { once: true });
        const leave = () => controller.signal.removeEventListener("abort", onEnd);
        work.then(
          (value) => {
            leave();
            resolve(value);
          },
          (failure: unknown) => {
            leave();
            reject(error ?? failure);
          },
        );
      });
    },
    dispose() {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    },
  };
}

/** The error for a caller's signal that ended a call after `elapsedMs`. */
export function abortError(reason: unknown, subject: string, elapsedMs: number): WebError {
  const isTimeout = typeof reason === "object" && reason !== null && "name" in reason && reason.name === "TimeoutError";
  return isTimeout ? WebError.of("WEB_FETCH_TIMEOUT", { url: subject, limit: elapsedMs }) : WebError.of("WEB_ABORTED");
}
