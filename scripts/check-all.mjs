// `npm run check:all`: what npm test leaves out. The other configurations, long
// fuzzing (needs clang-16, libc++-16-dev and libc++abi-16-dev), planted faults,
// longer comparisons, mutants.
//
// Usage: node scripts/check-all.mjs [seconds of fuzzing a fuzzer, default 600]
import { existsSync } from "node:fs";
import { join } from "node:path";
import { root, run } from "./lib/run.mjs";
import { buildPreset } from "./native.mjs";
import { setUp } from "./setup.mjs";

const seconds = process.argv[2] ?? "600";
setUp("test");
for (const preset of ["dev", "release"]) {
  console.log(`== build: ${preset}`);
  buildPreset(preset);
}
run(["build/release/tests/unit_tests"]);
run(["node", "scripts/test.mjs"], { environment: { ...process.env, SONDE_ORACLE_CASES: "3000" } });
if (existsSync("/usr/bin/clang++-16")) {
  console.log("== fuzzing");
  buildPreset("fuzz");
  run(["node", "tests/fuzz/replay.mjs", "--seconds", seconds]);
  buildPreset("fuzz", [], ["-DSONDE_PLANTED_FAULTS=ON", "-B", join(root, "build/fuzz-planted")]);
  run(["node", "tests/fuzz/replay.mjs", "--seconds", "60", "--planted"]);
} else {
  console.log("skipped: fuzzing, since clang++-16 is missing: apt-get install clang-16 libc++-16-dev libc++abi-16-dev");
}
if (existsSync(join(root, "tests/mutants/run.mjs"))) run(["node", "tests/mutants/run.mjs"]);
