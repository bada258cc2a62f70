// How a long search lets the event loop run between two steps. Timers are no
// way: browsers clamp them to 4 ms. scheduler.yield() is none either: its
// continuation goes before messages that wait, so that an abort would not be
// heard before the search ends.
type Scheduling = {
  setImmediate?: (callback: () => void) => unknown;
  MessageChannel?: typeof MessageChannel;
  document?: unknown;
};

/** Resolves in a later task of the event loop. */
export type Pause = () => Promise<void>;

/** The quickest pause that `scope` offers. */
export function createPause(scope: Scheduling): Pause {
  const { setImmediate } = scope;
  if (setImmediate) return () => new Promise((resolve) => setImmediate(() => resolve()));
  // Not before: Node loads the class when it is first asked for.
  const { MessageChannel } = scope;
  if (MessageChannel) return channelPause(new MessageChannel());
  return timerPause;
}

/** For runtimes whose timers are not clamped, and whose channels belong to one request only. */
export const timerPause: Pause = () => new Promise((resolve) => setTimeout(resolve, 0));

function channelPause(channel: MessageChannel): Pause {
  const waiting: (() => void)[] = [];
  channel.port1.onmessage = () => waiting.shift()?.();
  return () =>
    new Promise((resolve) => {
      waiting.push(resolve);
      channel.port2.postMessage(0);
    });
}

/** Milliseconds of a paced thread, before other tasks have their turn. */
const shareMilliseconds = 4;

/**
 * What to await before each piece of work that holds its thread for a time that nobody
 * knows, such as a look at a disk: it pauses when a share of time is used up. Those who
 * wait go on one at a time.
 */
export function createPacer(scope: Scheduling): () => Promise<void> {
  const pause = createPause(scope);
  let began = performance.now();
  return async () => {
    if (performance.now() - began < shareMilliseconds) return;
    await pause();
    began = performance.now();
  };
}

const mainThreadStepBytes = 256 * 1024;
const backgroundStepBytes = 4 * 1024 * 1024;

/** Work of one step, in bytes: small where a document has frames to draw. */
export function stepBytes(scope: Scheduling): number {
  return scope.document === undefined ? backgroundStepBytes : mainThreadStepBytes;
}
