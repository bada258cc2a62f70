import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SondeModule } from "../../wasm/module.d.ts";
import { compileOnce, instantiate } from "./instantiate.ts";
import { createPause } from "./pause.ts";
import type { WasmSource } from "./types.ts";

const packagedModule = compileOnce(async () => WebAssembly.compile(readFileSync(await packagedPath())));
const pause = createPause(globalThis);

async function packagedPath(): Promise<string> {
  const beside = new URL("../../wasm/sonde.wasm", import.meta.url);
  if (beside.protocol === "file:" && existsSync(beside)) return fileURLToPath(beside);
  // A bundled copy of this file asks for the package by name, which takes a resolver.
  const { createRequire } = await import("node:module");
  return createRequire(import.meta.url).resolve("sonde/sonde.wasm");
}

/** A fresh module from `wasm`, or from the package. Throws ENGINE_NO_MODULE. */
export async function instantiateOnNode(wasm?: WasmSource): Promise<SondeModule> {
  const module = await instantiate(wasm ?? (await packagedModule()), readUrl);
  // Where nothing else keeps its event loop alive, Node ends the turn that compiled a
  // module only when V8's threads are at rest. Ended here, there is nothing to wait for;
  // in the first search it would wait for the functions that are being optimized.
  await pause();
  return module;
}

async function readUrl(url: URL): Promise<BufferSource | Response> {
  return url.protocol === "file:" ? readFileSync(url) : await fetch(url);
}
