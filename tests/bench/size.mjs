// What the WebAssembly module's bytes are made of, by owner.
//
// Links the module once more with function names, adds up code bytes by the
// function's namespace, and scales them to the gzip size of the shipped file.
// Usage: node tests/bench/size.mjs [--functions N]
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, toolEnvironment } from "../../scripts/lib/run.mjs";
import { shippedSize } from "./shipped-size.mjs";

function readLeb(bytes, at) {
  let value = 0;
  let shift = 0;
  for (;;) {
    const byte = bytes[at++];
    value += (byte & 0x7f) * 2 ** shift;
    shift += 7;
    if (byte < 0x80) return [value, at];
  }
}

/** Sections of a wasm file: id, byte size, content; custom ones with their name. */
function sections(bytes) {
  const found = [];
  for (let at = 8; at < bytes.length; ) {
    const id = bytes[at];
    const [size, begin] = readLeb(bytes, at + 1);
    found.push({ id, size, content: bytes.subarray(begin, begin + size) });
    at = begin + size;
  }
  return found;
}

function functionNames(bytes) {
  const names = new Map();
  for (const section of sections(bytes)) {
    if (section.id !== 0) continue;
    const [length, at] = readLeb(section.content, 0);
    if (section.content.subarray(at, at + length).toString() !== "name") continue;
    for (let cursor = at + length; cursor < section.content.length; ) {
      const kind = section.content[cursor];
      const [size, begin] = readLeb(section.content, cursor + 1);
      if (kind === 1) {
        let [count, next] = readLeb(section.content, begin);
        for (; count > 0; count--) {
          let index;
          let nameLength;
          [index, next] = readLeb(section.content, next);
          [nameLength, next] = readLeb(section.content, next);
          names.set(index, section.content.subarray(next, next + nameLength).toString());
          next += nameLength;
        }
      }
      cursor = begin + size;
    }
  }
  return names;
}

function importedFunctions(bytes) {
  const content = sections(bytes).find((section) => section.id === 2)?.content;
  if (!content) return 0;
  let [count, at] = readLeb(content, 0);
  let functions = 0;
  for (; count > 0; count--) {
    for (let i = 0; i < 2; i++) {
      const [length, next] = readLeb(content, at);
      at = next + length;
    }
    const kind = content[at++];
    if (kind === 0) {
      functions++;
      [, at] = readLeb(content, at);
    } else if (kind === 1) {
      at++;
      const flags = content[at++];
      [, at] = readLeb(content, at);
      if (flags & 1) [, at] = readLeb(content, at);
    } else if (kind === 2) {
      const flags = content[at++];
      [, at] = readLeb(content, at);
      if (flags & 1) [, at] = readLeb(content, at);
    } else {
      at += 2;
    }
  }
  return functions;
}

function owner(name) {
  if (/nlohmann/.test(name)) return "nlohmann_json";
  if (/sonde::|\(anonymous namespace\)::Handle|^sonde/.test(name)) return "Sonde";
  if (/re2::|RE2/.test(name)) return "RE2";
  if (/absl::|Absl/.test(name)) return "Abseil";
  if (/emscripten|embind|_embind|EMSCRIPTEN/.test(name)) return "Embind";
  if (/std::|__cxa|operator new|operator delete|__cxxabi|typeinfo/.test(name)) return "C++ library";
  return "C library";
}

const named = join(root, "build/wasm/named");
mkdirSync(named, { recursive: true });
const linkLine = execFileSync("ninja", ["-C", join(root, "build/wasm"), "-t", "commands", "wasm/sonde.mjs"], {
  encoding: "utf8",
})
  .trim()
  .split("\n")
  .pop()
  .replace(/-o wasm\/sonde\.mjs/, "-o named/sonde.mjs --profiling-funcs");
execFileSync("bash", ["-c", linkLine], {
  cwd: join(root, "build/wasm"),
  env: toolEnvironment(),
  stdio: ["ignore", "ignore", "inherit"],
});

const bytes = readFileSync(join(named, "sonde.wasm"));
const names = functionNames(bytes);
const imported = importedFunctions(bytes);
const code = sections(bytes).find((section) => section.id === 10).content;
let [count, at] = readLeb(code, 0);
const byOwner = new Map();
const functions = [];
for (let index = imported; count > 0; count--, index++) {
  const [size, begin] = readLeb(code, at);
  const name = names.get(index) ?? "?";
  byOwner.set(owner(name), (byOwner.get(owner(name)) ?? 0) + size);
  functions.push([size, name]);
  at = begin + size;
}
for (const section of sections(bytes)) {
  const label = {
    1: "types, imports, exports, tables",
    2: "types, imports, exports, tables",
    3: "types, imports, exports, tables",
    9: "types, imports, exports, tables",
    11: "data (tables, strings)",
  }[section.id];
  if (label) byOwner.set(label, (byOwner.get(label) ?? 0) + section.size);
}
const shipped = shippedSize();
const scale = shipped.wasm.gzip / shipped.wasm.bytes;
console.log("| part | bytes | gzip (share) |\n| --- | ---: | ---: |");
for (const [label, size] of [...byOwner].sort((a, b) => b[1] - a[1])) {
  console.log(`| ${label} | ${size} | ${Math.round(size * scale)} |`);
}
for (const [label, { bytes: size, gzip }] of [
  ["sonde.wasm", shipped.wasm],
  ["sonde.mjs (glue)", shipped.glue],
  ["wasm + glue", shipped.total],
]) {
  console.log(`| ${label} | ${size} | ${gzip} |`);
}

const most = Number(process.argv[process.argv.indexOf("--functions") + 1] || 0);
if (process.argv.includes("--functions")) {
  for (const [size, name] of functions.sort((a, b) => b[0] - a[0]).slice(0, most))
    console.log(size, name.slice(0, 150));
}
