// Whether dist/ is what the sources would make now, by content.
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./run.mjs";

const stamp = join(root, "dist/.stamp");
const inputs = ["core", "wasm", "web", "scripts", "CMakeLists.txt", "CMakePresets.json", "package-lock.json"];

function* filesOf(path) {
  if (!statSync(path).isDirectory()) {
    yield path;
    return;
  }
  for (const name of readdirSync(path).sort()) yield* filesOf(join(path, name));
}

function inputHash() {
  const hash = createHash("sha256");
  for (const input of inputs) {
    for (const file of filesOf(join(root, input))) hash.update(file.slice(root.length)).update(readFileSync(file));
  }
  return hash.digest("hex");
}

/** True when dist/ was built from exactly these sources. */
export function isBuildCurrent() {
  return existsSync(stamp) && readFileSync(stamp, "utf8") === inputHash();
}

/** Notes that dist/ was just built from these sources. */
export function rememberBuild() {
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(stamp, inputHash());
}
