// `npm run check:all`: what npm test leaves out. The other configurations, long
// fuzzing, planted faults, longer comparisons, mutants.
//
// Usage: node scripts/check-all.mjs [seconds of fuzzing a fuzzer, default 600]
import { run } from "./lib/run.mjs";
import { buildPreset } from "./native.mjs";
import { setUp } from "./setup.mjs";

const seconds = process.argv[2] ?? "600";
setUp("all");
for (const preset of ["dev", "release"]) {
  console.log(`== build: ${preset}`);
  buildPreset(preset);
}
run(["build/release/tests/unit_tests"]);
run(["node", "scripts/test.mjs"], { environment: { ...process.env, SONDE_ORACLE_CASES: "3000" } });
console.log("== fuzzing");
buildPreset("fuzz");
run(["node", "tests/fuzz/replay.mjs", "--seconds", seconds]);
buildPreset("fuzz", [], { definitions: ["-DSONDE_PLANTED_FAULTS=ON"], name: "fuzz-planted" });
run(["node", "tests/fuzz/replay.mjs", "--seconds", "60", "--planted"]);
run(["node", "tests/mutants/run.mjs"]);
