// The cards' speed in Chromium, as ratios within one run. Prints a table.
//
// Usage: node e2e/speed.mjs [runs, default 9]
import { join } from "node:path";
import { chromium } from "@playwright/test";
import { build } from "esbuild";

const root = join(import.meta.dirname, "..");
const runs = Number(process.argv[2] ?? 9);
const { outputFiles } = await build({
  entryPoints: { page: join(root, "e2e/speed-page.tsx"), styles: join(root, "web/react/styles.css") },
  bundle: true,
  splitting: true,
  minify: true,
  format: "esm",
  outdir: "/",
  write: false,
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
});
const files = new Map(outputFiles.map(({ path, contents }) => [path, Buffer.from(contents)]));
files.set(
  "/",
  Buffer.from(
    '<!doctype html><title>x</title><link rel="stylesheet" href="/styles.css"><link rel="stylesheet" href="/bare.css"><script type="module" src="/page.js"></script>',
  ),
);
files.set("/bare.css", Buffer.from(".skipping{content-visibility:auto;contain-intrinsic-size:auto 220px}"));

const browser = await chromium.launch({
  executablePath: process.env.SONDE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
const types = { js: "text/javascript", css: "text/css" };
await page.route("http://speed.test/**", (route) => {
  const { pathname } = new URL(route.request().url());
  const body = files.get(pathname);
  const contentType = types[pathname.split(".").at(-1)] ?? "text/html";
  return body ? route.fulfill({ body, contentType }) : route.fulfill({ status: 404 });
});
await page.goto("http://speed.test/");
await page.waitForFunction("globalThis.measure");

const subjects = [
  ["card", 5000],
  ["bare", 5000],
  ["plain", 5000],
  ["card", 250],
  ["card", 20_000],
];
const taken = new Map();
const note = (name, value) => taken.set(name, [...(taken.get(name) ?? []), value]);
// Interleaved, so that a busy moment falls on all; the first round only warms up.
for (let run = 0; run <= runs; ++run) {
  for (const [subject, rows] of subjects) {
    const { first, all } = await page.evaluate(([subject, rows]) => measure(subject, rows), [subject, rows]);
    if (run === 0) continue;
    note(`${subject} ${rows} first`, first);
    note(`${subject} ${rows} all`, all);
  }
  for (const rows of [500, 5000]) {
    const time = await page.evaluate((rows) => toggle(rows), rows);
    if (run > 0) note(`toggle ${rows}`, time);
  }
}
await browser.close();

const median = (name) => [...taken.get(name)].sort((one, other) => one - other)[Math.floor(runs / 2)];
for (const name of taken.keys()) console.log(`${name.padEnd(20)} ${median(name).toFixed(1)} ms`);
const ratios = [
  ["5,000 rows, first rows shown / bare list with content-visibility", "card 5000 first", "bare 5000 first", 1.8],
  ["5,000 rows, all rows in / bare list with content-visibility", "card 5000 all", "bare 5000 all"],
  ["5,000 rows, first rows shown / plain list", "card 5000 first", "plain 5000 first", 0.25],
  ["5,000 rows, all rows in / plain list", "card 5000 all", "plain 5000 all"],
  ["20,000 rows / 250 rows", "card 20000 first", "card 250 first", 1],
  ["folding one group, 5,000 rows / 500 rows", "toggle 5000", "toggle 500", 1],
];
console.log("");
for (const [name, above, below, budget] of ratios) {
  const ratio = median(above) / median(below);
  console.log(`${ratio.toFixed(2).padStart(6)}  ${name}${budget ? ` (budget ${budget})` : ""}`);
}
