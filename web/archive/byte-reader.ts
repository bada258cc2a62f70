import { truncatedError } from "./archive-error.ts";

/** Reads exact numbers of bytes from a stream of chunks. */
export class ByteReader {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #chunk: Uint8Array = new Uint8Array(0);
  #offset = 0;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** `size` bytes of their own. Undefined when the stream has ended before the first; throws ARCHIVE_TRUNCATED within. */
  async readOrEnd(size: number, what: string): Promise<Uint8Array | undefined> {
    if (size > 0 && !(await this.#fill())) return undefined;
    const bytes = new Uint8Array(size);
    let filled = 0;
    while (filled < size) {
      if (!(await this.#fill())) throw truncatedError(`${filled} of ${size} bytes of ${what} are there`);
      const part = this.#take(size - filled);
      bytes.set(part, filled);
      filled += part.byteLength;
    }
    return bytes;
  }

  async read(size: number, what: string): Promise<Uint8Array> {
    const bytes = await this.readOrEnd(size, what);
    if (!bytes) throw truncatedError(`0 of ${size} bytes of ${what} are there`);
    return bytes;
  }

  async skip(size: number, what: string): Promise<void> {
    let left = size;
    while (left > 0) {
      if (!(await this.#fill())) throw truncatedError(`${size - left} of ${size} bytes of ${what} are there`);
      left -= this.#take(left).byteLength;
    }
  }

  /** Reads to the end, so that a compressed stream's checksum is checked. */
  async drain(): Promise<void> {
    while (await this.#fill()) this.#offset = this.#chunk.byteLength;
  }

  /** Ends the source early. */
  async cancel(): Promise<void> {
    await this.#chunks.return?.();
  }

  async #fill(): Promise<boolean> {
    while (this.#offset >= this.#chunk.byteLength) {
      const next = await this.#chunks.next();
      if (next.done) return false;
      this.#chunk = next.value;
      this.#offset = 0;
    }
    return true;
  }

  #take(most: number): Uint8Array {
    const part = this.#chunk.subarray(this.#offset, this.#offset + most);
    this.#offset += part.byteLength;
    return part;
  }
}
