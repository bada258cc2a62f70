import type { Limits } from "../contract/limits.generated.ts";
import { SondeError } from "../contract/sonde-error.ts";
import type { Core } from "./core.ts";
import { checkPath, FileBatch, fileAtHand, LoadCounter, readEntry } from "./file-writer.ts";
import { ignoreMatcher } from "./ignore-matcher.ts";
import type { Loader, LoadSink } from "./loader.ts";
import type { RawFile } from "./pack-files.ts";
import type { Pause } from "./pause.ts";
import { readAhead } from "./read-ahead.ts";
import { TaskQueue } from "./task-queue.ts";
import type {
  Entry,
  FileData,
  FileStat,
  Files,
  FileWriter,
  ListedPath,
  Loaded,
  LoadOptions,
  LoadSource,
  Usage,
  WriteOptions,
  Written,
} from "./types.ts";

export type FilesContext = {
  core: Core;
  queue: TaskQueue;
  limits: Readonly<Limits>;
  now: () => number;
  load: Loader;
  pause: Pause;
};

/** The engine's files. Writes and reads take their turn in the engine's queue. */
export class EngineFiles implements Files {
  readonly #context: FilesContext;
  readonly #core: Core;
  readonly #callbacks = new Set<(change: Written) => void>();
  #seenRevision: number;
  /** Takes the writes while a batch is open. */
  #batchQueue: TaskQueue | undefined;

  constructor(context: FilesContext) {
    this.#context = context;
    this.#core = context.core;
    this.#seenRevision = this.#revision();
  }

  write(path: string, data: FileData, options: WriteOptions = {}): Promise<Written> {
    return this.writeMany([{ ...options, path, data }]);
  }

  writeMany(entries: Iterable<Entry> | AsyncIterable<Entry>): Promise<Written> {
    return this.#write(() => this.#writeEntries(entries));
  }

  rename(from: string, to: string): Promise<Written> {
    return this.#write(() => {
      checkPath(from);
      checkPath(to);
      this.#core.command({ op: "rename", from, to });
    });
  }

  remove(path: string): Promise<Written> {
    return this.#write(() => {
      checkPath(path);
      this.#core.command({ op: "remove", path });
    });
  }

  clear(): Promise<Written> {
    return this.#write(() => void this.#core.command({ op: "clear" }));
  }

  async batch(fn: (files: FileWriter) => void | Promise<void>): Promise<Written> {
    // A batch within a batch is part of it; its own place in the queue would wait for the outer one.
    if (this.#batchQueue) {
      await fn(this);
      return { revision: this.#revision() };
    }
    return this.#write(() => this.#inFreshTree("current", () => this.#runBatch(fn)));
  }

  read(path: string): Promise<Uint8Array> {
    return this.#read(() => {
      checkPath(path);
      return this.#core.bytes(path);
    });
  }

  stat(path: string): Promise<FileStat | undefined> {
    return this.#read(() => {
      checkPath(path);
      const stat = this.#core.command<Partial<FileStat>>({ op: "stat", path });
      return stat.kind === undefined ? undefined : (stat as FileStat);
    });
  }

  list(folder?: string, options: { recursive?: boolean } = {}): Promise<ListedPath[]> {
    return this.#read(() => {
      if (folder !== undefined) checkPath(folder);
      const request = { op: "list", path: folder, recursive: options.recursive };
      return this.#core.command<{ entries: ListedPath[] }>(request).entries;
    });
  }

  usage(): Promise<Usage> {
    return this.#read(() => {
      const usage = this.#core.command<Omit<Usage, "heapBytes">>({ op: "usage" });
      return { ...usage, heapBytes: this.#core.heapBytes };
    });
  }

  revision(): Promise<number> {
    return this.#read(() => this.#revision());
  }

  onChange(callback: (change: Written) => void): () => void {
    this.#callbacks.add(callback);
    return () => void this.#callbacks.delete(callback);
  }

  async load(source: LoadSource, options: LoadOptions = {}): Promise<Loaded> {
    const run = this.#context.load(source, options);
    return this.#change(() => {
      if (!options.atomic) return this.#runLoad(run);
      if (!this.#batchQueue) return this.#inFreshTree("empty", () => this.#runLoad(run));
      throw SondeError.of("INVALID_ARGS", {
        detail: "an atomic load can't be part of a batch: load it before or after",
      });
    });
  }

  #revision(): number {
    return this.#core.command<Written>({ op: "revision" }).revision;
  }

  /** Reads see what was written before them; within a batch they see the files as they were before it. */
  #read<Value>(task: () => Value): Promise<Value> {
    if (this.#batchQueue) return Promise.resolve().then(task);
    return this.#context.queue.run(task);
  }

  #write(task: () => void | Promise<void>): Promise<Written> {
    return this.#change(async () => {
      await task();
      return { revision: this.#revision() };
    });
  }

  #change<Value>(task: () => Value | Promise<Value>): Promise<Value> {
    if (this.#batchQueue) return this.#batchQueue.run(task);
    return this.#context.queue.run(async () => {
      try {
        return await task();
      } finally {
        this.#tell();
      }
    });
  }

  #tell(): void {
    if (this.#core.death) return;
    const revision = this.#revision();
    if (revision === this.#seenRevision) return;
    this.#seenRevision = revision;
    for (const callback of this.#callbacks) {
      // A callback that throws must neither fail the write nor go unseen.
      queueMicrotask(() => callback({ revision }));
    }
  }

  async #writeEntries(entries: Iterable<Entry> | AsyncIterable<Entry>): Promise<void> {
    const { now } = this.#context;
    const batch = new FileBatch(this.#core);
    try {
      const late = isAsync(entries) ? entries : addThoseAtHand(entries, batch, now);
      for await (const file of readAhead(late, (entry) => readEntry(entry, now))) batch.add(file);
    } finally {
      // What came before a failing entry is written all the same.
      batch.flush();
    }
  }

  async #inFreshTree<Value>(from: "current" | "empty", fill: () => Promise<Value>): Promise<Value> {
    this.#core.command({ op: "beginLoad", from });
    let value: Value;
    try {
      value = await fill();
    } catch (error) {
      if (!this.#core.death) this.#core.command({ op: "dropLoad" });
      throw error;
    }
    this.#core.command({ op: "commitLoad" });
    return value;
  }

  async #runBatch(fn: (files: FileWriter) => void | Promise<void>): Promise<void> {
    const queue = new TaskQueue();
    this.#batchQueue = queue;
    try {
      await fn(this);
      // Writes that fn did not wait for: a refused one fails the batch.
      await queue.drain();
    } finally {
      await queue.idle();
      this.#batchQueue = undefined;
    }
  }

  async #runLoad(run: (sink: LoadSink) => Promise<Loaded>): Promise<Loaded> {
    const { limits, now, pause } = this.#context;
    const core = this.#core;
    const counter = new LoadCounter();
    const batch = new FileBatch(core, (files) => counter.count(files));
    const ignore = ignoreMatcher(core);
    ignore.reset();
    return run({
      limits,
      now,
      pause,
      ignore,
      progress: counter.progress,
      add: (file) => batch.add(file),
      flush: () => batch.flush(),
      discard: (path) => {
        core.command({ op: "remove", path });
        counter.uncount(path);
      },
    });
  }
}

/**
 * Adds the entries before the first whose bytes must be waited for, and yields it and
 * those after it: a promise for each file would cost more than to write it.
 */
function* addThoseAtHand(entries: Iterable<Entry>, batch: FileBatch, now: () => number): Generator<Entry> {
  let waited = false;
  for (const entry of entries) {
    // A promise of an entry is waited for, as an asynchronous iterable's would be.
    waited ||= entry instanceof Promise;
    const file: RawFile | undefined = waited ? undefined : fileAtHand(entry, now);
    if (file) {
      batch.add(file);
    } else {
      waited = true;
      yield entry;
    }
  }
}

function isAsync(entries: Iterable<Entry> | AsyncIterable<Entry>): entries is AsyncIterable<Entry> {
  return Symbol.asyncIterator in Object(entries);
}
