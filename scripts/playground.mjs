// `npm run playground`: builds web/playground into build/playground and serves
// it on this machine. `--build` only builds, `--serve` only serves; PORT picks
// the port. Builds the package too when there is none.
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, normalize } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./lib/run.mjs";

const output = join(root, "build/playground");
const defaultPort = 4173;

/** The strictest policy that the engine and the cards work with; `sonde-worker` names the policy of the worker's script. */
function contentSecurityPolicy(connect) {
  return [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    "img-src 'self' data:",
    `connect-src ${connect}`,
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types sonde-worker",
  ].join("; ");
}

// The web panel asks the proxy and the provider that its visitor names.
const visitorsAddresses = "'self' https: http://127.0.0.1:* http://localhost:*";

const types = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".wasm": "application/wasm",
};

const packageParts = ["dist/web/worker/main-browser.js", "dist/wasm/sonde.wasm"];

async function buildPackageIfMissing() {
  if (packageParts.every((part) => existsSync(join(root, part)))) return;
  console.log("building the package (the first time takes a few minutes)");
  const { setUp } = await import("./setup.mjs");
  setUp("build");
  const { build } = await import("./build.mjs");
  await build();
}

/** Needs the built package in dist/. */
export async function buildPlayground() {
  const { build } = await import("vite");
  await build({ configFile: join(root, "web/playground/vite.config.ts"), logLevel: "warn" });
}

/** Serves the built pages on the loopback address. The server is the caller's to close. */
export async function servePlayground(port) {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://playground.test").pathname);
    const file = join(output, path.endsWith("/") ? `${path}index.html` : path);
    const body = await readFile(file).catch(() => undefined);
    response.writeHead(body ? 200 : 404, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-security-policy": contentSecurityPolicy(path === "/web.html" ? visitorsAddresses : "'self'"),
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cache-control": "no-cache",
    });
    response.end(body);
  });
  await new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return server;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const words = process.argv.slice(2);
  if (!words.includes("--serve")) {
    await buildPackageIfMissing();
    await buildPlayground();
  }
  if (words.includes("--build")) {
    console.log("build/playground is ready");
  } else {
    const server = await (process.env.PORT
      ? servePlayground(Number(process.env.PORT))
      : servePlayground(defaultPort).catch(() => servePlayground(0)));
    console.log(`the playground: http://127.0.0.1:${server.address().port}/ (cards: /gallery.html)`);
  }
}
