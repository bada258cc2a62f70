// `npm run bench`: how fast Sonde is, and against whom. One report in Markdown,
// one in JSON. Ratios are taken in one run on one machine.
//
// Usage: node tests/bench/run.mjs [--full] [--json FILE] [--only PART[,PART]]
//
// Every timed run in a process that lives on is preceded by a one-byte write to
// one file, and the pattern varies by empty groups, so that no result is used
// again; a native program starts afresh each time. What each engine counted is
// held against ripgrep's count; a run that counted otherwise scores zero.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname } from "node:path";
import { parseArgs } from "node:util";
import { bundle } from "./bundle.mjs";
import { measureGrowthTables } from "./growth.mjs";
import { measureCold } from "./parts/cold.mjs";
import { measureLarge } from "./parts/large.mjs";
import { measureLoad } from "./parts/load.mjs";
import { measureQueries } from "./parts/queries.mjs";
import { measureScan } from "./parts/scan.mjs";
import { measureSmall } from "./parts/small.mjs";
import { measureTools } from "./parts/tools.mjs";
import { markdown } from "./report.mjs";
import { NativeRunner } from "./rivals/native.mjs";
import { findRivals } from "./rivals.mjs";
import { shippedSize } from "./shipped-size.mjs";
import { judge } from "./targets.mjs";

const makers = {
  queries: measureQueries,
  small: measureSmall,
  tools: measureTools,
  scan: measureScan,
  load: measureLoad,
  cold: measureCold,
  growth: measureGrowthTables,
  large: measureLarge,
  size: shippedSize,
};

const { values: options } = parseArgs({
  options: { full: { type: "boolean", default: false }, json: { type: "string" }, only: { type: "string" } },
});
const wanted = options.only?.split(",") ?? Object.keys(makers);
const unknown = wanted.find((name) => !makers[name]);
if (unknown !== undefined) {
  console.error(`no part is called ${unknown}; there are ${Object.keys(makers).join(", ")}`);
  process.exit(2);
}

const began = performance.now();
const runner = new NativeRunner();
const rivals = findRivals();
const corpora = new Map();
function corpus(name) {
  if (!corpora.has(name)) corpora.set(name, bundle(name));
  return corpora.get(name);
}

const parts = {};
for (const name of wanted) {
  const from = performance.now();
  try {
    parts[name] = await makers[name]({ full: options.full, corpus, rivals, runner });
  } catch (error) {
    parts[name] = { error: String(error?.stack ?? error) };
  }
  console.error(`${name}: ${((performance.now() - from) / 1000).toFixed(0)} s`);
}
runner.close();

const report = {
  date: new Date().toISOString().slice(0, 10),
  machine: `${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}`,
  mode: options.full ? "full" : "short",
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
