// A page built by esbuild, which ships no files by itself: the module and the
// worker's script are copied, and named here.
import { createEngine } from "sonde";
import { connectWorker } from "sonde/worker";

const wasm = new URL("sonde.wasm", location.href);
const worker = () => new Worker(new URL("sonde-worker.js", location.href), { type: "module" });

async function run() {
  const answers = {};
  const engines = { createEngine: await createEngine({ wasm }), connectWorker: await connectWorker({ wasm, worker }) };
  for (const [name, engine] of Object.entries(engines)) {
    await engine.files.write("src/a.txt", "a needle\n");
    answers[name] = await engine.call("grep", { pattern: "needle" });
    await engine.dispose();
  }
  return answers;
}

globalThis.answers = run();
