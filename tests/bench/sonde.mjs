// Sonde, as the benchmarks use it: the built package, one engine a tree.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/lib/run.mjs";
import { varied } from "./queries.mjs";

export const entry = pathToFileURL(join(root, "dist/web/engine/entry-node.js")).href;
const { createEngine } = await import(entry);

/** No search is stopped, and a value of any size that fits the heap is given out. */
const limits = { timeoutMs: 600_000 };
/** Keeps one line of any number: what a count alone would cost, plus that line's text and meta. */
export const bareLimits = { grepMaxMatches: 1 };
/** Neither makes filters nor asks them. */
export const withoutFilters = { filterBuildBytes: 0 };

/** An engine that holds `files`. */
export async function openSonde(files, { limits: more, ...options } = {}) {
  const engine = await createEngine({ limits: { ...limits, ...more }, ...options });
  await engine.files.writeMany(files);
  return engine;
}

/**
 * Searches for what is nowhere until every file has its filter: a search makes a
 * part of them, the less the more there are. Returns how many searches it took.
 */
export async function makeFilters(engine) {
  const [most, atOnce] = [2000, 10];
  for (let runs = 0, before = 0; runs < most; runs += atOnce) {
    for (let run = 0; run < atOnce; run++) await grep(engine, "no file holds this", run);
    const { allocatedBytes, textBytes } = await engine.files.usage();
    if (allocatedBytes - before < textBytes / 100_000) return runs;
    before = allocatedBytes;
  }
  throw new Error(`filters were still made after ${most} searches`);
}

/** A one-byte write to one file, which ends the life of every result that is kept. */
export const edit = (engine, run) => engine.files.write("bench-edit.txt", run % 2 ? "a" : "b");

/** One call after an edit, the edit not timed: {milliseconds, result}. Throws for an error result. */
export async function call(engine, run, tool, args, options) {
  await edit(engine, run);
  const began = performance.now();
  const result = await engine.call(tool, args, options);
  const milliseconds = performance.now() - began;
  if (result.isError) throw new Error(result.content[0].text);
  return { milliseconds, result };
}

/** A grep of `pattern`, varied by `run`: {milliseconds, count} with the count of matching lines. */
export async function grep(engine, pattern, run) {
  const { milliseconds, result } = await call(engine, run, "grep", { pattern: varied(pattern, run) });
  return { milliseconds, count: result.details.total };
}
