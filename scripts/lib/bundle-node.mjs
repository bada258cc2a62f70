// Joins the modules of each Node entry: forty files take four times as long to
// import as two. Bundlers of pages and edge workers join the rest themselves.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build } from "esbuild";

const nodeEntries = [
  "engine/entry-node.js",
  "worker/entry-node.js",
  "worker/main-node.js",
  "node/index.js",
  "cli/main.js",
];
const otherEntries = [
  "engine/entry-browser.js",
  "engine/entry-edge.js",
  "worker/entry-browser.js",
  "worker/main-browser.js",
  "web-tools/index.js",
  "adapters/index.js",
  "presentation/index.js",
  "react/index.js",
  "edge/index.js",
  "edge/worker.js",
];
/** Folders that stay modules: one copy for all entries, so that a class is the same in each. */
const shared = ["contract", "net", "presentation", "web-tools"];

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
  const others = await build({ ...options, entryPoints: otherEntries });
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
      external: ["#sonde.mjs", ...shared.map((name) => `../${name}/*`)],
    });
    for (const path of Object.keys(metafile.inputs)) joined.add(path);
    for (const { path, text } of outputFiles) outputs.set(relative(folder, path), text);
  }
  for (const path of joined) if (!needed.has(path)) rmSync(join(folder, path));
  for (const [path, text] of outputs) writeFileSync(join(folder, path), text);
  const lost = [...nodeEntries, ...otherEntries].filter((path) => !existsSync(join(folder, path)));
  if (lost.length > 0) throw new Error(`the package lost ${lost.join(", ")}`);
}
