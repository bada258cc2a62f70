// `npm run bench`: how fast Sonde is, and against whom. One report in Markdown,
// one in JSON. Ratios are taken in one run on one machine.
//
// Usage: node tests/bench/run.mjs [--full] [--json FILE] [--only PART[,PART]]
//
// Every timed run in a process that lives on is preceded by a one-byte write to
// one file, and the pattern varies by empty groups, so that no result is used
// again; a native program starts afresh each time. What each engine counted is
// held against ripgrep's count; a run that counted otherwise scores zero.
import { fork } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { partNames } from "./part.mjs";
import { markdown } from "./report.mjs";
import { findRivals } from "./rivals.mjs";
import { judge } from "./targets.mjs";

const { values: options } = parseArgs({
  options: { full: { type: "boolean", default: false }, json: { type: "string" }, only: { type: "string" } },
});
const wanted = options.only?.split(",") ?? partNames;
const unknown = wanted.find((name) => !partNames.includes(name));
if (unknown !== undefined) {
  console.error(`no part is called ${unknown}; there are ${partNames.join(", ")}`);
  process.exit(2);
}

const began = performance.now();
const mode = options.full ? "full" : "short";
const rivals = findRivals();
const parts = {};
for (const name of wanted) {
  const from = performance.now();
  parts[name] = await measure(name);
  console.error(`${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`);
}

/** A part's result, or {error}. */
function measure(name) {
  return new Promise((resolve) => {
    const child = fork(fileURLToPath(new URL("part.mjs", import.meta.url)), [name, mode]);
    child.on("message", resolve);
    child.on("exit", (code, signal) => resolve({ error: `the part ended with ${signal ?? code}` }));
  });
}

const report = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}`,
  mode,
  seconds: Math.round((performance.now() - began) / 1000),
  rivals,
  targets: judge(parts),
  parts,
};
console.log(markdown(report));
if (options.json) {
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(options.json, JSON.stringify(report, null, 1));
}
const failed = Object.values(parts).some(({ error }) => error);
process.exitCode = failed ? 1 : 0;
