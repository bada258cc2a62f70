// Holds the core to its coverage: `node tests/coverage/gate.mjs [build folder]`.
//
// Runs the unit tests and the shared cases on a build with coverage (build/asan
// by default), reads what gcov counted, prints every file and fails when a
// bound is missed: all of core 95 % of its lines; whatever makes texts and meta
// of results, every line and every branch.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { readTopics, runNative, sessionOf } from "../fixtures/cases.mjs";

const minLinePercent = 95;
const complete = (file) => file.startsWith("core/present/") || file === "core/tools/retain.cc";

const root = fileURLToPath(new URL("../..", import.meta.url));
const build = resolve(process.argv[2] ?? join(root, "build/asan"));
const objects = join(build, "CMakeFiles/sonde_core.dir");

const counted = () =>
  readdirSync(objects, { recursive: true })
    .filter((file) => file.endsWith(".gcda"))
    .map((file) => join(objects, file));

function runTests() {
  for (const file of counted()) rmSync(file);
  const unit = spawnSync(join(build, "tests/unit_tests"), { encoding: "utf8", maxBuffer: 2 ** 28 });
  if (unit.status !== 0) throw new Error(`unit_tests failed:\n${(unit.stdout ?? "") + (unit.stderr ?? unit.error)}`);
  process.env.SONDE_PROBE = join(build, "tests/sonde_probe");
  runNative(readTopics().flatMap(({ cases }) => cases.map(sessionOf)));
}

/** gcov's reports, one per object file. */
function readReports() {
  const folder = mkdtempSync(join(tmpdir(), "sonde-gcov-"));
  const tool = ["--json-format", "--branch-probabilities", "--stdout", ...counted()];
  const gcov = spawnSync("gcov", tool, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 30 });
  rmSync(folder, { recursive: true });
  if (gcov.status !== 0) throw new Error(`gcov failed: ${gcov.stderr}`);
  return gcov.stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line));
}

/**
 * Lines and branches by file. The same line counts once: what one object file
 * or one instance of a template ran, has been run.
 */
function gather(reports, sources) {
  const files = new Map();
  for (const report of reports) {
    for (const { file, lines } of report.files) {
      const name = relative(sources, resolve(report.current_working_directory, file));
      if (!name.startsWith("core/")) continue;
      const known = files.get(name) ?? new Map();
      files.set(name, known);
      for (const { line_number, count, branches } of lines) {
        const line = known.get(line_number) ?? { count: 0, branches: new Map() };
        known.set(line_number, line);
        line.count += count;
        const real = branches.filter((branch) => !branch.throw);
        for (const [index, branch] of real.entries()) {
          const key = `${real.length}:${index}`;
          line.branches.set(key, (line.branches.get(key) ?? 0) + branch.count);
        }
      }
    }
  }
  return files;
}

function summarize(lines) {
  const all = [...lines.entries()];
  const branches = all.flatMap(([number, { branches }]) => [...branches.values()].map((count) => ({ number, count })));
  return {
    lines: all.length,
    missedLines: all
      .filter(([, { count }]) => count === 0)
      .map(([number]) => number)
      .sort((a, b) => a - b),
    branches: branches.length,
    missedBranches: branches
      .filter(({ count }) => count === 0)
      .map(({ number }) => number)
      .sort((a, b) => a - b),
  };
}

const percent = (part, whole) => (whole === 0 ? 100 : (100 * part) / whole);
const shown = (missed, whole) =>
  `${percent(whole - missed.length, whole)
    .toFixed(1)
    .padStart(6)} %`;

runTests();
const files = gather(readReports(), process.env.SONDE_SOURCES ?? root);
let lines = 0;
let missed = 0;
const failures = [];
for (const name of [...files.keys()].sort()) {
  const summary = summarize(files.get(name));
  lines += summary.lines;
  missed += summary.missedLines.length;
  console.log(
    `${shown(summary.missedLines, summary.lines)} lines ${shown(summary.missedBranches, summary.branches)} branches  ${name}` +
      (summary.missedLines.length > 0 ? `  lines ${summary.missedLines.join(" ")}` : ""),
  );
  if (!complete(name)) continue;
  if (summary.missedLines.length > 0) failures.push(`${name}: lines ${summary.missedLines.join(" ")} are never run`);
  if (summary.missedBranches.length > 0) {
    failures.push(`${name}: branches of lines ${summary.missedBranches.join(" ")} are never taken`);
  }
}
const total = percent(lines - missed, lines);
console.log(`${total.toFixed(2)} % of ${lines} lines in all`);
if (files.size === 0) failures.push(`no counts in ${objects}: build the preset asan first`);
if (total < minLinePercent) failures.push(`core: ${total.toFixed(2)} % of lines, ${minLinePercent} % are wanted`);
for (const failure of failures) console.error(`coverage: ${failure}`);
process.exit(failures.length > 0 ? 1 : 0);
