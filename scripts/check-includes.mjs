// Checks #include and import lines against the layers of ARCHITECTURE.md.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/run.mjs";

// folder → folders it may include besides itself.
const core = {
  contract: [],
  base: ["contract"],
  glob: ["base", "contract"],
  ignore: ["base", "contract", "glob"],
  index: ["base", "contract"],
  match: ["base", "contract", "index"],
  structure: ["base", "contract"],
  vfs: ["base", "contract", "glob", "ignore", "index"],
  search: ["base", "contract", "vfs", "match"],
  rank: ["base", "contract", "vfs", "search"],
  snapshot: ["base", "contract", "vfs", "match", "search"],
  present: ["base", "contract", "search", "rank", "snapshot"],
  tools: ["base", "contract", "glob", "match", "structure", "vfs", "search", "rank", "snapshot", "present"],
  engine: ["base", "contract", "glob", "ignore", "match", "vfs", "snapshot", "structure", "tools"],
};
const web = {
  contract: [],
  engine: ["contract"],
  archive: ["contract", "engine"],
  worker: ["contract", "engine", "archive"],
  net: ["contract"],
  "web-tools": ["contract", "net"],
  presentation: ["contract"],
  react: ["contract", "presentation"],
  adapters: ["contract", "presentation", "engine"],
  node: ["contract", "engine", "archive", "net"],
  cli: ["contract", "engine", "archive", "node", "web-tools"],
  edge: ["contract", "engine", "archive"],
  playground: ["contract", "engine", "worker", "presentation", "react", "web-tools"],
};
// Where parts are put together: an entry of the engine brings its loader.
const compositionRoots = /^engine\/(entry|host)-[a-z]+\.ts$/;
const headersOfMatchOnly = /"re2\//;

const problems = [];

function check(area, layers, file, text, pattern, folderOf) {
  const folder = file.split("/")[0];
  const allowed = layers[folder];
  if (!allowed) {
    problems.push(
      `${area}/${file}: the folder ${folder} is in no layer: add it to scripts/check-includes.mjs and ARCHITECTURE.md`,
    );
    return;
  }
  for (const match of text.matchAll(pattern)) {
    const target = folderOf(match[1], file);
    if (target === undefined || target === folder || allowed.includes(target)) continue;
    if (area === "web" && target === "archive" && compositionRoots.test(file)) continue;
    problems.push(`${area}/${file}: ${folder} may not include ${target} (${match[0].trim()})`);
  }
}

for (const file of readdirSync(join(root, "core"), { recursive: true }).filter((name) => /\.(h|cc)$/.test(name))) {
  const text = readFileSync(join(root, "core", file), "utf8");
  check("core", core, file, text, /^#include "core\/([a-z]+)\//gm, (folder) => folder);
  if (headersOfMatchOnly.test(text) && !file.startsWith("match/"))
    problems.push(`core/${file}: only core/match may include re2`);
  if (/emscripten/i.test(text)) problems.push(`core/${file}: the core knows no Emscripten`);
}
for (const file of readdirSync(join(root, "wasm")).filter((name) => name.endsWith(".cc"))) {
  const text = readFileSync(join(root, "wasm", file), "utf8");
  for (const [, folder] of text.matchAll(/^#include "core\/([a-z]+)\//gm)) {
    if (folder !== "engine") problems.push(`wasm/${file}: may include core/engine only`);
  }
}
for (const file of readdirSync(join(root, "web"), { recursive: true })) {
  if (!/\.tsx?$/.test(file) || /\.spec\.tsx?$|\/testing\//.test(file) || !file.includes("/")) continue;
  const text = readFileSync(join(root, "web", file), "utf8");
  check("web", web, file, text, /(?:from|import)\s*\(?\s*"(\.[^"]+)"/g, (path, from) => {
    const target = join(from, "..", path);
    return target.startsWith("..") ? undefined : target.split("/")[0];
  });
}

if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
