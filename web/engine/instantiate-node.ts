import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { SondeModule } from "../../wasm/module.d.ts";
import { compileOnce, instantiate } from "./instantiate.ts";
import type { WasmSource } from "./types.ts";

const packagedModule = compileOnce(async () => {
  // Asked of the package by name, so that a bundled copy of this file finds it too.
  const path = createRequire(import.meta.url).resolve("sonde/sonde.wasm");
  return WebAssembly.compile(new Uint8Array(await readFile(path)));
});

/** A fresh module from `wasm`, or from the package. Throws ENGINE_NO_MODULE. */
export async function instantiateOnNode(wasm?: WasmSource): Promise<SondeModule> {
  return instantiate(wasm ?? (await packagedModule()), readUrl);
}

async function readUrl(url: URL): Promise<BufferSource | Response> {
  return url.protocol === "file:" ? new Uint8Array(await readFile(url)) : await fetch(url);
}
