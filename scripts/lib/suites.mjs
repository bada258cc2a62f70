// The suites of `npm test`, in order, and how each one's cases are counted.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { buildTypeScript, buildWasm } from "../build.mjs";
import { buildPreset } from "../native.mjs";
import { rememberBuild } from "./build-stamp.mjs";
import { root } from "./run.mjs";

const reports = join(root, "build/reports");

const node = process.execPath;

/** While two suites run at once, each prints when it has ended, so that they stay apart. */
let twoAtOnce = false;

async function execute(command, environment = {}) {
  const buffered = twoAtOnce;
  if (!buffered) console.log(`$ ${command.join(" ")}`);
  const child = spawn(command[0], command.slice(1), {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    if (!buffered) process.stdout.write(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
    if (!buffered) process.stderr.write(text);
  });
  const status = await new Promise((resolve) => {
    child.on("error", (error) => {
      errors += `${error.message}\n`;
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
  if (buffered) {
    console.log(`$ ${command.join(" ")}`);
    process.stdout.write(output);
    process.stderr.write(errors);
  }
  return { status, output };
}

/** One command that passes or fails as a whole. */
const check =
  (...command) =>
  async () => {
    const { status } = await execute(command);
    return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  };

/** A comparison with another program's answers; the random part is kept short, check:all runs more. */
const oracle = (name) => async () => {
  const environment = {
    SONDE_IGNORE_PROBE: join(root, "build/asan/tests/ignore_probe"),
    SONDE_ORACLE_CASES: process.env.SONDE_ORACLE_CASES ?? "300",
  };
  const { status } = await execute([node, `tests/differential/${name}.mjs`], environment);
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
};

/** Catch2's closing line counts test cases. */
function catch2(binary) {
  return async () => {
    const { status, output } = await execute([join(root, binary)], { ASAN_OPTIONS: "detect_leaks=1" });
    const all = /All tests passed \(.* in (\d+) test cases?\)/.exec(output);
    const some = /test cases:\s*(\d+) \|\s*(?:(\d+) passed \|\s*)?(\d+) failed/.exec(output);
    if (all && status === 0) return { passed: Number(all[1]), failed: 0 };
    if (some) return { passed: Number(some[2] ?? 0), failed: Number(some[3]) };
    return { passed: 0, failed: 1 };
  };
}

/** Vitest's JSON report counts tests; a run without any, or that died, is a failure. */
function vitest(name, ...words) {
  return async () => {
    const file = join(reports, `${name}.json`);
    rmSync(file, { force: true });
    const { status } = await execute([
      join(root, "node_modules/.bin/vitest"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...words,
    ]);
    if (!existsSync(file)) return { passed: 0, failed: 1 };
    const report = JSON.parse(readFileSync(file, "utf8"));
    for (const suite of report.testResults) {
      for (const test of suite.assertionResults) {
        if (test.status === "pending" || test.status === "skipped") console.log(`skipped: ${test.fullName}`);
      }
    }
    const failed = report.numFailedTests + (status !== 0 && report.numFailedTests === 0 ? 1 : 0);
    return { passed: report.numPassedTests, failed };
  };
}

/** The built pages in Debian's Chromium; Playwright's JSON report counts tests. */
async function playwright() {
  const file = join(reports, "e2e.json");
  rmSync(file, { force: true });
  const { status } = await execute([
    join(root, "node_modules/.bin/playwright"),
    "test",
    "-c",
    "e2e/playwright.config.ts",
  ]);
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(file, "utf8"));
  if (stats.skipped > 0) console.log(`skipped: ${stats.skipped} tests in Chromium, named above`);
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: failed + (status !== 0 && failed === 0 ? 1 : 0) };
}

const builds = {
  "build: native with ASan and UBSan": () => buildPreset("asan"),
  "build: WebAssembly": buildWasm,
  "build: TypeScript": () => {
    buildTypeScript();
    rememberBuild();
  },
};

const suites = {
  "contract is generated": check(node, "scripts/generate.mjs", "--check"),
  "NFC tables are generated": check(node, "scripts/generate-nfc.mjs", "--check"),
  "card schema is generated": check(node, "scripts/schema.mjs", "--check"),
  layers: check(node, "scripts/check-includes.mjs"),
  "C++ format": check(node, "scripts/format-cpp.mjs"),
  "TypeScript lint": check(
    join(root, "node_modules/.bin/biome"),
    "check",
    "--error-on-warnings",
    "web",
    "tests",
    "scripts",
    "e2e",
  ),
  "TypeScript types": check(join(root, "node_modules/.bin/tsc"), "-p", "web/tsconfig.json"),
  "unit tests (C++, ASan, UBSan)": catch2("build/asan/tests/unit_tests"),
  "gitignore against git": oracle("gitignore_oracle"),
  "globs against ripgrep": oracle("glob_oracle"),
  "NFC against JavaScript": oracle("nfc_oracle"),
  "core coverage": check(node, "tests/coverage/gate.mjs"),
  "fuzzers replay their corpus": check(node, "tests/fuzz/replay.mjs"),
  "Presentation, every line and branch": vitest("presentation", "web/presentation", "--coverage"),
  Vitest: vitest("vitest", "--exclude", "web/presentation/**"),
  "React 18": vitest("react18", "-c", "tests/react18/vitest.config.ts"),
  "packed package in other projects": vitest("consumers", "-c", "tests/consumers/vitest.config.ts"),
  Chromium: playwright,
};

// Suites that use one core each, and nothing that another of their group writes:
// two of a group run at once. The groups come first, in this order.
const groups = [
  [
    "unit tests (C++, ASan, UBSan)",
    "globs against ripgrep",
    "NFC against JavaScript",
    "gitignore against git",
    "contract is generated",
    "NFC tables are generated",
    "card schema is generated",
    "layers",
    "C++ format",
    "TypeScript lint",
    "TypeScript types",
  ],
  // Only the first of these runs the native core, whose counts it reads.
  ["core coverage", "React 18", "packed package in other projects"],
];

/** Runs the builds and then the suites whose name holds one of `words`, all without any. Returns the exit code. */
export async function runSuites(words) {
  mkdirSync(reports, { recursive: true });
  const wanted = ([name]) =>
    words.length === 0 || words.some((word) => name.toLowerCase().includes(word.toLowerCase()));
  const began = Date.now();
  const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`;
  for (const [name, work] of Object.entries(builds)) {
    console.log(`\n== ${name}`);
    await work();
    console.log(`== ${name} (${seconds()})`);
  }
  const totals = { passed: 0, failed: 0 };
  const rows = [];
  const runOne = async ([name, work]) => {
    const began = Date.now();
    const { passed, failed } = await work();
    totals.passed += passed;
    totals.failed += failed;
    const took = `${((Date.now() - began) / 1000).toFixed(0)} s`;
    rows.push(
      `${failed === 0 ? "ok  " : "FAIL"} ${name}: ${passed} passed, ${failed} failed (${took}, at ${seconds()})`,
    );
    console.log(`== ${name}: ${passed} passed, ${failed} failed (${took})\n`);
  };
  const chosen = Object.entries(suites).filter(wanted);
  for (const group of groups) {
    const queue = chosen.filter(([name]) => group.includes(name));
    const takeFromQueue = async () => {
      for (let suite = queue.shift(); suite; suite = queue.shift()) await runOne(suite);
    };
    twoAtOnce = true;
    await Promise.all([takeFromQueue(), takeFromQueue()]);
    twoAtOnce = false;
  }
  for (const suite of chosen.filter(([name]) => !groups.flat().includes(name))) await runOne(suite);
  console.log(`\n${rows.join("\n")}\n`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}
