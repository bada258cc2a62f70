// What the searching commands share: load a folder, call one tool, print.
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { emptySkipped } from "../archive/tree.ts";
import type { Limits } from "../contract/limits.generated.ts";
import type { ToolResult } from "../contract/types.ts";
import { createEngine } from "../engine/entry-node.ts";
import { type DirectoryEntries, loadDirectory } from "../node/load-directory.ts";
import type { ExitCode, OptionSpec, Output } from "./command.ts";
import { diskEntry } from "./disk-file.ts";
import { Progress } from "./progress.ts";

export const jsonOption: OptionSpec = { type: "boolean", help: "Print the whole tool result as JSON." };
export const allOption: OptionSpec = { type: "boolean", help: "Print every result, without the usual cap." };

/** Far more than a terminal can use; the engine's counts stay exact beyond it. */
const uncapped: Partial<Limits> = { grepMaxMatches: 100_000_000, globMaxResults: 100_000_000 };

export type Search = {
  tool: string;
  args: Record<string, unknown>;
  folder: string;
  /** Also load what ignore files name. */
  loadIgnored: boolean;
  all: boolean;
  json: boolean;
};

/** Loads `folder`, or the one file it names, calls the tool and prints what the model would read. */
export async function search(request: Search, output: Output): Promise<ExitCode> {
  const engine = await createEngine(request.all ? { limits: uncapped } : {});
  const progress = new Progress(output.stderr);
  try {
    const entries = await openFolder(request);
    await progress.load(engine, entries);
    const result = await engine.call(request.tool, request.args, { onProgress: (counts) => progress.search(counts) });
    progress.clear();
    print(result, request.json, output);
    noteSkipped(entries, output);
    return exitCode(result);
  } finally {
    progress.clear();
    await engine.dispose();
  }
}

/** The entries of a folder, or the one file that `folder` names. */
export async function openFolder({
  folder,
  loadIgnored,
}: Pick<Search, "folder" | "loadIgnored">): Promise<DirectoryEntries> {
  const info = await stat(folder).catch(() => undefined);
  if (!info?.isFile()) return loadDirectory(folder, { ignore: !loadIgnored });
  // A file that is named is searched, whatever the rules around it.
  const entry = await diskEntry(folder, basename(folder));
  return {
    skipped: { ...emptySkipped(), unreadable: 0 },
    async *[Symbol.asyncIterator]() {
      yield entry;
    },
  };
}

export function print(result: ToolResult, json: boolean, output: Output): void {
  if (json) {
    output.stdout.write(`${JSON.stringify(result)}\n`);
    return;
  }
  const target = result.isError ? output.stderr : output.stdout;
  for (const block of result.content) target.write(`${block.text}\n`);
  const partial = partialReason(result);
  if (partial) output.stderr.write(`sonde: partial result: ${partial}\n`);
}

/** Why a result does not hold everything, or undefined when it does. */
export function partialReason(result: ToolResult): string | undefined {
  const meta = objectOf(result.meta);
  const details = objectOf(result.details);
  if (result.error?.code === "SEARCH_BUDGET") return result.error.message;
  if (details.status === "partial") return "the search did not see everything";
  if (meta.truncated === true) return `not all of ${String(meta.total)} results are shown; --all shows them`;
  return undefined;
}

export function exitCode(result: ToolResult): ExitCode {
  if (result.isError) return 2;
  return objectOf(result.meta).total === 0 ? 1 : 0;
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}

export function noteSkipped({ skipped }: DirectoryEntries, output: Output): void {
  const { unreadable, tooLarge } = skipped;
  if (unreadable > 0) output.stderr.write(`sonde: ${unreadable} files or folders could not be read\n`);
  if (tooLarge > 0) output.stderr.write(`sonde: ${tooLarge} files were too large to load\n`);
}
