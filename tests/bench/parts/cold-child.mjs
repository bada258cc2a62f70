// One cold start: node cold-child.mjs sonde|wasm PATTERN. The files are read
// before the clock starts; modules of the engine are imported after it.
import { bundle } from "../bundle.mjs";

const [engine, pattern] = process.argv.slice(2);
const { files } = bundle("small");
const began = performance.now();
let count;
if (engine === "sonde") {
  const { grep, openSonde } = await import("../sonde.mjs");
  ({ count } = await grep(await openSonde(files), pattern, 0));
} else {
  const { openRipgrepWasm } = await import("../rivals/ripgrep-wasm.mjs");
  ({ count } = await (await openRipgrepWasm(files)).count(pattern, 0));
}
const milliseconds = performance.now() - began;
process.stdout.write(JSON.stringify({ milliseconds, count }), () => process.exit(0));
