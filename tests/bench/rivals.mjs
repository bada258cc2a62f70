// The engines that Sonde is measured against. Their packages are no dependency:
// tests/bench/rivals/package-lock.json pins them, and they are installed into the
// cache on first use, without running their scripts.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "../../scripts/lib/run.mjs";
import { scratch } from "./bundle.mjs";

const manifest = join(root, "tests/bench/rivals");

/** Folder of the installed packages. Throws with npm's own words when they can't be had. */
function install() {
  const lock = readFileSync(join(manifest, "package-lock.json"));
  const folder = join(scratch, `rivals-${createHash("sha256").update(lock).digest("hex").slice(0, 16)}`);
  if (existsSync(folder)) return join(folder, "node_modules");
  console.error("installing the rivals (about 100 MB)");
  const partial = `${folder}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  for (const file of ["package.json", "package-lock.json"]) copyFileSync(join(manifest, file), join(partial, file));
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const result = spawnSync("npm", ["ci", ...options], { cwd: partial, encoding: "utf8" });
  if (result.status !== 0) throw new Error(`npm ci: ${(result.stderr ?? String(result.error)).trim().slice(0, 300)}`);
  renameSync(partial, folder);
  return join(folder, "node_modules");
}

let installed;
/** Address of a file of an installed package. Throws when the packages can't be installed. */
export function rivalFile(path) {
  installed ??= attempt(install);
  if (installed.error) throw new Error(installed.error);
  return join(installed.value, path);
}
export const rivalModule = (path) => import(pathToFileURL(rivalFile(path)).href);

function attempt(work) {
  try {
    return { value: work() };
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

const versionOf = (name) => JSON.parse(readFileSync(rivalFile(`${name}/package.json`), "utf8")).version;

function nativeVersion(command) {
  const result = spawnSync(command, ["--version"], { encoding: "utf8" });
  if (result.error) throw result.error;
  return result.stdout.split("\n")[0];
}

/** What is at hand: by key {label, command?} or {label, error}. */
export function findRivals() {
  const found = {};
  const add = (key, label, look) => {
    const { value, error } = attempt(look);
    found[key] = error ? { label, error } : { label, ...value };
  };
  add("ripgrep", "native ripgrep 15", () => {
    const command = rivalFile(`@vscode/ripgrep-${process.platform}-${process.arch}/bin/rg`);
    return { command, version: `${nativeVersion(command)}, npm @vscode/ripgrep ${versionOf("@vscode/ripgrep")}` };
  });
  add("debian", "Debian's ripgrep", () => ({ command: "/usr/bin/rg", version: nativeVersion("/usr/bin/rg") }));
  add("grep", "GNU grep", () => ({ command: "/usr/bin/grep", version: nativeVersion("/usr/bin/grep") }));
  for (const [key, name] of [
    ["wasm", "ripgrep"],
    ["bash", "just-bash"],
    ["re2js", "re2js"],
  ]) {
    add(key, `npm ${name}`, () => ({ version: `${name} ${versionOf(name)}` }));
  }
  return found;
}
