// Joins the modules of each Node entry: forty files take four times as long to
// import as five. Bundlers of pages and edge workers join the rest themselves.
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";
import { root } from "./run.mjs";

const nodeEntries = [
  "engine/entry-node.js",
  "worker/entry-node.js",
  "worker/main-node.js",
  "node/index.js",
  "cli/main.js",
];
/** Scripts that no export names: the Web Worker's and the sample edge worker. */
const scripts = ["worker/main-browser.js", "edge/worker.js"];

/** What the package's exports name beside the Node entries, and those scripts. */
function otherEntries() {
  const { exports: exported } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const targets = Object.values(exported).flatMap((target) =>
    typeof target === "string" ? [target] : Object.values(target),
  );
  const entries = targets.map((target) => /^\.\/dist\/web\/(.*\.js)$/.exec(target)?.[1]).filter(Boolean);
  return [...new Set([...entries, ...scripts])].filter((entry) => !nodeEntries.includes(entry));
}

/** What stays a module: one copy for all entries, so that a class is the same in each. */
const shared = ["contract/sonde-error.js", "net/*", "presentation/*", "web-tools/*"];

/** Works on the compiled modules in `folder`, and removes those that no entry needs any more. */
export async function bundleNode(folder) {
  const options = {
    absWorkingDir: folder,
    outdir: folder,
    bundle: true,
    format: "esm",
    packages: "external",
    metafile: true,
    write: false,
    logLevel: "silent",
  };
  const modules = otherEntries();
  const others = await build({ ...options, entryPoints: modules });
  const needed = new Set(Object.keys(others.metafile.inputs));
  const joined = new Set();
  const outputs = new Map();
  for (const entry of nodeEntries) {
    const { metafile, outputFiles } = await build({
      ...options,
      entryPoints: [entry],
      outbase: folder,
      // What is imported later gets a file of its own, as deep as the modules, so that their relative paths hold.
      splitting: true,
      chunkNames: "engine/node-[hash]",
      platform: "node",
      target: "es2022",
      external: ["#sonde.mjs", ...shared.map((path) => `../${path}`)],
    });
    for (const path of Object.keys(metafile.inputs)) joined.add(path);
    for (const { path, text } of outputFiles) outputs.set(relative(folder, path), text);
  }
  for (const path of joined) if (!needed.has(path)) rmSync(join(folder, path));
  for (const [path, text] of outputs) writeFileSync(join(folder, path), text);
  const lost = [...nodeEntries, ...modules].filter((path) => !existsSync(join(folder, path)));
  if (lost.length > 0) throw new Error(`the package lost ${lost.join(", ")}`);
}
