import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { SondeModule } from "../../wasm/module.d.ts";
import { compileOnce, instantiate } from "./instantiate.ts";
import type { WasmSource } from "./types.ts";

const packagedModule = compileOnce(async () => WebAssembly.compile(readFileSync(packagedPath())));

function packagedPath(): string {
  const beside = new URL("../../wasm/sonde.wasm", import.meta.url);
  if (beside.protocol === "file:" && existsSync(beside)) return fileURLToPath(beside);
  // A bundled copy of this file asks for the package by name, which takes a resolver.
  return createRequire(import.meta.url).resolve("sonde/sonde.wasm");
}

/** A fresh module from `wasm`, or from the package. Throws ENGINE_NO_MODULE. */
export async function instantiateOnNode(wasm?: WasmSource): Promise<SondeModule> {
  return instantiate(wasm ?? (await packagedModule()), readUrl);
}

async function readUrl(url: URL): Promise<BufferSource | Response> {
  return url.protocol === "file:" ? readFileSync(url) : await fetch(url);
}
