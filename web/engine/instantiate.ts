// From whatever the host has to a module of the core. Compiling and
// instantiating differ by runtime in where the bytes come from; Node compiles the
// package's own at once.
import createModule from "#sonde.mjs";
import type { SondeModule } from "../../wasm/module.d.ts";
import { noModule } from "./no-module.ts";
import type { WasmSource } from "./types.ts";

/**
 * A fresh module with its own memory. Throws ENGINE_NO_MODULE when the source
 * can't be read or compiled, or is another module.
 */
export async function instantiate(
  source: WasmSource,
  fetchBytes: (url: URL) => Promise<BufferSource | Response>,
): Promise<SondeModule> {
  try {
    const compiled = await compile(source, fetchBytes);
    return await run(compiled);
  } catch (cause) {
    throw noModule(cause);
  }
}

/** Compiles a source; a module comes back as it is. */
export async function compile(
  source: WasmSource,
  fetchBytes: (url: URL) => Promise<BufferSource | Response>,
): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof URL) return compile(await fetchBytes(source), fetchBytes);
  // Bytes first: Node loads all of fetch when it is asked for Response.
  const bytes = source instanceof ArrayBuffer || ArrayBuffer.isView(source);
  if (bytes || typeof Response === "undefined" || !(source instanceof Response))
    return WebAssembly.compile(source as BufferSource);
  if (!source.ok) throw new Error(`${source.url} answered ${source.status}`);
  // Streaming needs the right content type, which not every server sends.
  const streams = source.headers.get("content-type")?.startsWith("application/wasm");
  return streams ? WebAssembly.compileStreaming(source) : WebAssembly.compile(await source.arrayBuffer());
}

/** Compiles the package's own module once for all engines of a realm; a failure is tried anew next time. */
export function compileOnce(compilePackaged: () => Promise<WebAssembly.Module>): () => Promise<WebAssembly.Module> {
  let compiled: Promise<WebAssembly.Module> | undefined;
  return () => {
    compiled ??= compilePackaged().catch((cause) => {
      compiled = undefined;
      throw noModule(cause);
    });
    return compiled;
  };
}

function run(compiled: WebAssembly.Module): Promise<SondeModule> {
  // The glue waits for `done` for ever when instantiation fails, so the
  // failure has a way out of its own.
  return new Promise((resolve, reject) => {
    createModule({
      locateFile: (path) => path,
      instantiateWasm: (imports, done) => {
        WebAssembly.instantiate(compiled, imports)
          .then((instance) => done(instance))
          .catch(reject);
        return {};
      },
    }).then(resolve, reject);
  });
}
