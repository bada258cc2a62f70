// The shared search cases in Chromium: the same bytes as natively.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { build } from "esbuild";
import { readTopics, sessionOf } from "../tests/fixtures/cases.mjs";
import type { PlayAll } from "./replay-page.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
const cases = readTopics().flatMap(({ topic, cases }) =>
  cases.map((one) => ({
    name: `${topic}: ${one.name}`,
    session: sessionOf(one),
    expected: JSON.stringify(one.expect),
  })),
);
const files = new Map<string, Buffer>();

test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: {
      "web/worker/replay": join(root, "e2e/replay-page.ts"),
      "web/worker/main-browser": join(root, "dist/web/worker/main-browser.js"),
    },
    bundle: true,
    format: "esm",
    outdir: "/replay",
    write: false,
    logLevel: "warning",
  });
  for (const { path, contents } of outputFiles) files.set(path, Buffer.from(contents));
  files.set("/replay/wasm/sonde.wasm", readFileSync(join(root, "dist/wasm/sonde.wasm")));
  const html = `<!doctype html><title>x</title><script type="module" src="/replay/web/worker/replay.js"></script>`;
  files.set("/replay/index.html", Buffer.from(html));
});

for (const kind of ["createEngine", "connectWorker"]) {
  test(`every case through ${kind}`, async ({ page, context }) => {
    test.setTimeout(600_000);
    const types: Record<string, string> = { html: "text/html", js: "text/javascript", wasm: "application/wasm" };
    await context.route("**/replay/**", (route) => {
      const { pathname } = new URL(route.request().url());
      const body = files.get(pathname);
      const contentType = types[pathname.slice(pathname.lastIndexOf(".") + 1)] ?? "";
      return body ? route.fulfill({ body, contentType }) : route.fulfill({ status: 404 });
    });
    await page.goto("replay/index.html");
    await page.waitForFunction("globalThis.playAll");
    const lines = await page.evaluate(
      ([kind, sessions]) => (globalThis as unknown as { playAll: PlayAll }).playAll(kind, sessions),
      [kind, cases.map(({ session }) => session)] as const,
    );
    expect(cases.length).toBeGreaterThanOrEqual(120);
    const differing = cases.filter(({ expected }, index) => lines[index] !== expected).map(({ name }) => name);
    expect(differing).toEqual([]);
  });
}
