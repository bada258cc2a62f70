// What a broad signal_grep costs, and what its snapshots hold.
//
// Usage: node tests/bench/signal.mjs [--json FILE]
// Over the medium corpus (more than 10,000 files) with a query of more than
// 50,000 hits. Ends with 1 when a bound of the table is missed.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/lib/run.mjs";
import { corpus } from "./corpora.mjs";
import { makeFilters } from "./sonde.mjs";

const { createEngine } = await import(pathToFileURL(join(root, "dist/web/engine/entry-node.js")).href);
const { loadDirectory } = await import(pathToFileURL(join(root, "dist/web/node/index.js")).href);
const pattern = "return";
const runs = 9;
const rows = [];
let missed = 0;

function check(name, value, bound, good) {
  if (!good) ++missed;
  rows.push({ name, value, bound, good });
  console.log(`| ${name} | ${value} | ${bound} | ${good ? "ok" : "MISSED"} |`);
}

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
async function timed(work) {
  const begin = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begin };
}

const engine = await createEngine();
await engine.files.writeMany(loadDirectory(corpus("medium"), { ignore: false }));
const signal = (args) => engine.call("signal_grep", args);
const details = async (args) => {
  const result = await signal(args);
  if (result.isError) throw new Error(`${JSON.stringify(args)}: ${result.content[0].text}`);
  return result;
};

console.log("| signal_grep on a broad query | measured | bound | |\n| --- | ---: | ---: | --- |");
const before = await engine.files.usage();
check("files", before.files, "≥ 10,000", before.files >= 10_000);

// The two calls take turns, so that a busy machine slows both.
const counts = [];
const summaries = [];
let counted;
let first;
for (let run = 0; run < runs; ++run) {
  const grep = await timed(() => engine.call("grep", { pattern }));
  const summary = await timed(() => details({ pattern, ignoreCase: false }));
  counts.push(grep.ms);
  summaries.push(summary.ms);
  counted = grep.result.details.total;
  first = summary.result;
  await engine.clear();
}
first = await details({ pattern, ignoreCase: false });
check("hits", first.details.totalMatches, "≥ 50,000", first.details.totalMatches >= 50_000);
check(
  "the same as counted by grep",
  first.details.totalMatches === counted,
  "true",
  first.details.totalMatches === counted,
);
check("summary, characters", first.content[0].text.length, "≤ 8,000", first.content[0].text.length <= 8000);
const ratio = median(summaries) / median(counts);
const pair = `${median(summaries).toFixed(0)} ms / ${median(counts).toFixed(0)} ms = ${ratio.toFixed(2)}`;
check("summary against the bare count", pair, "≤ 1.5", ratio <= 1.5);

// Every page of matching lines, and every page of the overview.
const pageTimes = [];
const shown = new Set();
let doubled = 0;
let request = { cursor: first.details.cursor, mode: "matches" };
while (request) {
  const { result, ms } = await timed(() => details(request));
  pageTimes.push(ms);
  for (const [, index] of result.content[0].text.matchAll(/ \{#(\d+)\}$/gm)) {
    if (shown.has(index)) ++doubled;
    shown.add(index);
  }
  request = result.details.cursor && { cursor: result.details.cursor };
}
const stored = first.details.storedMatches;
check(
  "matches shown by all pages",
  `${shown.size} of ${stored}, ${doubled} twice`,
  "each once",
  shown.size === stored && doubled === 0,
);
const overviewTimes = [];
let files = 0;
for (let cursor = first.details.cursor; cursor; ) {
  const { result, ms } = await timed(() => details({ cursor, mode: "summary" }));
  overviewTimes.push(ms);
  files += result.details.summaryFilesShown;
  cursor = result.details.summaryFilesOmitted > 0 ? result.details.cursor : undefined;
}
const rest = first.details.totalFiles - first.details.summaryFilesShown;
check("files shown by the further summary pages", files, `${rest}`, files === rest);
for (const [name, times] of [
  [`${pageTimes.length} pages of lines`, pageTimes],
  [`${overviewTimes.length} pages of files`, overviewTimes],
]) {
  const value = `${median(times).toFixed(2)} ms, 99 of 100 within ${[...times].sort((a, b) => a - b)[Math.floor(times.length * 0.99)].toFixed(2)} ms`;
  check(name, value, "median ≤ 5 ms", median(times) <= 5);
}

// Twenty snapshots, four rounds; files change under them. Their searches make no filters
// any more, which stay when results go.
await makeFilters(engine);
await engine.clear();
const start = await engine.files.usage();
const heaps = [];
let expired = "";
for (let round = 0; round < 4; ++round) {
  const cursors = [];
  for (let n = 0; n < 20; ++n) {
    cursors.push((await details({ pattern, ignoreCase: false, mode: "summary" })).details.cursor);
    await engine.files.write("linux/changing.c", `return ${round} ${n};\n`.repeat(40_000));
  }
  const usage = await engine.files.usage();
  if (round === 0) {
    const alive = [];
    for (const cursor of cursors) {
      const result = await signal({ cursor, mode: "files" });
      if (result.isError) expired = result.error.code;
      else alive.push(cursor);
    }
    check("snapshots alive of 20 with 50,000 lines each", alive.length, "2 (100,000 lines in all)", alive.length === 2);
    check("an evicted cursor", expired, "CURSOR_EXPIRED", expired === "CURSOR_EXPIRED");
    check("pinned bytes", usage.pinnedBytes, "≤ 64 MiB", usage.pinnedBytes <= 64 * 2 ** 20);
  }
  await engine.clear();
  await engine.files.remove("linux/changing.c");
  heaps.push((await engine.files.usage()).heapBytes);
}
const end = await engine.files.usage();
const change = (100 * (end.allocatedBytes - start.allocatedBytes)) / start.allocatedBytes;
check("allocated bytes after clear()", `${change.toFixed(3)} %`, "within 2 %", Math.abs(change) <= 2);
check(
  "snapshot and pinned bytes after clear()",
  end.snapshotBytes + end.pinnedBytes,
  "0",
  end.snapshotBytes + end.pinnedBytes === 0,
);
check("heap bytes of rounds 3 and 4", heaps.slice(2).join(", "), "do not grow", heaps[3] <= heaps[2]);

const jsonAt = process.argv.indexOf("--json");
if (jsonAt > 0) writeFileSync(process.argv[jsonAt + 1], `${JSON.stringify(rows, undefined, 1)}\n`);
await engine.dispose();
process.exit(missed > 0 ? 1 : 0);
