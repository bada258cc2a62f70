// Replays every fuzzer's corpus, with seeded mutations, in the test build.
// `--seconds N` runs libFuzzer of the fuzz preset instead; `--planted` expects
// each fuzzer to find, from the committed corpus alone, the fault that the
// build fuzz-planted has in its module, and the build fuzz to pass that input.
// Names of fuzzers choose some of them.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { root } from "../../scripts/lib/run.mjs";

const folder = join(root, "tests/fuzz");
const all = readdirSync(folder)
  .filter((file) => file.endsWith("_fuzz.cc"))
  .map((file) => file.replace("_fuzz.cc", ""));
const { values: options, positionals } = parseArgs({
  options: { seconds: { type: "string" }, planted: { type: "boolean", default: false } },
  allowPositionals: true,
});
const { planted } = options;
const seconds = options.seconds === undefined ? undefined : Number(options.seconds);
const names = positionals.length > 0 ? positionals : all;
const unknown = names.find((name) => !all.includes(name));
if (unknown !== undefined || (planted && seconds === undefined) || Number.isNaN(seconds)) {
  console.error(`usage: node tests/fuzz/replay.mjs [--seconds N [--planted]] [${all.join("|")}]...`);
  process.exit(2);
}

const programOf = (build, name) => join(root, "build", build, "tests", `${name}_fuzz`);

function runProgram(program, parameters) {
  const result = spawnSync(program, parameters, { encoding: "utf8", maxBuffer: 1 << 28 });
  if (result.error) throw new Error(`${relative(root, program)} does not run: ${result.error.message}`);
  return { status: result.status, output: `${result.stdout}${result.stderr}` };
}

function replay(name, corpus) {
  const { status, output } = runProgram(programOf("asan", name), [corpus]);
  if (status !== 0) throw new Error(output.slice(-4000));
  return output.trim();
}

/** Runs libFuzzer in `build/<build>`. What makes it stop is kept there, in `found`. */
function fuzz(build, name, corpus, { afresh }) {
  const scratch = join(root, "build", build, "corpus", name);
  const artifact = join(root, "build", build, "found", name);
  if (afresh) rmSync(scratch, { recursive: true, force: true });
  rmSync(artifact, { force: true });
  for (const each of [scratch, join(root, "build", build, "found")]) mkdirSync(each, { recursive: true });
  const result = runProgram(programOf(build, name), [
    `-max_total_time=${seconds}`,
    // An input takes milliseconds; a busy machine may stop for seconds.
    "-timeout=30",
    "-rss_limit_mb=4096",
    "-print_final_stats=1",
    `-exact_artifact_path=${artifact}`,
    scratch,
    corpus,
  ]);
  return { ...result, artifact };
}

function findNothing(name, corpus) {
  const { status, output, artifact } = fuzz("fuzz", name, corpus, { afresh: false });
  const runs = /stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1];
  if (status !== 0 || runs === undefined) throw new Error(`${output.slice(-4000)}\ninput: ${relative(root, artifact)}`);
  return `${runs} runs`;
}

function findPlanted(name, corpus) {
  const { status, output, artifact } = fuzz("fuzz-planted", name, corpus, { afresh: true });
  if (status === 0 || !/^SUMMARY: /m.test(output) || !existsSync(artifact))
    throw new Error(`did not find the planted fault\n${output.slice(-1000)}`);
  const sound = runProgram(programOf("fuzz", name), [artifact]);
  if (sound.status !== 0) throw new Error(`fails on ${relative(root, artifact)} without the planted fault, too`);
  const runs = /stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1];
  const mutations = Number(/^MS: (\d+)/m.exec(output)?.[1]);
  const origin = mutations > 0 ? `${mutations} mutations from an input` : "in the corpus itself";
  return `found the planted fault after ${runs} runs, ${origin}`;
}

const check = planted ? findPlanted : seconds === undefined ? replay : findNothing;
let failed = 0;
for (const name of names) {
  const corpus = join(folder, "corpus", name);
  const began = Date.now();
  const took = () => `${((Date.now() - began) / 1000).toFixed(1)} s`;
  try {
    if (!existsSync(corpus)) throw new Error(`no corpus at ${relative(root, corpus)}`);
    const outcome = check(name, corpus);
    console.log(`${name}: ${outcome} (${took()})`);
  } catch (error) {
    failed += 1;
    console.error(`${name}: ${error.message} (${took()})`);
  }
}
process.exit(failed === 0 ? 0 : 1);
