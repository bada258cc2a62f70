// From nothing to the first answer, each time in a process of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { freshCopyMilliseconds } from "../fresh-copy.mjs";
import { agrees, inTurns, median } from "../measure.mjs";
import { queriesOn } from "../queries.mjs";
import { rivalFile } from "../rivals.mjs";
import { skipped } from "./shared.mjs";

const child = fileURLToPath(new URL("cold-child.mjs", import.meta.url));

/** The first process of an engine finds its files on disk cold. */
const warmUps = 1;
/** Of what is reported beside the target, the first ones. */
const fewRounds = 5;

/**
 * {pattern, expected, outcomes, parts, mereCopy}: `parts` by engine, medians in
 * milliseconds. npm ripgrep keeps its unpacked module in the temporary folder: each
 * process of it gets an empty one, but for `callUnpacked`.
 */
export async function measureCold({ full, corpus, rivals }) {
  const small = corpus("small");
  const { pattern } = queriesOn("small").find(({ name }) => name === "common literal");
  const kept = mkdtempSync(join(tmpdir(), "sonde-bench-"));
  const parts = {};
  const start = (engine, temporary) => {
    const env = { ...process.env, TMPDIR: temporary };
    if (!rivals.wasm.error) env.RIPGREP = pathToFileURL(rivalFile("ripgrep/lib/index.mjs")).href;
    const args = [child, engine, pattern, small.oneFile, small.index, small.folder];
    const result = spawnSync(process.execPath, args, { encoding: "utf8", env });
    if (result.status !== 0) throw new Error(result.stderr.trim().slice(-300));
    return JSON.parse(result.stdout);
  };
  const cold = (name, engine, { temporary, rounds } = {}) => ({
    name,
    rounds,
    run: () => {
      if (engine !== "sonde" && rivals.wasm.error) skipped(rivals.wasm);
      const folder = temporary ?? mkdtempSync(join(tmpdir(), "sonde-bench-"));
      try {
        const outcome = start(engine, folder);
        parts[name] ??= [];
        parts[name].push(outcome.parts);
        return outcome;
      } finally {
        if (!temporary) rmSync(folder, { recursive: true });
      }
    },
  });
  const contenders = [
    cold("sonde", "sonde", { temporary: kept }),
    cold("call", "call"),
    cold("callUnpacked", "call", { temporary: kept, rounds: fewRounds }),
    cold("memory", "memory", { rounds: fewRounds }),
  ];
  await inTurns(contenders, warmUps);
  for (const name of Object.keys(parts)) delete parts[name];
  const outcomes = await inTurns(contenders, full ? 31 : 15);
  rmSync(kept, { recursive: true });
  const expected = outcomes.call.counts?.[0] ?? outcomes.sonde.counts?.[0];
  for (const outcome of Object.values(outcomes)) outcome.agrees = agrees(outcome, expected);
  return { pattern, expected, outcomes, parts: mediansOf(parts), mereCopy: mereCopy(small.files) };
}

const mereCopy = (files) => median(Array.from({ length: fewRounds }, () => freshCopyMilliseconds(files)));

function mediansOf(partsByEngine) {
  const medians = (runs) =>
    Object.fromEntries(Object.keys(runs[0]).map((part) => [part, median(runs.map((each) => each[part]))]));
  return Object.fromEntries(Object.entries(partsByEngine).map(([name, runs]) => [name, medians(runs)]));
}
