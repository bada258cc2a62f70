// From nothing to the first answer, each time in a process of its own.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { agrees, inTurns, median } from "../measure.mjs";
import { queriesOn } from "../queries.mjs";
import { skipped } from "./shared.mjs";

const child = fileURLToPath(new URL("cold-child.mjs", import.meta.url));

/** npm ripgrep keeps its unpacked module in the temporary folder: `wasmFirst` gets an empty one. */
export async function measureCold({ full, corpus, rivals }) {
  corpus("small");
  const { pattern } = queriesOn("small").find(({ name }) => name === "common literal");
  const kept = mkdtempSync(join(tmpdir(), "sonde-bench-"));
  const run = (engine, temporary) => {
    const env = { ...process.env, TMPDIR: temporary };
    const result = spawnSync(process.execPath, [child, engine, pattern], { encoding: "utf8", env });
    if (result.status !== 0) throw new Error(result.stderr.trim().slice(-300));
    return JSON.parse(result.stdout);
  };
  const first = () => {
    if (rivals.wasm.error) skipped(rivals.wasm);
    const empty = mkdtempSync(join(tmpdir(), "sonde-bench-"));
    try {
      return run("wasm", empty);
    } finally {
      rmSync(empty, { recursive: true });
    }
  };
  if (!rivals.wasm.error) run("wasm", kept);
  const runs = [];
  const ours = () => {
    runs.push(run("sonde", kept));
    return runs.at(-1);
  };
  const contenders = [
    { name: "sonde", run: ours },
    { name: "wasmFirst", run: first },
    { name: "wasmUnpacked", run: () => (rivals.wasm.error ? skipped(rivals.wasm) : run("wasm", kept)) },
  ];
  const outcomes = await inTurns(contenders, full ? 9 : 5);
  rmSync(kept, { recursive: true });
  const expected = outcomes.wasmFirst.counts?.[0] ?? outcomes.sonde.counts?.[0];
  for (const outcome of Object.values(outcomes)) outcome.agrees = agrees(outcome, expected);
  const names = Object.keys(runs[0]?.parts ?? {});
  const parts = Object.fromEntries(names.map((name) => [name, median(runs.map((each) => each.parts[name]))]));
  return { pattern, expected, outcomes, parts };
}
