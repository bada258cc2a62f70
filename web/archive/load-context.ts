// What the loads of all kinds of source share: where a file goes, the counts,
// the abort, the pace.
import { SondeError } from "../contract/sonde-error.ts";
import { decodeBytes } from "../engine/decode.ts";
import type { LoadSink } from "../engine/loader.ts";
import type { LoadOptions, LoadProgress, LoadSkipped } from "../engine/types.ts";
import { limitError } from "./archive-error.ts";
import { emptySkipped } from "./tree.ts";

/** Work after which the event loop gets its turn. */
const pauseBytes = 1024 * 1024;
/** Charge of a file beside its bytes. */
const fileBytes = 4096;

export class LoadContext {
  readonly skipped: LoadSkipped = emptySkipped();
  readonly sink: LoadSink;
  readonly options: LoadOptions;
  readonly stripComponents: number;
  readonly #decoder: TextDecoder | undefined;
  readonly #prefix: string;
  #sincePause = 0;
  #reported = 0;
  #added = 0;
  #addedBytes = 0;

  constructor(sink: LoadSink, options: LoadOptions, decoder: TextDecoder | undefined) {
    this.sink = sink;
    this.options = options;
    this.stripComponents = options.stripComponents ?? 0;
    this.#decoder = decoder;
    this.#prefix = options.into ? `${options.into}/` : "";
  }

  /** Throws when the load was aborted. */
  checkSignal(): void {
    if (this.options.signal?.aborted) throw abortedLoad();
  }

  /** The items until an abort, which is noticed even while the source keeps silent. */
  async *untilAborted<Item>(items: AsyncIterable<Item>): AsyncGenerator<Item> {
    const { signal } = this.options;
    const iterator = items[Symbol.asyncIterator]();
    let abort = () => {};
    const aborted = new Promise<never>((_, reject) => {
      abort = () => reject(abortedLoad());
    });
    aborted.catch(() => {});
    signal?.addEventListener("abort", abort, { once: true });
    let ended = false;
    try {
      for (;;) {
        this.checkSignal();
        const next = await Promise.race([iterator.next(), aborted]);
        ended = next.done === true;
        if (next.done) return;
        yield next.value;
      }
    } finally {
      signal?.removeEventListener("abort", abort);
      // Not awaited: a source that keeps silent does not end either.
      if (!ended) void Promise.resolve(iterator.return?.()).catch(() => {});
    }
  }

  /** Hands a file to the engine. `path` is the source's own. */
  async add(path: string, data: Uint8Array | string, mtime: number | undefined): Promise<void> {
    this.checkSignal();
    this.#added += 1;
    this.#addedBytes += data.length;
    const decoded = this.#decoder && typeof data !== "string" ? decodeBytes(data, this.#decoder) : data;
    this.sink.add({
      path: this.#prefix + path,
      data: decoded,
      mtime: mtime ?? this.sink.now(),
      ...(mtime === undefined && { isDefaultTime: true }),
    });
    await this.spend(fileBytes + data.length);
  }

  discard(path: string): void {
    this.sink.discard(this.#prefix + path);
  }

  /** Refuses an archive that holds more than the file system may. */
  checkArchiveTotal(nextBytes: number): void {
    const { maxTotalBytes, maxFiles } = this.sink.limits;
    if (this.#addedBytes + nextBytes > maxTotalBytes)
      throw limitError(`its files have more than ${maxTotalBytes} bytes`);
    if (this.#added + 1 > maxFiles) throw limitError(`it has more than ${maxFiles} files`);
  }

  /** Counts work, and lets the event loop run after a share of it. */
  async spend(bytes: number): Promise<void> {
    this.#sincePause += bytes;
    if (this.#sincePause < pauseBytes) return;
    this.#sincePause = 0;
    this.report();
    await this.sink.pause();
    this.checkSignal();
  }

  report(): void {
    const { files, bytes } = this.sink.progress;
    if (files === this.#reported) return;
    this.#reported = files;
    this.options.onProgress?.({ files, bytes });
  }

  /** The error as the load reports it: with what stays loaded. */
  failure(error: unknown): unknown {
    if (!(error instanceof SondeError)) return error;
    const { files, bytes }: LoadProgress = this.options.atomic ? { files: 0, bytes: 0 } : this.sink.progress;
    return new SondeError(error.code, error.message, { files, bytes });
  }
}

function abortedLoad(): SondeError {
  return new SondeError("SEARCH_ABORTED", "the load was aborted by the caller: call again to load the rest");
}
