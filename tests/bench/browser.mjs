// `npm run bench:browser`: loading and searching in a real Chromium.
//
// Usage: node tests/bench/browser.mjs [--json FILE]
//
// Drops a real folder of over 30,000 files (the medium corpus, this project's
// node_modules and .git) on a page, and searches the large corpus while the page
// draws frames, with the engine in a worker and on the page's own thread. A frame
// is late when it comes after 1/60 s; the same page at rest shows what the machine
// itself adds.
import { cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chromium } from "@playwright/test";
import { bundlePage } from "../../e2e/bundle.mjs";
import { root } from "../../scripts/lib/run.mjs";
import { corpus, filesBelow } from "./corpora.mjs";

const jsonAt = process.argv.indexOf("--json");
const address = "https://bench.test/bench/index.html";

/** A project folder as one finds it: sources, what they depend on, their history. */
function projectFolder() {
  const folder = join(tmpdir(), `sonde-bench-${process.pid}`, "project");
  mkdirSync(folder, { recursive: true });
  cpSync(corpus("medium"), join(folder, "src"), { recursive: true, verbatimSymlinks: true });
  for (const part of ["node_modules", ".git"])
    if (existsSync(join(root, part)))
      cpSync(join(root, part), join(folder, part), { recursive: true, verbatimSymlinks: true });
  for (let i = 0; readdirSync(folder, { recursive: true }).length < 30_000; i++)
    cpSync(join(folder, "node_modules"), join(folder, "src", `package${i}`, "node_modules"), {
      recursive: true,
      verbatimSymlinks: true,
    });
  writeFileSync(join(folder, ".gitignore"), "node_modules/\n");
  return folder;
}

const files = await bundlePage("bench", "engine-page.ts");
const browser = await chromium.launch({
  executablePath: process.env.SONDE_CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const context = await browser.newContext();
await context.route("https://bench.test/**", (route) => {
  const file = files.get(new URL(route.request().url()).pathname);
  return file ? route.fulfill(file) : route.fulfill({ status: 404 });
});

async function openPage() {
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction("globalThis.sonde");
  await page.evaluate(() => {
    /** Draws frames while `work` runs; milliseconds between them, ascending. */
    globalThis.whileDrawing = async (work) => {
      const gaps = [];
      let drawing = true;
      let last;
      const frame = (now) => {
        if (last !== undefined) gaps.push(now - last);
        last = now;
        if (drawing) requestAnimationFrame(frame);
      };
      requestAnimationFrame(frame);
      const began = performance.now();
      const result = await work();
      const milliseconds = performance.now() - began;
      drawing = false;
      gaps.sort((a, b) => a - b);
      return { result, milliseconds, gaps };
    };
  });
  return page;
}

const at = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
const frames = ({ gaps }) => ({
  frames: gaps.length,
  median: at(gaps, 0.5),
  p99: at(gaps, 0.99),
  longest: at(gaps, 1),
});
const shown = ({ frames, median, p99, longest }) =>
  `${frames} | ${median.toFixed(1)} | ${p99.toFixed(1)} | ${longest.toFixed(1)}`;

async function dropFolder() {
  const folder = projectFolder();
  try {
    const all = filesBelow(folder).length;
    const page = await openPage();
    await page.evaluate(() => {
      globalThis.dropped = new Promise((resolve) => {
        document.addEventListener("dragover", (event) => event.preventDefault());
        document.addEventListener("drop", async (event) => {
          event.preventDefault();
          const engine = await sonde.connectWorker({});
          const source = event.dataTransfer;
          resolve(await whileDrawing(() => engine.files.load(source)));
        });
      });
    });
    const session = await context.newCDPSession(page);
    const data = { items: [], files: [folder], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"])
      await session.send("Input.dispatchDragEvent", { type, x: 100, y: 100, data });
    const seen = await page.evaluate(() => globalThis.dropped);
    await page.close();
    return { files: all, loaded: seen.result, milliseconds: seen.milliseconds, ...frames(seen) };
  } finally {
    rmSync(dirname(folder), { recursive: true, force: true });
  }
}

async function searchLarge() {
  const page = await openPage();
  await page.evaluate(() => {
    const input = document.createElement("input");
    input.type = "file";
    input.webkitdirectory = true;
    document.body.append(input);
  });
  await page.locator("input").setInputFiles(corpus("large"));
  const rows = [];
  for (const kind of ["connectWorker", "createEngine"]) {
    const seen = await page.evaluate(async (kind) => {
      const engine = await sonde[kind]({});
      const load = await whileDrawing(() => engine.files.load(document.querySelector("input").files));
      const idle = await whileDrawing(() => new Promise((resolve) => setTimeout(resolve, 2000)));
      const searches = [];
      for (const pattern of ["return", "[A-Z]{3,}_[0-9]+", "\\w+\\s*\\("]) {
        const search = await whileDrawing(() => engine.call("grep", { pattern }));
        searches.push({ pattern, total: search.result.meta?.total, ...search, result: undefined });
      }
      await engine.dispose();
      return { load, idle, searches };
    }, kind);
    rows.push({ kind, what: "at rest", ...frames(seen.idle), milliseconds: seen.idle.milliseconds });
    rows.push({
      kind,
      what: `load ${seen.load.result.files} files`,
      ...frames(seen.load),
      milliseconds: seen.load.milliseconds,
    });
    for (const search of seen.searches)
      rows.push({
        kind,
        what: `grep ${search.pattern} (${search.total})`,
        ...frames(search),
        milliseconds: search.milliseconds,
      });
  }
  await page.close();
  return rows;
}

const drop = await dropFolder();
console.log(
  `${new Date().toISOString().slice(0, 10)}, ${cpus()[0].model}, ${cpus().length} cores, Chromium ${browser.version()}\n`,
);
console.log(
  `Dropped a folder of ${drop.files} files: read ${drop.loaded.files} (${(drop.loaded.bytes / 1e6).toFixed(1)} MB) in ${(drop.milliseconds / 1000).toFixed(1)} s; left out ${JSON.stringify(drop.loaded.skipped)}, folders counted as one; longest frame ${drop.longest.toFixed(1)} ms\n`,
);
const rows = await searchLarge();
console.log("| engine | work on `large` | s | frames | median ms | 99 % ms | longest ms |");
console.log("| --- | --- | ---: | ---: | ---: | ---: | ---: |");
for (const row of rows)
  console.log(
    `| ${row.kind === "createEngine" ? "on the page's thread" : "in a worker"} | ${row.what} | ${(row.milliseconds / 1000).toFixed(2)} | ${shown(row)} |`,
  );
await browser.close();
if (jsonAt > 0) {
  mkdirSync(dirname(process.argv[jsonAt + 1]), { recursive: true });
  writeFileSync(process.argv[jsonAt + 1], JSON.stringify({ date: new Date().toISOString(), drop, rows }, null, 1));
}
