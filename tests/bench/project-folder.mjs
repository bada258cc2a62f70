// A project folder on disk as one finds it: sources, what they depend on, their history.
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { root } from "../../scripts/lib/run.mjs";
import { corpus, filesBelow } from "./corpora.mjs";

const fewestFiles = 30_000;

function git(folder, ...words) {
  const environment = { ...process.env, GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null" };
  const result = spawnSync("git", ["-C", folder, "-c", "gc.auto=0", "-c", "core.compression=1", ...words], {
    encoding: "utf8",
    env: environment,
    maxBuffer: 1 << 28,
  });
  if (result.status !== 0) throw new Error(`git ${words.join(" ")}: ${result.stderr}`);
  return result.stdout;
}

/**
 * Makes the folder: the medium corpus under src/, this project's packages under
 * node_modules/, and a real .git/ with an object for each source. `remove` deletes it.
 */
export function makeProjectFolder() {
  const parent = mkdtempSync(join(tmpdir(), "sonde-bench-"));
  const folder = join(parent, "project");
  const copy = (from, to) => cpSync(from, join(folder, to), { recursive: true, verbatimSymlinks: true });
  copy(corpus("medium"), "src");
  copy(realpathSync(join(root, "node_modules")), "node_modules");
  writeFileSync(join(folder, ".gitignore"), "node_modules/\n");
  git(folder, "init", "-q");
  git(folder, "add", "-A");
  const { length } = filesBelow(folder);
  if (length < fewestFiles) throw new Error(`the folder has ${length} files only: run npm install`);
  return { folder, remove: () => rmSync(parent, { recursive: true, force: true }) };
}

function sumOf(files) {
  return { files: files.length, bytes: files.reduce((sum, file) => sum + statSync(file).size, 0) };
}

/** Names that Windows reserves or runs: Chromium's directory handles don't list them, on any system. */
const unlistedName = /\/(?:(?:aux|con|nul|prn|com\d|lpt\d)(?:\.[^/]*)?|[^/]*\.(?:lnk|local|scf|url))$/i;

/** What is to be read of the folder, by git's own list of it, and what there is beside it. */
export function expectedOf(folder) {
  const listed = git(folder, "ls-files", "-z", "--stage")
    .split("\0")
    .filter((line) => line.startsWith("100")) // regular files
    .map((line) => join(folder, line.slice(line.indexOf("\t") + 1)));
  const tracked = listed.filter((file) => !unlistedName.test(file));
  const ignoreFiles = sumOf(tracked.filter((file) => /\/\.(git)?ignore$/.test(file)));
  const all = filesBelow(folder);
  const topOf = (file) => relative(folder, file).split("/")[0];
  return {
    ...sumOf(tracked),
    unlisted: listed.filter((file) => unlistedName.test(file)).map((file) => relative(folder, file)),
    ignoreFiles: ignoreFiles.files,
    ignoreBytes: ignoreFiles.bytes,
    onDisk: sumOf(all),
    parts: {
      "node_modules/": sumOf(all.filter((file) => topOf(file) === "node_modules")),
      ".git/": sumOf(all.filter((file) => topOf(file) === ".git")),
      "the rest": sumOf(all.filter((file) => !["node_modules", ".git"].includes(topOf(file)))),
    },
  };
}
