import { loadSource } from "../archive/load.ts";
import type { Host } from "./create-engine.ts";
import { compile, compileOnce, instantiate } from "./instantiate.ts";

const packagedModule = compileOnce(() =>
  // Written in this form so that bundlers see the file and ship it.
  compile(new URL("../../wasm/sonde.wasm", import.meta.url), fetchUrl),
);

/** Pages and Web Workers: the module is fetched from beside this file. */
export const browserHost: Host = {
  instantiate: async (wasm) => instantiate(wasm ?? (await packagedModule()), fetchUrl),
  load: loadSource,
  limits: {},
};

function fetchUrl(url: URL): Promise<Response> {
  return fetch(url);
}
