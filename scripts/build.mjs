// Makes the npm package in dist/: WebAssembly, TypeScript, styles, schema.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { rememberBuild } from "./lib/build-stamp.mjs";
import { bundleNode } from "./lib/bundle-node.mjs";
import { root, run } from "./lib/run.mjs";
import { buildPreset } from "./native.mjs";

/** Builds the WebAssembly module into dist/wasm. The glue is minified: it is generated for any bundler. */
export async function buildWasm() {
  buildPreset("wasm", ["shipped"]);
  const { transform } = await import("esbuild");
  const glue = readFileSync(join(root, "build/wasm/wasm/sonde.mjs"), "utf8");
  const { code } = await transform(glue, { minify: true, format: "esm", target: "es2022" });
  mkdirSync(join(root, "dist/wasm"), { recursive: true });
  writeFileSync(join(root, "dist/wasm/sonde.mjs"), code);
  cpSync(join(root, "build/wasm/wasm/shipped.wasm"), join(root, "dist/wasm/sonde.wasm"));
  const types = join(root, "wasm/module.d.ts");
  if (existsSync(types)) cpSync(types, join(root, "dist/wasm/sonde.d.mts"));
}

/** Compiles web/ into dist/web and copies what is not TypeScript. */
export async function buildTypeScript() {
  rmSync(join(root, "dist/web"), { recursive: true, force: true });
  run([join(root, "node_modules/.bin/tsc"), "-p", "web/tsconfig.build.json"]);
  await bundleNode(join(root, "dist/web"));
  for (const file of readdirSync(join(root, "web"), { recursive: true })) {
    if (!/^(react|edge)\/.*\.(css|js|jsonc)$/.test(file)) continue;
    mkdirSync(dirname(join(root, "dist/web", file)), { recursive: true });
    cpSync(join(root, "web", file), join(root, "dist/web", file));
  }
  const schema = join(root, "web/presentation/schema.generated.json");
  if (existsSync(schema)) cpSync(schema, join(root, "dist/schema.json"));
}

/** Builds dist/ whole, and notes from which sources. */
export async function build() {
  await buildWasm();
  await buildTypeScript();
  rememberBuild();
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await build();
  console.log("dist/ is ready");
}
