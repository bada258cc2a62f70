// files.load: from whatever people drop to files in the engine.
import { SondeError } from "../contract/sonde-error.ts";
import { decoderFor } from "../engine/decode.ts";
import { readEntry } from "../engine/file-writer.ts";
import type { LoadSink } from "../engine/loader.ts";
import { readAhead } from "../engine/read-ahead.ts";
import type { Entry, Loaded, LoadOptions, LoadSource } from "../engine/types.ts";
import type { ByteSource } from "./chunks.ts";
import { loadArchive } from "./load-archive.ts";
import { LoadContext } from "./load-context.ts";
import { StreamLoad } from "./load-stream.ts";
import { loadTree } from "./load-tree.ts";
import { openSource, type Source } from "./sources.ts";

/** Files of a folder that are read at a time. */
const treeWindow = 16;

/** The engine's loader; see Loader. Throws INVALID_ARGS; its function also VFS_FULL and the archive codes. */
export function loadSource(source: LoadSource, options: LoadOptions): (sink: LoadSink) => Promise<Loaded> {
  checkOptions(options);
  const decoder = decoderFor(options.encoding);
  const opened = openSource(source);
  return async (sink) => {
    const context = new LoadContext(sink, options, decoder);
    try {
      context.checkSignal();
      const comment = await loadOpened(context, opened);
      context.report();
      return { ...sink.progress, skipped: context.skipped, ...commitIn(comment) };
    } catch (error) {
      // What was read whole before the failure is kept.
      if (!options.atomic) flushQuietly(sink);
      throw context.failure(error);
    }
  };
}

function commitIn(comment: string | undefined): { commit?: string } {
  const commit = comment?.trim();
  return commit && /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit) ? { commit } : {};
}

function flushQuietly(sink: LoadSink): void {
  try {
    sink.flush();
  } catch {
    // The first failure is the one to report.
  }
}

async function loadOpened(context: LoadContext, source: Source): Promise<string | undefined> {
  switch (source.kind) {
    case "archive":
      return loadArchive(context, await source.bytes());
    case "tree":
      await loadTree(context, await source.tree(), treeWindow);
      context.sink.flush();
      return undefined;
    case "items":
      return loadItems(context, source);
  }
}

async function loadItems(context: LoadContext, source: Source & { kind: "items" }): Promise<string | undefined> {
  const iterator = source.items[Symbol.asyncIterator]();
  const first = await iterator.next();
  const rest = resume(first, iterator);
  if (!first.done && first.value instanceof Uint8Array)
    return loadArchive(context, rest as AsyncIterable<Uint8Array> & ByteSource);
  await loadEntries(context, rest as AsyncIterable<Entry>, source.skipped === undefined);
  addCounts(context, source);
  return undefined;
}

async function* resume(first: IteratorResult<unknown>, iterator: AsyncIterator<unknown>): AsyncGenerator<unknown> {
  try {
    for (let next = first; !next.done; next = await iterator.next()) yield next.value;
  } finally {
    await iterator.return?.();
  }
}

async function loadEntries(context: LoadContext, entries: AsyncIterable<Entry>, applyRules: boolean): Promise<void> {
  const load = new StreamLoad(context, applyRules);
  const strip = (path: string) => path.split("/").slice(context.stripComponents).join("/");
  const read = async (entry: Entry) => {
    const file = await readEntry(entry, context.sink.now);
    return { path: strip(file.path), file };
  };
  for await (const { path, file } of readAhead(entries, read)) {
    context.checkSignal();
    if (path === "") continue;
    const size = typeof file.data === "string" ? undefined : file.data.byteLength;
    await load.take({ path, size, mtime: file.mtime, read: async () => file.data });
  }
  load.finish();
}

/** A source that filtered by itself, such as loadDirectory, has counted what it left out. */
function addCounts(context: LoadContext, source: Source & { kind: "items" }): void {
  if (!source.skipped) return;
  for (const key of ["ignored", "symlinks", "tooLarge", "special"] as const) {
    context.skipped[key] += source.skipped[key];
  }
}

const formats: readonly unknown[] = ["zip", "tar", "tar.gz", undefined];

function checkOptions(options: LoadOptions): void {
  const { format, into, stripComponents } = options;
  if (!formats.includes(format)) throw invalid(`format can't be ${String(format)}: pass zip, tar or tar.gz`);
  if (into !== undefined && typeof into !== "string") throw invalid("into must be a folder's path");
  if (stripComponents !== undefined && (!Number.isSafeInteger(stripComponents) || stripComponents < 0)) {
    throw invalid("stripComponents must be 0 or a positive integer");
  }
}

function invalid(detail: string): SondeError {
  return SondeError.of("INVALID_ARGS", { detail });
}
