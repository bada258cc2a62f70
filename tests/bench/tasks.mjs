// How many bytes an agent reads until it has the line it looks for: a scripted
// reader that follows signal_grep's nextRequest and nothing else, against one
// that pages plain grep through its kept result.
//
// Usage: node tests/bench/tasks.mjs [--json FILE]
// Ends with 1 when a task is lost, a fixture is out of date, or the broad tasks
// save less than 60 %.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/lib/run.mjs";

const { createEngine } = await import(pathToFileURL(join(root, "dist/web/engine/entry-node.js")).href);
const { loadDirectory } = await import(pathToFileURL(join(root, "dist/web/node/index.js")).href);
const { tree, tasks } = JSON.parse(readFileSync(join(root, "fixtures/tasks.json"), "utf8"));
/** Hits that one page of matching lines could not show. */
const broadFrom = 101;
const leastSaved = 60;

const engine = await createEngine();
await engine.files.writeMany(loadDirectory(join(root, tree), { ignore: false }));

/** True when a text shows `path`:`line`: rows stand below their path. */
function shows(text, { path, line }, row) {
  let current = "";
  for (const one of text.split("\n")) {
    const match = row.exec(one);
    if (match && current === path && Number(match[1]) === line) return true;
    // Context rows begin with a blank, files of a summary with their count.
    const heading = /^(?:(?=.{6}) *\d+ {2})?([^ ].*)$/.exec(one)?.[1];
    if (!match && heading) current = heading;
  }
  return false;
}

async function bySignal({ query, target }) {
  let bytes = 0;
  let calls = 0;
  let total = 0;
  let request = { pattern: query, literal: true };
  while (request) {
    const result = await engine.call("signal_grep", request);
    const text = result.content[0].text;
    if (result.isError) throw new Error(`${JSON.stringify(request)}: ${text}`);
    bytes += Buffer.byteLength(text);
    calls += 1;
    total = result.details.totalMatches;
    if (target && shows(text, target, /^ +(\d+): /)) return { bytes, calls, total, found: true };
    request = result.details.nextRequest;
  }
  return { bytes, calls, total, found: !target && total === 0 };
}

async function byGrep({ query, target }) {
  const pattern = query.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  const first = await engine.call("grep", { pattern });
  let bytes = Buffer.byteLength(first.content[0].text);
  let calls = 1;
  if (!target) return { bytes, calls, found: first.details.total === 0 };
  if (shows(first.content[0].text, target, /^Line (\d+): /)) return { bytes, calls, found: true };
  const path = first.details.locator;
  let text = "";
  for (let offset = 1; path !== undefined; ) {
    const page = (await engine.call("read", { path, offset })).content[0].text;
    bytes += Buffer.byteLength(page);
    calls += 1;
    text += `${page.replace(/^\d+\t/gm, "")}\n`;
    if (shows(text, target, /^Line (\d+): /)) return { bytes, calls, found: true };
    const next = /continue with offset=(\d+)\]$/.exec(page);
    if (!next) break;
    offset = Number(next[1]);
  }
  return { bytes, calls, found: false };
}

const rows = [];
let lost = 0;
for (const task of tasks) {
  const [path, line] = task.answer?.split(":") ?? [];
  const target = path && { path, line: Number(line) };
  if (target) {
    const at = readFileSync(join(root, tree, path), "utf8").split("\n")[target.line - 1];
    if (at !== task.line)
      throw new Error(`fixtures/tasks.json is out of date: ${task.answer} is ${JSON.stringify(at)}`);
  }
  const signal = await bySignal({ ...task, target });
  const grep = await byGrep({ ...task, target });
  if (!signal.found) ++lost;
  rows.push({ kind: task.kind, query: task.query, hits: signal.total, signal, grep, broad: signal.total >= broadFrom });
}

const percent = (signal, grep) => Math.round(100 * (1 - signal / grep));
const sum = (list, tool) => list.reduce((bytes, row) => bytes + row[tool].bytes, 0);
const cell = ({ bytes, calls, found }) => `${bytes}${calls > 1 ? ` (${calls} calls)` : ""}${found ? "" : " LOST"}`;
console.log(
  "| task | query | hits | signal_grep, bytes | grep, bytes | saved |\n| --- | --- | ---: | ---: | ---: | ---: |",
);
for (const { kind, query, hits, signal, grep } of rows) {
  console.log(
    `| ${kind} | \`${query}\` | ${hits} | ${cell(signal)} | ${cell(grep)} | ${percent(signal.bytes, grep.bytes)} % |`,
  );
}
const broad = rows.filter((row) => row.broad);
for (const [name, list] of [
  ["broad tasks", broad],
  ["all tasks", rows],
]) {
  const [signal, grep] = [sum(list, "signal"), sum(list, "grep")];
  console.log(`| **${name}** | ${list.length} | | ${signal} | ${grep} | ${percent(signal, grep)} % |`);
}
const saved = percent(sum(broad, "signal"), sum(broad, "grep"));
const good = lost === 0 && saved >= leastSaved;
console.log(
  `\n${lost} tasks lost; ${saved} % saved on broad tasks (at least ${leastSaved} % wanted): ${good ? "ok" : "FAILED"}`,
);
const jsonAt = process.argv.indexOf("--json");
if (jsonAt > 0) writeFileSync(process.argv[jsonAt + 1], `${JSON.stringify({ rows, saved, lost }, undefined, 1)}\n`);
await engine.dispose();
process.exit(good ? 0 : 1);
