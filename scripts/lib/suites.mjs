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

/** Runs a command and prints what it says: at once, or with `later` when it has ended. */
async function execute(command, { later, environment = {} }) {
  if (!later) console.log(`$ ${command.join(" ")}`);
  const child = spawn(command[0], command.slice(1), {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...environment },
  });
  let output = "";
  let errors = "";
  child.stdout.setEncoding("utf8").on("data", (text) => {
    output += text;
    if (!later) process.stdout.write(text);
  });
  child.stderr.setEncoding("utf8").on("data", (text) => {
    errors += text;
    if (!later) process.stderr.write(text);
  });
  const status = await new Promise((resolve) => {
    child.on("error", (error) => {
      errors += `${error.message}\n`;
      resolve(1);
    });
    child.on("close", (code) => resolve(code ?? 1));
  });
  if (later) {
    console.log(`$ ${command.join(" ")}`);
    process.stdout.write(output);
    process.stderr.write(errors);
  }
  return { status, output };
}

/** One command that passes or fails as a whole. */
const check =
  (...command) =>
  async (later) => {
    const { status } = await execute(command, { later });
    return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
  };

/** A comparison with another program's answers; the random part is kept short, check:all runs more. */
const oracle = (name) => async (later) => {
  const environment = {
    SONDE_IGNORE_PROBE: join(root, "build/asan/tests/ignore_probe"),
    SONDE_ORACLE_CASES: process.env.SONDE_ORACLE_CASES ?? "300",
  };
  const { status } = await execute([node, `tests/differential/${name}.mjs`], { later, environment });
  return { passed: status === 0 ? 1 : 0, failed: status === 0 ? 0 : 1 };
};

/** Catch2's closing line counts test cases. */
function catch2(binary) {
  return async (later) => {
    const environment = { ASAN_OPTIONS: "detect_leaks=1" };
    const { status, output } = await execute([join(root, binary)], { later, environment });
    const all = /All tests passed \(.* in (\d+) test cases?\)/.exec(output);
    const some = /test cases:\s*(\d+) \|\s*(?:(\d+) passed \|\s*)?(\d+) failed/.exec(output);
    if (all && status === 0) return { passed: Number(all[1]), failed: 0 };
    if (some) return { passed: Number(some[2] ?? 0), failed: Number(some[3]) };
    return { passed: 0, failed: 1 };
  };
}

/** Vitest's JSON report counts tests; a run without any, or that died, is a failure. */
function vitest(name, ...words) {
  return async (later) => {
    const file = join(reports, `${name}.json`);
    rmSync(file, { force: true });
    const command = [
      join(root, "node_modules/.bin/vitest"),
      "run",
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${file}`,
      ...words,
    ];
    const { status } = await execute(command, { later });
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
async function playwright(later) {
  const file = join(reports, "e2e.json");
  rmSync(file, { force: true });
  const command = [join(root, "node_modules/.bin/playwright"), "test", "-c", "e2e/playwright.config.ts"];
  const { status } = await execute(command, { later });
  if (!existsSync(file)) return { passed: 0, failed: 1 };
  const { stats } = JSON.parse(readFileSync(file, "utf8"));
  if (stats.skipped > 0) console.log(`skipped: ${stats.skipped} tests in Chromium, named above`);
  const failed = stats.unexpected + stats.flaky;
  return { passed: stats.expected, failed: failed + (status !== 0 && failed === 0 ? 1 : 0) };
}

const builds = {
  "build: native with ASan and UBSan": () => buildPreset("asan"),
  "build: WebAssembly": buildWasm,
  "build: TypeScript": async () => {
    await buildTypeScript();
    rememberBuild();
  },
};

// Two suites of a group run at once: each uses one core, and nothing that another of them writes.
const groups = [
  {
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
  },
  {
    // The only one of these that runs the native core, whose counts it reads.
    "core coverage": check(node, "tests/coverage/gate.mjs"),
    "React 18": vitest("react18", "-c", "tests/react18/vitest.config.ts"),
    "packed package in other projects": vitest("consumers", "-c", "tests/consumers/vitest.config.ts"),
  },
];
const alone = {
  "fuzzers replay their corpus": check(node, "tests/fuzz/replay.mjs"),
  "Presentation, every line and branch": vitest("presentation", "web/presentation", "--coverage"),
  Vitest: vitest("vitest", "--exclude", "web/presentation/**"),
  Chromium: playwright,
};

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
  const runOne = async ([name, work], later) => {
    const began = Date.now();
    const { passed, failed } = await work(later);
    totals.passed += passed;
    totals.failed += failed;
    const took = `${((Date.now() - began) / 1000).toFixed(0)} s`;
    rows.push(
      `${failed === 0 ? "ok  " : "FAIL"} ${name}: ${passed} passed, ${failed} failed (${took}, at ${seconds()})`,
    );
    console.log(`== ${name}: ${passed} passed, ${failed} failed (${took})\n`);
  };
  for (const group of groups) {
    const queue = Object.entries(group).filter(wanted);
    const takeFromQueue = async () => {
      for (let suite = queue.shift(); suite; suite = queue.shift()) await runOne(suite, true);
    };
    await Promise.all([takeFromQueue(), takeFromQueue()]);
  }
  for (const suite of Object.entries(alone).filter(wanted)) await runOne(suite, false);
  console.log(`\n${rows.join("\n")}\n`);
  console.log(`${totals.passed} passed, ${totals.failed} failed`);
  return totals.failed === 0 && totals.passed > 0 ? 0 : 1;
}
