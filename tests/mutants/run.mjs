// Shows that the tests of signal_grep can fail: plants each fault of
// mutants.mjs in a copy of one source, links a probe with it, and runs the tests
// against that. Every fault must be caught, and the true probe must pass.
//
// Usage: node tests/mutants/run.mjs [words of a mutant's name…]
// Needs the build of `node scripts/native.mjs asan sonde_probe`.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { root } from "../../scripts/lib/run.mjs";
import { mutants } from "./mutants.mjs";

const build = join(root, "build/asan");
const folder = mkdtempSync(join(tmpdir(), "sonde-mutants-"));
const words = process.argv.slice(2);
const wanted = mutants.filter(({ name }) => words.length === 0 || name.includes(words.join(" ")));

function shell(command) {
  const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", command], { cwd: build, encoding: "utf8" });
  if (status !== 0) throw new Error(`${command}\n${stdout}${stderr}`);
  return stdout;
}

/** The command that made `output`, as the build system states it. */
function commandOf(output) {
  return shell(`ninja -t commands ${output}`).trimEnd().split("\n").at(-1);
}

function plant({ file, find, put }, name) {
  const source = readFileSync(join(root, file), "utf8");
  if (source.split(find).length !== 2) throw new Error(`${name}: the place is not in ${file} exactly once`);
  const mutant = join(folder, basename(file));
  writeFileSync(
    mutant,
    source.replace(find, () => put),
  );
  const object = join(folder, "mutant.o");
  const compile = commandOf(`CMakeFiles/sonde_core.dir/${file}.o`)
    .replace(/ -MD -MT \S+ -MF \S+/, "")
    .replace(/ -o \S+/, ` -o ${object}`)
    .replace(join(root, file), mutant);
  shell(compile);
  const probe = join(folder, "probe");
  // An object comes before the archive that holds its true form.
  const link = commandOf("tests/sonde_probe").replace(/ -o tests\/sonde_probe /, ` ${object} -o ${probe} `);
  shell(link);
  return probe;
}

/** True when the tests pass against `probe`. */
function passes(probe) {
  const run = spawnSync("npx", ["vitest", "run", "--bail=1", "tests/signal"], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, SONDE_PROBE: probe, SONDE_MUTANT: "1", SONDE_SIGNAL_RUNS: "100" },
  });
  if (!/Tests .*(passed|failed)|Test Files .*failed/.test(run.stdout)) {
    throw new Error(`the tests did not run: ${run.stdout}${run.stderr}`);
  }
  return run.status === 0;
}

let survivors = 0;
try {
  if (!passes(join(build, "tests/sonde_probe"))) throw new Error("the tests fail without a mutant");
  for (const mutant of wanted) {
    const survived = passes(plant(mutant, mutant.name));
    if (survived) ++survivors;
    console.log(`${survived ? "SURVIVED" : "caught  "} ${mutant.name}`);
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`${wanted.length - survivors} of ${wanted.length} mutants caught`);
process.exit(survivors > 0 || wanted.length === 0 ? 1 : 0);
