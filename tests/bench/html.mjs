// Our HTML converter against turndown, on the same pages in one run.
// Usage: node tests/bench/html.mjs [PAGE.html…]   Times in milliseconds: best of the rounds, and their median.
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const packages = "python3.11-doc sqlite3-doc";
const defaults = [
  "/usr/share/doc/python3.11/html/library/os.html",
  "/usr/share/doc/python3.11/html/library/stdtypes.html",
  "/usr/share/doc/sqlite3/windowfunctions.html",
];
const pages = process.argv.length > 2 ? process.argv.slice(2) : defaults;
const missing = pages.filter((page) => !existsSync(page));
if (missing.length > 0) {
  console.error(
    `missing: ${missing.join(", ")}\ninstall the pages: apt-get install --no-install-recommends ${packages}`,
  );
  process.exit(1);
}

const root = new URL("../../", import.meta.url).pathname;
const bundle = async (minify) =>
  (
    await build({
      entryPoints: [`${root}web/web-tools/index.ts`],
      bundle: true,
      write: false,
      format: "esm",
      platform: "browser",
      conditions: ["workerd"],
      minify,
    })
  ).outputFiles[0].text;
const { convert } = await import(`data:text/javascript;base64,${Buffer.from(await bundle(false)).toString("base64")}`);
const TurndownService = createRequire(import.meta.url)("turndown");
const turndown = new TurndownService({ headingStyle: "atx", codeBlockStyle: "fenced" });

const warmups = 3;
const rounds = 11;

/** Times of each of `works`, a round of one after a round of the other: what else the machine does then slows both. */
function time(works) {
  const times = works.map(() => []);
  for (let round = -warmups; round < rounds; round++) {
    works.forEach((work, index) => {
      const start = performance.now();
      work();
      if (round >= 0) times[index].push(performance.now() - start);
    });
  }
  return times.map((list) => {
    list.sort((a, b) => a - b);
    return { best: list[0], median: list[rounds >> 1] };
  });
}

console.log("page                         KB   ours best/median   turndown best/median   ratio of medians");
for (const page of pages) {
  const html = readFileSync(page, "utf8");
  const [ours, theirs] = time([() => convert(html, { url: "https://bench.test/" }), () => turndown.turndown(html)]);
  const cell = ({ best, median }) => `${best.toFixed(0)} / ${median.toFixed(0)}`;
  console.log(
    `${page.split("/").pop().padEnd(24)} ${(html.length / 1000).toFixed(0).padStart(6)}   ${cell(ours).padStart(16)}   ${cell(theirs).padStart(20)}   ${(theirs.median / ours.median).toFixed(1)}`,
  );
}
console.log(`web-tools bundle, converter and providers included: ${gzipSync(await bundle(true)).length} bytes gzip`);
