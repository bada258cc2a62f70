import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { SondeModule } from "../../wasm/module.d.ts";
import { compileOnce, instantiate } from "./instantiate.ts";
import type { WasmSource } from "./types.ts";

/**
 * Compiled at once, 6 ms of this thread: compiling apart takes longer, and Node ends the
 * turn of its event loop in which such a module arrives only when all V8's threads are at
 * rest, so that the first search would wait for functions that are being optimized.
 */
const packagedModule = compileOnce(async () => new WebAssembly.Module(readFileSync(await packagedPath())));

async function packagedPath(): Promise<string> {
  const beside = new URL("../../wasm/sonde.wasm", import.meta.url);
  if (beside.protocol === "file:" && existsSync(beside)) return fileURLToPath(beside);
  // A bundled copy of this file asks for the package by name, which takes a resolver.
  const { createRequire } = await import("node:module");
  return createRequire(import.meta.url).resolve("sonde/sonde.wasm");
}

/** A fresh module from `wasm`, or from the package. Throws ENGINE_NO_MODULE. */
export async function instantiateOnNode(wasm?: WasmSource): Promise<SondeModule> {
  return instantiate(wasm ?? (await packagedModule()), readUrl);
}

async function readUrl(url: URL): Promise<BufferSource | Response> {
  return url.protocol === "file:" ? readFileSync(url) : await fetch(url);
}
