// Builds scan.c with Emscripten into the cache and runs it over a buffer.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { root, toolEnvironment } from "../../scripts/lib/run.mjs";
import { scratch } from "./bundle.mjs";

const source = join(root, "tests/bench/scan.c");
const flags = ["-O3", "-msimd128", "--no-entry", "-sSTANDALONE_WASM", "-sALLOW_MEMORY_GROWTH"];
/** Readable bytes behind the text; the needle stands in front of them. */
const padding = 4096;

function build() {
  const env = toolEnvironment();
  const compiler = execFileSync("emcc", ["--version"], { encoding: "utf8", env }).split("\n")[0];
  const key = createHash("sha256")
    .update(readFileSync(source))
    .update(JSON.stringify([flags, compiler]))
    .digest("hex");
  const target = join(scratch, `scan-${key.slice(0, 16)}.wasm`);
  if (!existsSync(target)) {
    execFileSync("emcc", [...flags, source, "-o", `${target}.partial.wasm`], {
      env,
      stdio: ["ignore", "ignore", "pipe"],
    });
    renameSync(`${target}.partial.wasm`, target);
  }
  return target;
}

/** The scan over a copy of `buffer`: {count(needle)}. Throws when Emscripten can't be run. */
export async function openScan(buffer) {
  const module = await WebAssembly.compile(readFileSync(build()));
  const imports = {};
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    imports[from] ??= {};
    imports[from][name] = () => 0;
  }
  const { exports } = await WebAssembly.instantiate(module, imports);
  const text = exports.memory.buffer.byteLength;
  exports.memory.grow(Math.ceil((buffer.length + 2 * padding) / 65536));
  const heap = new Uint8Array(exports.memory.buffer);
  heap.set(buffer, text);
  const frequency = new Uint32Array(256);
  for (const byte of buffer) frequency[byte]++;
  const needleAt = text + buffer.length + padding;
  return {
    count(literal) {
      const needle = new TextEncoder().encode(literal);
      heap.set(needle, needleAt);
      const rarest = [...needle.keys()].sort((a, b) => frequency[needle[a]] - frequency[needle[b]]);
      const probes = [rarest[0], rarest[1] ?? rarest[0]];
      const began = performance.now();
      const count = exports.count_lines(text, buffer.length, needleAt, needle.length, ...probes);
      return { milliseconds: performance.now() - began, count };
    },
  };
}
