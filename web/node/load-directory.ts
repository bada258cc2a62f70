import { stat } from "node:fs/promises";
import { resolve } from "node:path";
import { emptySkipped, type FoundFile, type TreeFile, walkTree } from "../archive/tree.ts";
import { defaultLimits } from "../contract/limits.generated.ts";
import { SondeError } from "../contract/sonde-error.ts";
import { Core } from "../engine/core.ts";
import { ignoreMatcher } from "../engine/ignore-matcher.ts";
import { instantiateOnNode } from "../engine/instantiate-node.ts";
import { readAhead } from "../engine/read-ahead.ts";
import type { Entry, LoadOptions, LoadSkipped, WasmSource } from "../engine/types.ts";
import { diskFolder } from "./directory-tree.ts";

export type DirectoryOptions = Pick<LoadOptions, "filter" | "ignore" | "signal"> & {
  /** Larger files are left out. Default: the engine's default limit. */
  maxFileBytes?: number;
  /** The core, whose ignore rules are used, where the package can't find its own. */
  wasm?: WasmSource;
};

/** Entries for writeMany or load. The counts grow while it is read, which can be done once. */
export type DirectoryEntries = AsyncIterable<Entry> & {
  readonly skipped: LoadSkipped & {
    /** Files and folders that could not be read. */
    unreadable: number;
  };
};

/**
 * The files of a folder on disk, in path order. Ignore files are read first;
 * ignored folders and `.git` are not entered, links are not followed.
 * Iterating throws PATH_NOT_FOUND or PATH_INVALID for what is no folder.
 */
export function loadDirectory(path: string, options: DirectoryOptions = {}): DirectoryEntries {
  const skipped = { ...emptySkipped(), unreadable: 0 };
  return { skipped, [Symbol.asyncIterator]: () => readDirectory(resolve(path), options, skipped) };
}

async function* readDirectory(
  path: string,
  options: DirectoryOptions,
  skipped: DirectoryEntries["skipped"],
): AsyncGenerator<Entry> {
  await checkFolder(path);
  const core = new Core(await instantiateOnNode(options.wasm));
  try {
    const unreadable = () => {
      skipped.unreadable += 1;
    };
    const maxFileBytes = options.maxFileBytes ?? defaultLimits.maxFileBytes;
    const walkOptions = { ...options, matcher: ignoreMatcher(core), skipped, maxFileBytes };
    const found = walkTree(diskFolder(path, "", unreadable), walkOptions);
    for await (const entry of readAhead(found, (file) => readFound(file, maxFileBytes, skipped))) {
      if (entry) yield entry;
    }
    options.signal?.throwIfAborted();
  } finally {
    core.dispose();
  }
}

async function checkFolder(path: string): Promise<void> {
  const info = await stat(path).catch(() => undefined);
  if (!info) throw new SondeError("PATH_NOT_FOUND", `there is no folder ${path}: check its name`);
  if (!info.isDirectory()) throw SondeError.of("PATH_INVALID", { detail: `${path} is not a folder` });
}

async function readFound(
  { path, file }: FoundFile,
  maxFileBytes: number,
  skipped: DirectoryEntries["skipped"],
): Promise<Entry | undefined> {
  const opened = await open(file);
  if (!opened) skipped.unreadable += 1;
  else if (opened === "too-large") skipped.tooLarge += 1;
  else return { path, ...opened };
  return undefined;

  async function open(found: TreeFile): Promise<{ data: Uint8Array; mtime?: number } | "too-large" | undefined> {
    try {
      const { size, mtime, read } = await found.open();
      if (size > maxFileBytes) return "too-large";
      return { data: await read(), ...(mtime !== undefined && { mtime }) };
    } catch {
      // Removed since it was listed, or not ours to read.
      return undefined;
    }
  }
}
