// A page built by Vite: nothing is configured.
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
