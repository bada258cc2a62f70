import { loadSource } from "../archive/load.ts";
import { engineFactory } from "./create-engine.ts";
import { compile, compileOnce, instantiate } from "./instantiate.ts";

export * from "./shared.ts";

const packagedModule = compileOnce(() =>
  // Written in this form so that bundlers see the file and ship it.
  compile(new URL("../../wasm/sonde.wasm", import.meta.url), fetchUrl),
);

/** An engine on this thread. Throws LIMIT_INVALID, SETTINGS_INVALID, ENGINE_NO_MODULE. */
export const createEngine = engineFactory({
  instantiate: async (wasm) => instantiate(wasm ?? (await packagedModule()), fetchUrl),
  load: loadSource,
  limits: {},
});

function fetchUrl(url: URL): Promise<Response> {
  return fetch(url);
}
