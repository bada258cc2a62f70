// `npm start`: sets up, builds, and shows the engine at work on real trees.
// `npm start -- grep PATTERN DIR …` runs the package's command line instead.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./lib/run.mjs";
import { setUp } from "./setup.mjs";

setUp("build");
const { build } = await import("./build.mjs");
const { isBuildCurrent } = await import("./lib/build-stamp.mjs");
if (!isBuildCurrent()) {
  console.log("building the package (the first time takes a few minutes)");
  await build();
}

const words = process.argv.slice(2);
if (words.length > 0) {
  const result = spawnSync(process.execPath, [join(root, "dist/web/cli/main.js"), ...words], {
    stdio: "inherit",
    cwd: process.env.INIT_CWD ?? process.cwd(),
  });
  process.exit(result.status ?? 2);
}

const { createEngine } = await import(pathToFileURL(join(root, "dist/web/engine/entry-node.js")).href);
const { loadDirectory } = await import(pathToFileURL(join(root, "dist/web/node/index.js")).href);

const timed = async (work) => {
  const begin = performance.now();
  const result = await work();
  return { result, milliseconds: (performance.now() - begin).toFixed(1) };
};

const engine = await createEngine();
for (const [label, folder, into] of [
  ["Sonde's own sources", root, "sonde"],
  ["RE2 and Abseil", join(root, "node_modules/re2/vendor"), "vendor"],
]) {
  const { result, milliseconds } = await timed(() => engine.files.load(loadDirectory(folder), { into }));
  console.log(`loaded ${label}: ${result.files} files, ${(result.bytes / 1e6).toFixed(1)} MB in ${milliseconds} ms`);
}
for (const [name, args] of [
  ["grep", { pattern: "class \\w+Matcher|class Matcher", path: "sonde/core" }],
  ["glob", { pattern: "**/re2/prefilter*.{h,cc}" }],
  ["read", { path: "sonde/core/base/scope.h", limit: 12 }],
  ["grep", { pattern: "kRegexp[A-Z]\\w+", include: "*.cc" }],
]) {
  const { result, milliseconds } = await timed(() => engine.call(name, args));
  const text = result.content[0].text;
  console.log(`\n── ${name} ${JSON.stringify(args)} · ${milliseconds} ms ──`);
  console.log(text.length > 1500 ? `${text.slice(0, 1500)}\n… (${text.length} characters in all)` : text);
  if (result.meta) console.log(`card meta: ${JSON.stringify(result.meta).slice(0, 300)}…`);
}
await engine.dispose();
console.log(`
Try next:
  npm start -- grep PATTERN DIR      search any folder (also: glob, read, signal, --help)
  npm test                           every test
  npm run bench                      the speed table`);
if (existsSync(join(root, "web/playground/index.html"))) {
  console.log("  npm run playground                 the playground, in a browser");
}
