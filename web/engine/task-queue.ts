/** Runs tasks one after another, in the order they were handed in. */
export class TaskQueue {
  readonly #pending = new Set<Promise<unknown>>();
  #last: Promise<unknown> = Promise.resolve();
  #failure: Error | undefined;

  /** Settles as `task` does. After `close`, tasks that have not begun reject with its error. */
  run<Value>(task: () => Value | Promise<Value>): Promise<Value> {
    const turn = this.#last.then(() => {
      if (this.#failure) throw this.#failure;
      return task();
    });
    this.#pending.add(turn);
    const settled = () => void this.#pending.delete(turn);
    this.#last = turn.then(settled, settled);
    return turn;
  }

  /** Resolves when every task handed in so far has settled, however. */
  async idle(): Promise<void> {
    await this.#last;
  }

  /** Waits for the tasks under way; rejects with the first failure among them. */
  async drain(): Promise<void> {
    while (this.#pending.size > 0) await Promise.all(this.#pending);
  }

  close(failure: Error): void {
    this.#failure = failure;
  }
}
