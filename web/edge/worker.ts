// A sample edge worker: one module, one bundled corpus, the tools over HTTP.
import wasm from "sonde/sonde.wasm";
import { createEngine } from "../engine/entry-edge.ts";
import type { Engine } from "../engine/types.ts";
import { corpus } from "./corpus.ts";
import { createHandler } from "./create-handler.ts";

async function createCorpusEngine(): Promise<Engine> {
  const engine = await createEngine({ wasm });
  await engine.files.writeMany(corpus);
  return engine;
}

/** Tokens come from the secret SONDE_TOKENS, separated by blanks; the sample's pages are public all the same. */
function tokens(env: unknown): string[] {
  const { SONDE_TOKENS: secret = "" } = (env ?? {}) as { SONDE_TOKENS?: string };
  return secret.split(/\s+/).filter(Boolean);
}

const fetch = createHandler({ engine: createCorpusEngine, auth: { tokens, public: true } });

// biome-ignore lint/style/noDefaultExport: edge runtimes call the default export
export default { fetch };
