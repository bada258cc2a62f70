// A page built by webpack, as Next.js does it too: nothing is configured, the
// module and the worker's script are found in the package's own code.
import { createEngine } from "sonde";
import { connectWorker } from "sonde/worker";

async function run() {
  const answers = {};
  for (const [name, connect] of Object.entries({ createEngine, connectWorker })) {
    const engine = await connect();
    await engine.files.write("src/a.txt", "a needle\n");
    answers[name] = await engine.call("grep", { pattern: "needle" });
    await engine.dispose();
  }
  return answers;
}

globalThis.answers = run();
