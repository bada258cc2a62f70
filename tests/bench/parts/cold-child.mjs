// One cold start: node cold-child.mjs sonde|wasm PATTERN. The files are read
// before the clock starts; modules of the engine are imported after it.
import { bundle } from "../bundle.mjs";
import { freshCopyMilliseconds } from "../fresh-copy.mjs";

const [engine, pattern] = process.argv.slice(2);
const { files } = bundle("small");
const began = performance.now();
const parts = {};
let last = began;
const ended = (part) => {
  parts[part] = performance.now() - last;
  last = performance.now();
};
let count;
if (engine === "sonde") {
  const { createEngine } = await import("../../../dist/web/engine/entry-node.js");
  ended("import");
  const sonde = await createEngine();
  ended("engine");
  await sonde.files.writeMany(files);
  ended("load");
  const { details } = await sonde.call("grep", { pattern });
  ended("grep");
  count = details.total;
} else {
  const { openRipgrepWasm } = await import("../rivals/ripgrep-wasm.mjs");
  ({ count } = await (await openRipgrepWasm(files)).count(pattern, 0));
}
const milliseconds = performance.now() - began;
if (engine === "sonde") parts["of load a mere copy"] = freshCopyMilliseconds(files);
process.stdout.write(JSON.stringify({ milliseconds, count, parts }), () => process.exit(0));
