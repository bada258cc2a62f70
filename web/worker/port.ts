/** One end of a channel of structured-cloned messages. */
export type Port = {
  post(message: unknown, transfer?: Transferable[]): void;
  /** Set once, before the first message can arrive. */
  listen(receive: (message: unknown) => void): void;
};

/** A worker as the client needs it. */
export type WorkerPort = Port & {
  /** Called when the worker has ended by itself or failed to begin; not after `terminate`. */
  onDeath(callback: (cause: Error) => void): void;
  terminate(): void;
};
