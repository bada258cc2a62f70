import type { CallProgress, Engine, Entry } from "../engine/types.ts";
import type { Output } from "./command.ts";

/** One line on stderr that is written over; nothing where stderr is no terminal. */
export class Progress {
  readonly #stderr: Output["stderr"];
  #shown = false;
  #files = 0;

  constructor(stderr: Output["stderr"]) {
    this.#stderr = stderr;
  }

  async load(engine: Engine, entries: AsyncIterable<Entry>): Promise<void> {
    await engine.files.writeMany(this.#counted(entries));
  }

  search({ files, totalFiles, matches }: CallProgress): void {
    this.#show(`searched ${files} of ${totalFiles} files, ${matches} matches`);
  }

  clear(): void {
    if (this.#shown) this.#stderr.write("\r\u001b[K");
    this.#shown = false;
  }

  async *#counted(entries: AsyncIterable<Entry>): AsyncGenerator<Entry> {
    for await (const entry of entries) {
      this.#files += 1;
      if (this.#files % 256 === 0) this.#show(`loaded ${this.#files} files`);
      yield entry;
    }
  }

  #show(text: string): void {
    if (!this.#stderr.isTTY) return;
    this.#stderr.write(`\r\u001b[K${text}`);
    this.#shown = true;
  }
}
