import { limitError } from "./archive-error.ts";

/** Source code compresses 3 to 10 times, the most repetitive logs about 100 times. */
const maxRatio = 200;
/** Below this a ratio does no harm: a few blank or generated files may have any. */
const freeBytes = 8 * 1024 * 1024;

/** Refuses an archive that grows out of all proportion: ARCHIVE_LIMIT. */
export class RatioGuard {
  #packed = 0;
  #unpacked = 0;

  add(packed: number, unpacked: number): void {
    this.#packed += packed;
    this.#unpacked += unpacked;
    if (this.#unpacked > freeBytes && this.#unpacked > this.#packed * maxRatio) {
      throw limitError(`it unpacks to more than ${maxRatio} times its size`);
    }
  }
}
