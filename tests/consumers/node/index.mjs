// A Node project: the engine on this thread, in a worker thread, over a folder on disk.
import { createEngine, SondeError } from "sonde";
import { loadDirectory } from "sonde/node";
import { connectWorker } from "sonde/worker";

const answers = {};
for (const [name, connect] of Object.entries({ createEngine, connectWorker })) {
  const engine = await connect();
  await engine.files.load(loadDirectory("corpus"));
  answers[name] = await engine.call("grep", { pattern: "needle" });
  await engine.dispose();
}
const engine = await createEngine({ limits: { maxFiles: 0 } }).catch((error) => error);
answers.refused = engine instanceof SondeError && engine.code;
console.log(JSON.stringify(answers));
