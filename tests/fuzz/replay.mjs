// Replays every fuzzer's corpus, with seeded mutations, in the test build.
// `--seconds N` runs libFuzzer of the fuzz preset instead; `--planted` expects
// each fuzzer to find the planted fault.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/run.mjs";

const folder = join(root, "tests/fuzz");
const names = readdirSync(folder)
  .filter((file) => file.endsWith("_fuzz.cc"))
  .map((file) => file.replace("_fuzz.cc", ""));
const secondsAt = process.argv.indexOf("--seconds");
const planted = process.argv.includes("--planted");
let failed = 0;
for (const name of names) {
  const corpus = join(folder, "corpus", name);
  if (!existsSync(corpus)) {
    console.error(`${name}: no corpus at tests/fuzz/corpus/${name}`);
    failed += 1;
    continue;
  }
  let command = [join(root, `build/asan/tests/${name}_fuzz`), corpus];
  if (secondsAt > 0) {
    const scratch = join(root, "build/fuzz/corpus", name);
    mkdirSync(scratch, { recursive: true });
    const seconds = process.argv[secondsAt + 1];
    const binary = join(root, `build/${planted ? "fuzz-planted" : "fuzz"}/tests/${name}_fuzz`);
    command = [
      binary,
      `-max_total_time=${seconds}`,
      "-timeout=10",
      "-rss_limit_mb=4096",
      "-print_final_stats=1",
      scratch,
      corpus,
    ];
  }
  const began = Date.now();
  const result = spawnSync(command[0], command.slice(1), { encoding: "utf8", maxBuffer: 1 << 28 });
  const crashed = result.status !== 0;
  const output = `${result.stdout}${result.stderr}`;
  const runs = /stat::number_of_executed_units:\s*(\d+)/.exec(output)?.[1];
  const took = `${((Date.now() - began) / 1000).toFixed(1)} s`;
  if (crashed !== planted) {
    failed += 1;
    console.error(
      `${name}: ${planted ? "did not find the planted fault" : `failed\n${output.slice(-4000)}`} (${took})`,
    );
  } else {
    console.log(
      `${name}: ${planted ? "found the planted fault" : runs ? `${runs} runs` : result.stdout.trim()} (${took})`,
    );
  }
}
process.exit(failed === 0 ? 0 : 1);
