// Shared parts of the oracle tests of globs, ignore rules and NFC: the native
// probe, temporary trees, seeded randomness, and the list of disagreements.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** Path of the built probe: SONDE_IGNORE_PROBE, or the first argument. */
function probePath() {
  const path = process.env.SONDE_IGNORE_PROBE ?? process.argv[2];
  if (path === undefined || !existsSync(path)) {
    console.error("name the built ignore_probe in SONDE_IGNORE_PROBE or as the first argument");
    process.exit(2);
  }
  return path;
}

/** Sends all requests in one run; answers come in the order of the requests. */
export function askProbe(requests) {
  const result = spawnSync(probePath(), [], {
    input: `${requests.map((request) => JSON.stringify(request)).join("\n")}\n`,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (result.status !== 0) throw new Error(`the probe failed: ${result.stderr}`);
  const answers = result.stdout.trimEnd().split("\n");
  if (answers.length !== requests.length) throw new Error("the probe left requests without an answer");
  return answers.map((answer) => JSON.parse(answer));
}

/** Runs `use(folder)` on a temporary folder that is removed afterwards. */
export function withTemporaryFolder(use) {
  const folder = mkdtempSync(join(tmpdir(), "sonde-oracle-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export function writeTree(folder, files) {
  for (const [path, text] of Object.entries(files)) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}

/** Runs a tool, feeds it `input`, and gives its NUL-separated output as a sorted list. */
export function listOf(command, commandArguments, { cwd, input = "", codes = [0] }) {
  try {
    const out = execFileSync(command, commandArguments, {
      cwd,
      input,
      encoding: "utf8",
      maxBuffer: 1 << 28,
      stdio: ["pipe", "pipe", "pipe"],
      env: { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1", RIPGREP_CONFIG_PATH: "" },
    });
    return out.split("\0").filter(Boolean).sort();
  } catch (error) {
    if (codes.includes(error.status)) return error.stdout.split("\0").filter(Boolean).sort();
    throw error;
  }
}

/** Deterministic randomness (mulberry32). */
export class Random {
  constructor(seed) {
    this.state = seed >>> 0;
  }
  next() {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  }
  below(bound) {
    return Math.floor(this.next() * bound);
  }
  pick(list) {
    return list[this.below(list.length)];
  }
  chance(probability) {
    return this.next() < probability;
  }
}

/** Prints what was compared; exits with 1 when there are disagreements. */
export function finish(title, disagreements, summary) {
  for (const line of disagreements.slice(0, 20)) console.error(line);
  if (disagreements.length > 0) {
    console.error(`${title}: ${disagreements.length} disagreements`);
    process.exit(1);
  }
  console.log(`${title}: ${summary}`);
}
