// A page of our own for tests and benchmarks: the built package, bundled with one script.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../", import.meta.url));
const types = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };

export async function bundlePage(name, script) {
  const { outputFiles } = await build({
    entryPoints: {
      "web/worker/page": join(root, "e2e", script),
      "web/worker/main-browser": join(root, "dist/web/worker/main-browser.js"),
    },
    bundle: true,
    format: "esm",
    outdir: `/${name}`,
    write: false,
    logLevel: "warning",
  });
  const files = new Map();
  const put = (path, body) => {
    files.set(path, { body: Buffer.from(body), contentType: types[path.slice(path.lastIndexOf(".") + 1)] ?? "" });
  };
  for (const { path, contents } of outputFiles) put(path, contents);
  put(`/${name}/wasm/sonde.wasm`, readFileSync(join(root, "dist/wasm/sonde.wasm")));
  put(
    `/${name}/index.html`,
    `<!doctype html><title>${name}</title><script type="module" src="/${name}/web/worker/page.js"></script>`,
  );
  return files;
}
