// Turns entries into packed batches for the core.
import { SondeError } from "../contract/sonde-error.ts";
import { type Core, PutError } from "./core.ts";
import { decodeBytes, decoderFor } from "./decode.ts";
import { maxDataBytes, type RawFile } from "./pack-files.ts";
import type { Entry, FileData, LoadProgress } from "./types.ts";

/**
 * Most bytes of a batch, which is also what a page may do without a pause: a larger one
 * leaves the processor's cache before the core reads it, and its buffer takes fresh memory
 * that is needed for files.
 */
const maxBatchBytes = 256 * 1024;
/** Charge of a file beside its bytes. */
const fileBytes = 1024;
/** A longer string is encoded first, so that it does not claim three times its size in the heap. */
const encodeFirstUnits = 1024 * 1024;

const encoder = new TextEncoder();

/**
 * Collects files and writes them in order, `maxBatchBytes` to a batch, or less; a larger
 * file goes alone. `flush` sends what is left. `taken` hears of files that the core
 * has taken.
 */
export class FileBatch {
  readonly #core: Core;
  readonly #taken: ((files: readonly RawFile[]) => void) | undefined;
  #files: RawFile[] = [];
  #bytes = 0;

  constructor(core: Core, taken?: (files: readonly RawFile[]) => void) {
    this.#core = core;
    this.#taken = taken;
  }

  /** Throws what `flush` throws, about an earlier file, when this one fills the batch. */
  add(file: RawFile): void {
    const kept =
      typeof file.data === "string" && file.data.length > encodeFirstUnits
        ? { ...file, data: encoder.encode(file.data) }
        : file;
    const bytes = fileBytes + maxDataBytes(kept.data);
    if (this.#bytes + bytes > maxBatchBytes) this.flush();
    this.#files.push(kept);
    this.#bytes += bytes;
    if (this.#bytes >= maxBatchBytes) this.flush();
  }

  /** Throws SondeError for the first refused file; files before it are written, it and later ones are not. */
  flush(): void {
    if (this.#files.length === 0) return;
    const files = this.#files;
    this.#files = [];
    this.#bytes = 0;
    try {
      this.#core.putMany(files);
    } catch (error) {
      if (error instanceof PutError) this.#taken?.(files.slice(0, error.index));
      throw error;
    }
    this.#taken?.(files);
  }
}

/** Counts what a load has written. */
export class LoadCounter {
  /** Content bytes of each path that was taken. */
  readonly #sizes = new Map<string, number>();
  /** A path that was written twice counts once. */
  readonly progress: LoadProgress = { files: 0, bytes: 0 };

  count(files: readonly RawFile[]): void {
    for (const { path, data } of files) {
      const bytes = typeof data === "string" ? byteLength(data) : data.byteLength;
      this.uncount(path);
      this.#sizes.set(path, bytes);
      this.progress.files += 1;
      this.progress.bytes += bytes;
    }
  }

  /** Of a file that was removed again. */
  uncount(path: string): void {
    const bytes = this.#sizes.get(path);
    if (bytes === undefined) return;
    this.progress.files -= 1;
    this.progress.bytes -= bytes;
    this.#sizes.delete(path);
  }
}

function byteLength(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    // Each half of a surrogate pair stands for two of its four bytes.
    bytes += unit < 0x800 || (unit >= 0xd800 && unit < 0xe000) ? 1 : 2;
  }
  return bytes;
}

/** An entry from a caller with a clock of its own: `writeTime` is that clock's time, in milliseconds. */
export type TimedEntry = Entry & { writeTime?: number };

/** Checks an entry and fetches its bytes. `now` is its mtime when it has none. */
export async function readEntry(entry: TimedEntry, now: () => number): Promise<RawFile> {
  const file = fileAtHand(entry, now);
  if (file) return file;
  // Before the bytes are asked for: what is no encoding is refused, and the write has its time.
  const decoder = decoderFor(entry.encoding);
  const time = now();
  return fileOf(entry, await readBlob(entry.path, entry.data as Blob), decoder, () => time);
}

/** As `readEntry`, of an entry whose bytes need not be waited for; undefined for another. */
export function fileAtHand(entry: TimedEntry, now: () => number): RawFile | undefined {
  checkEntry(entry);
  const data = dataAtHand(entry.data);
  return data === undefined ? undefined : fileOf(entry, data, decoderFor(entry.encoding), now);
}

function fileOf(
  entry: TimedEntry,
  data: Uint8Array | string,
  decoder: TextDecoder | undefined,
  now: () => number,
): RawFile {
  const ownTime = entryTime(entry);
  return {
    path: entry.path,
    mtime: ownTime ?? entry.writeTime ?? now(),
    data: decoder && typeof data !== "string" ? decodeBytes(data, decoder) : data,
    isDefaultTime: ownTime === undefined,
  };
}

/** An entry's own time or a File's, in milliseconds. */
export function entryTime({ mtime, data }: Entry): number | undefined {
  return mtime ?? (isFile(data) ? data.lastModified : undefined);
}

function isFile(data: unknown): data is File {
  return typeof File !== "undefined" && data instanceof File;
}

function dataAtHand(data: FileData | ArrayBuffer): Uint8Array | string | undefined {
  if (typeof data === "string" || data instanceof Uint8Array) return data;
  if (data instanceof ArrayBuffer) return new Uint8Array(data);
  if (ArrayBuffer.isView(data)) return new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return undefined;
}

async function readBlob(path: string, blob: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await blob.arrayBuffer());
  } catch (cause) {
    // A File whose file on disk has changed or gone since it was picked.
    throw invalid(`${path} can't be read (${cause instanceof Error ? cause.message : String(cause)}): pick it again`);
  }
}

/** Refuses what is no entry before its bytes are asked for: INVALID_ARGS, PATH_INVALID. Returns its path. */
export function checkEntry(entry: Entry): string {
  if (typeof entry !== "object" || entry === null) {
    throw invalid(`an entry must be an object with path and data, got ${describe(entry)}`);
  }
  checkPath(entry.path);
  if (!isFileData(entry.data)) {
    throw invalid(`the data of a file must be a Uint8Array, a string or a Blob, got ${describe(entry.data)}`);
  }
  if (entry.mtime !== undefined && !Number.isFinite(entry.mtime)) {
    throw invalid(`mtime must be a number of milliseconds, got ${describe(entry.mtime)}`);
  }
  return entry.path;
}

function isFileData(data: unknown): boolean {
  return typeof data === "string" || data instanceof ArrayBuffer || ArrayBuffer.isView(data) || data instanceof Blob;
}

/** Refuses what can't be a path in any form; the core judges the rest. */
export function checkPath(path: unknown): asserts path is string {
  if (typeof path !== "string") throw invalid(`a path must be a string, got ${describe(path)}`);
  // Written as UTF-8 it would become another name. With the u flag a whole pair is none of these.
  if (/[\ud800-\udfff]/u.test(path)) throw SondeError.of("PATH_INVALID", { detail: "it holds half a surrogate pair" });
}

function invalid(detail: string): SondeError {
  return SondeError.of("INVALID_ARGS", { detail });
}

function describe(value: unknown): string {
  if (value === null) return "null";
  return typeof value === "object" ? (value.constructor?.name ?? "an object") : String(value);
}
