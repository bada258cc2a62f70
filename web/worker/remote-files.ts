import { formatError } from "../archive/archive-error.ts";
import { chunksOfStream } from "../archive/chunks.ts";
import { captureDataTransfer } from "../archive/sources.ts";
import type { TimedEntry } from "../engine/file-writer.ts";
import { createPacer } from "../engine/pause.ts";
import type {
  Entry,
  FileData,
  FileStat,
  Files,
  FileWriter,
  ListedPath,
  Loaded,
  LoadOptions,
  LoadSkipped,
  LoadSource,
  Usage,
  WriteOptions,
  Written,
} from "../engine/types.ts";
import type { Remote } from "./connection.ts";
import { compact } from "./peer.ts";

/** Files of the engine in the worker. Blobs, handles and streams travel, and are read there. */
export class RemoteFiles implements Files {
  readonly #remote: Remote;
  readonly #callbacks: Set<(change: Written) => void>;
  readonly #now: () => number;

  constructor(remote: Remote, callbacks: Set<(change: Written) => void>, now: () => number) {
    this.#remote = remote;
    this.#callbacks = callbacks;
    this.#now = now;
  }

  write(path: string, data: FileData, options: WriteOptions = {}): Promise<Written> {
    return this.writeMany([{ ...options, path, data }]);
  }

  async writeMany(entries: Iterable<Entry> | AsyncIterable<Entry>): Promise<Written> {
    if (Array.isArray(entries))
      return this.#remote(
        "files.writeMany",
        entries.map((entry) => this.#ready(entry)),
      );
    return this.#remote("files.writeMany", this.#readyAll(entries));
  }

  rename(from: string, to: string): Promise<Written> {
    return this.#remote("files.rename", from, to);
  }

  remove(path: string): Promise<Written> {
    return this.#remote("files.remove", path);
  }

  clear(): Promise<Written> {
    return this.#remote("files.clear");
  }

  /** The writes of `fn` cross one by one; the worker's files gather them while its own batch is open. */
  batch(fn: (files: FileWriter) => void | Promise<void>): Promise<Written> {
    return this.#remote("files.batch", () => fn(this));
  }

  read(path: string): Promise<Uint8Array> {
    return this.#remote("files.read", path);
  }

  stat(path: string): Promise<FileStat | undefined> {
    return this.#remote("files.stat", path);
  }

  list(folder?: string, options?: { recursive?: boolean }): Promise<ListedPath[]> {
    return this.#remote("files.list", folder, options);
  }

  usage(): Promise<Usage> {
    return this.#remote("files.usage");
  }

  revision(): Promise<number> {
    return this.#remote("files.revision");
  }

  onChange(callback: (change: Written) => void): () => void {
    this.#callbacks.add(callback);
    return () => void this.#callbacks.delete(callback);
  }

  async load(source: LoadSource, options: LoadOptions = {}): Promise<Loaded> {
    const counted = typeof source === "object" && "skipped" in source ? (source.skipped as LoadSkipped) : undefined;
    if (!counted) return this.#remote("files.load", crossingSource(source), options);
    // It applies ignore rules by itself, and its counts stay on this side.
    const loaded = await this.#remote("files.load", source, { ...options, ignore: false });
    for (const key of ["ignored", "symlinks", "tooLarge", "special"] as const) loaded.skipped[key] += counted[key];
    return loaded;
  }

  #ready(entry: Entry): TimedEntry {
    // What is no entry is refused by the engine, as it would be without a worker.
    if (typeof entry !== "object" || entry === null) return entry;
    const { path, data, mtime, encoding } = entry;
    return {
      path,
      data: compact(data) as FileData,
      writeTime: this.#now(),
      ...(mtime !== undefined && { mtime }),
      ...(encoding !== undefined && { encoding }),
    };
  }

  async *#readyAll(entries: Iterable<Entry> | AsyncIterable<Entry>): AsyncGenerator<TimedEntry> {
    for await (const entry of entries) yield this.#ready(entry);
  }
}

/** The source in a form that crosses, in the same turn: a later request must not overtake it. */
function crossingSource(source: LoadSource): LoadSource {
  if (isA("Response", source)) {
    const { body, ok, status, url } = source as Response;
    if (!ok) throw formatError(`${url || "the server"} answered ${status}`);
    return body ? crossingStream(body) : new Uint8Array(0);
  }
  if (isA("ReadableStream", source)) return crossingStream(source as ReadableStream<Uint8Array>);
  if (isA("DataTransfer", source)) return crossingFiles(captureDataTransfer(source as DataTransfer) as LoadSource);
  return crossingFiles(source);
}

/** A browser's list of files goes share by share, as a list that comes later; anything else as it is. */
function crossingFiles(source: LoadSource): LoadSource {
  if (!isA("FileList", source) && !(Array.isArray(source) && source.every((item) => isA("File", item)))) return source;
  const files = Array.from(source as Iterable<File>);
  return files.length > filesAtOnce ? (inShares(files) as LoadSource) : source;
}

/** Few enough to cross in one message within a frame. */
const filesAtOnce = 16;

/**
 * A File that was picked asks the browser's own process for its size when that is first
 * needed, at the latest when it crosses, and its thread waits for the answer: a picked
 * folder at once would stop the page for seconds.
 */
async function* inShares(files: readonly File[]): AsyncGenerator<File> {
  const pace = createPacer(globalThis);
  for (const file of files) {
    await pace();
    void file.size;
    yield file;
  }
}

/** Streams are moved to the worker where the runtime can do that; elsewhere their chunks are sent. */
function crossingStream(stream: ReadableStream<Uint8Array>): LoadSource {
  try {
    const probe = new ReadableStream();
    structuredClone(probe, { transfer: [probe] });
    return stream;
  } catch {
    return chunksOfStream(stream);
  }
}

function isA(name: string, value: unknown): boolean {
  const type: unknown = Reflect.get(globalThis, name);
  return typeof type === "function" && value instanceof type;
}
