// files.load: from whatever people drop to files in the engine.
import { SondeError } from "../contract/sonde-error.ts";
import { decoderFor } from "../engine/decode.ts";
import { checkEntry, entryTime, readEntry } from "../engine/file-writer.ts";
import type { LoadSink } from "../engine/loader.ts";
import type { Entry, Loaded, LoadOptions, LoadSource } from "../engine/types.ts";
import { loadArchive } from "./load-archive.ts";
import { LoadContext } from "./load-context.ts";
import { StreamLoad } from "./load-stream.ts";
import { loadTree } from "./load-tree.ts";
import { openSource, type Source, treeOfItems } from "./sources.ts";

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
  const iterator = context.untilAborted(source.items)[Symbol.asyncIterator]();
  const first = await iterator.next();
  const items = resume(first, iterator);
  if (!first.done && first.value instanceof Uint8Array) return loadArchive(context, items as AsyncIterable<Uint8Array>);
  if (!first.done && treeOfItems([first.value])) return loadList(context, items);
  await loadEntries(context, items as AsyncIterable<Entry>, source.skipped === undefined);
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

/** Files and handles that came one by one. */
async function loadList(context: LoadContext, items: AsyncIterable<unknown>): Promise<undefined> {
  const list: unknown[] = [];
  for await (const item of items) list.push(item);
  const tree = treeOfItems(list);
  if (!tree) throw invalid("a list must hold files, handles or entries, not some of each");
  await loadTree(context, tree, treeWindow);
  context.sink.flush();
}

async function loadEntries(context: LoadContext, entries: AsyncIterable<Entry>, applyRules: boolean): Promise<void> {
  const load = new StreamLoad(context, applyRules);
  for await (const entry of entries) {
    context.checkSignal();
    const path = checkEntry(entry).split("/").slice(context.stripComponents).join("/");
    if (path === "" && context.stripComponents > 0) continue;
    const { data } = entry;
    const size = typeof data === "string" ? undefined : data instanceof Blob ? data.size : data.byteLength;
    const read = async () => (await readEntry(entry, context.sink.now)).data;
    await load.take({ path, size, mtime: entryTime(entry), read });
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
