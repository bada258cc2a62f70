// A worker script in the real edge runtime.
import { readFile } from "node:fs/promises";
import { build } from "esbuild";
import { Miniflare } from "miniflare";

const wasmPath = new URL("../../../dist/wasm/sonde.wasm", import.meta.url);

/** Bundles as an edge deployment does: the module stays a file of its own, and so does what `external` names. */
export async function bundleForEdge(
  entry: { path: URL } | { code: string },
  external: readonly string[] = [],
): Promise<string> {
  const input =
    "path" in entry
      ? { entryPoints: [entry.path.pathname] }
      : { stdin: { contents: entry.code, resolveDir: new URL("..", import.meta.url).pathname, loader: "ts" as const } };
  const result = await build({
    ...input,
    bundle: true,
    format: "esm",
    conditions: ["workerd", "browser"],
    write: false,
    logLevel: "warning",
    external: ["*.wasm", ...external],
    plugins: [
      {
        name: "compiled-wasm",
        setup: ({ onResolve }) => onResolve({ filter: /\.wasm$/ }, () => ({ path: "./sonde.wasm", external: true })),
      },
    ],
  });
  return result.outputFiles[0]?.text ?? "";
}

/** Runs a bundled script. Dispose it. */
export async function startEdge(script: string, bindings: Record<string, string> = {}): Promise<Miniflare> {
  const runtime = new Miniflare({
    host: "127.0.0.1",
    compatibilityDate: "2025-06-01",
    bindings,
    modules: [
      { type: "ESModule", path: "worker.mjs", contents: script },
      { type: "CompiledWasm", path: "sonde.wasm", contents: await readFile(wasmPath) },
    ],
  });
  await runtime.ready;
  return runtime;
}
