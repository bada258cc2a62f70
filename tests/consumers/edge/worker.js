// An edge worker: the module is imported, as nothing may be compiled there.
import { createEngine } from "sonde";
import { createHandler } from "sonde/edge";
import wasm from "sonde/sonde.wasm";

async function load() {
  const engine = await createEngine({ wasm });
  await engine.files.write("src/a.txt", "a needle\n");
  return engine;
}

export default { fetch: createHandler({ engine: load, auth: { tokens: [], public: true } }) };
