// One cold start: node cold-child.mjs sonde|wasm PATTERN. The files are read
// before the clock starts; modules of the engine are imported after it.
import { bundle } from "../bundle.mjs";

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
if (engine === "sonde") parts["of load a mere copy"] = copyIntoFreshMemory();
process.stdout.write(JSON.stringify({ milliseconds, count, parts }), () => process.exit(0));

/** What no loader can do without: the bytes in memory that was not used before. */
function copyIntoFreshMemory() {
  const bytes = files.reduce((sum, { data }) => sum + data.length, 0);
  const memory = new Uint8Array(new WebAssembly.Memory({ initial: Math.ceil(bytes / 65536) }).buffer);
  const start = performance.now();
  let at = 0;
  for (const { data } of files) {
    memory.set(data, at);
    at += data.length;
  }
  return performance.now() - start;
}
