// `npm run bench`: the speed table. Ratios are taken in one run on one machine.
//
// Usage: node tests/bench/run.mjs [--full] [--json FILE]
//
// Every timed run is preceded by a one-byte write to one file, and the pattern
// varies by an empty group, so that no result is reused. Each row's matching
// lines are compared with the JavaScript loop's count; where Unicode classes or
// \b could differ, with ripgrep's. A row whose counts differ says so.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/lib/run.mjs";
import { cacheRoot } from "../../scripts/third-party.mjs";
import { corpus, filesBelow } from "./corpora.mjs";

const { createEngine } = await import(pathToFileURL(join(root, "dist/web/engine/entry-node.js")).href);
const full = process.argv.includes("--full");
const jsonAt = process.argv.indexOf("--json");
const runs = full ? 9 : 5;

const queries = [
  ["absent literal", "zzqqabsent"],
  ["rare literal", "sched_clock_register"],
  ["common literal", "return"],
  ["literal, any case", "(?i)return"],
  ["whole word", "\\bkmalloc\\b"],
  ["five literals", "kmalloc|vmalloc|kzalloc|kcalloc|kfree"],
  ["regex with literal", "function\\s+\\w+\\s*\\("],
  ["dense regex", "\\w+\\s*\\("],
  ["line start", "^#include"],
  ["no literal", "[A-Z]{3,}_[0-9]+"],
  ["two words, any case", "(?i)todo|fixme"],
  ["beyond ASCII", "—"],
];

const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1];
async function timed(times, work) {
  const taken = [];
  let result;
  for (let i = 0; i < times; i++) {
    const began = performance.now();
    result = await work(i);
    taken.push(performance.now() - began);
  }
  return { milliseconds: median(taken), result };
}

const folder = corpus("medium");
const files = filesBelow(folder).map((path) => ({
  path: path.slice(folder.length + 1),
  data: readFileSync(path),
  mtime: 1,
}));
const bytes = files.reduce((sum, file) => sum + file.data.length, 0);

const decoder = new TextDecoder();
const decode = await timed(1, () => files.map((file) => decoder.decode(file.data)));
const texts = decode.result;
const engine = await createEngine({ limits: { timeoutMs: 600000 } });
const load = await timed(1, () => engine.files.writeMany(files));
const usage = await engine.files.usage();

const scratch = join(cacheRoot, "bench");
mkdirSync(scratch, { recursive: true });
const oneFile = join(scratch, "medium.txt");
writeFileSync(oneFile, Buffer.concat(files.map((file) => Buffer.concat([file.data, Buffer.from("\n")]))));
const ripgrepPath = "/usr/bin/rg";

/** Matching lines by a loop over decoded strings, the way a careful author writes it. */
function javascriptLoop(pattern) {
  const flags = pattern.startsWith("(?i)") ? "gimu" : "gmu";
  const expression = new RegExp(pattern.replace("(?i)", ""), flags);
  let lines = 0;
  for (const text of texts) {
    expression.lastIndex = 0;
    for (let match = expression.exec(text); match; match = expression.exec(text)) {
      lines++;
      const feed = text.indexOf("\n", match.index);
      if (feed < 0) break;
      expression.lastIndex = feed + 1;
    }
  }
  return lines;
}

const rows = [];
for (const [name, pattern] of queries) {
  const count = async (i) => {
    await engine.files.write("bench-edit.txt", i % 2 ? "a" : "b");
    const began = performance.now();
    const result = await engine.call("grep", { pattern: pattern + "(?:)".repeat(i % 3) });
    return { milliseconds: performance.now() - began, total: result.details?.total };
  };
  const sondeRuns = [];
  for (let i = 0; i < runs; i++) sondeRuns.push(await count(i));
  const sonde = median(sondeRuns.map((run) => run.milliseconds));
  const loop = await timed(full ? 5 : 3, () => javascriptLoop(pattern));
  const ripgrep = await timed(3, () =>
    spawnSync(ripgrepPath, ["-j1", "-c", "-a", "--no-config", pattern, oneFile], { encoding: "utf8" }).stdout.trim(),
  );
  const total = sondeRuns[0].total;
  const equal =
    sondeRuns.every((run) => run.total === total) &&
    (total === loop.result || String(total) === (ripgrep.result || "0"));
  rows.push({
    name,
    pattern,
    total,
    sonde,
    javascript: loop.milliseconds,
    ripgrepOneFile: ripgrep.milliseconds,
    equal,
  });
}
const glob = await timed(runs, () => engine.call("glob", { pattern: "**/*.h" }));
await engine.dispose();

const geometric = (values) => Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
const ms = (value) => value.toFixed(value < 10 ? 1 : 0);
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0].model}, ${cpus().length} cores, Node ${process.versions.node}; ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB; ${execFileSync(ripgrepPath, ["--version"], { encoding: "utf8" }).split("\n")[0]}\n`,
);
console.log(
  "| query | matching lines | Sonde (WebAssembly), whole grep call | JavaScript RegExp loop | × | rg -j1, one file, whole process | × |",
);
console.log("| --- | ---: | ---: | ---: | ---: | ---: | ---: |");
for (const row of rows) {
  const counts = row.equal ? row.total : `${row.total} (counts differ)`;
  console.log(
    `| ${row.name}: \`${row.pattern.replaceAll("|", "\\|")}\` | ${counts} | ${ms(row.sonde)} ms | ${ms(row.javascript)} ms | ${(row.javascript / row.sonde).toFixed(1)} | ${ms(row.ripgrepOneFile)} ms | ${(row.ripgrepOneFile / row.sonde).toFixed(1)} |`,
  );
}
console.log(
  `| geometric mean | | | | ${geometric(rows.map((row) => row.javascript / row.sonde)).toFixed(1)} | | ${geometric(rows.map((row) => row.ripgrepOneFile / row.sonde)).toFixed(1)} |`,
);
console.log(`\nglob **/*.h: ${ms(glob.milliseconds)} ms for ${glob.result.details.total} of ${files.length} paths`);
console.log(
  `load: ${ms(load.milliseconds)} ms; TextDecoder over the same bytes: ${ms(decode.milliseconds)} ms; wasm heap ${(usage.heapBytes / usage.textBytes).toFixed(2)} × text`,
);
if (jsonAt > 0)
  writeFileSync(
    process.argv[jsonAt + 1],
    JSON.stringify(
      {
        date: new Date().toISOString(),
        files: files.length,
        bytes,
        rows,
        glob: glob.milliseconds,
        load: load.milliseconds,
        decode: decode.milliseconds,
        usage,
      },
      null,
      1,
    ),
  );
