// The engine and its worker in a bare page of Chromium: large loads, aborts, tabs, memory.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, expect, type Page, test } from "@playwright/test";
import type { Files } from "../web/engine/types.ts";
import { bundlePage } from "./bundle.mjs";
import type { Sonde } from "./engine-page.ts";
import { slowPattern, writeLargeArchive } from "./long-search.ts";
import { readsOf, recordReads, writeProject } from "./project.ts";

declare const sonde: Sonde;

let pageFiles: Awaited<ReturnType<typeof bundlePage>>;
let folder = "";
test.beforeAll(async () => {
  pageFiles = await bundlePage("bare", "engine-page.ts");
  folder = mkdtempSync(join(tmpdir(), "sonde-e2e-"));
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function openBare(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  await page.route("**/bare/**", (route) => {
    const file = pageFiles.get(new URL(route.request().url()).pathname);
    return file ? route.fulfill(file) : route.fulfill({ status: 404 });
  });
  await page.goto("bare/index.html");
  await page.waitForFunction("globalThis.sonde");
  return page;
}

/** Adds an input for files to the page and gives it `path`. */
async function pick(page: Page, path: string, isFolder: boolean): Promise<void> {
  await page.evaluate((isFolder) => {
    document.querySelector("input")?.remove();
    const input = document.createElement("input");
    input.type = "file";
    input.webkitdirectory = isFolder;
    document.body.append(input);
  }, isFolder);
  await page.locator("input").setInputFiles(path);
}

test("a zip of 60 MB: loaded and searched by the worker, a long search aborts within a step", async ({ context }) => {
  test.setTimeout(180_000);
  const path = join(folder, "big.zip");
  writeLargeArchive(path);

  const page = await openBare(context);
  await pick(page, path, false);
  const seen = await page.evaluate(async (slowPattern) => {
    const archive = (document.querySelector("input") as HTMLInputElement).files?.[0] as File;
    // On a busy machine a step may outlast the wait for it; then the worker is replaced.
    const reload = async (files: Files) => void (await files.load(archive));
    const engine = await sonde.connectWorker({ reload });
    const loaded = await engine.files.load(archive);
    const found = await engine.call("grep", { pattern: "needle" });
    const abort = new AbortController();
    let steps = 0;
    let stepsAfterAbort = 0;
    let frames = 0;
    let searching = true;
    const frame = () => {
      frames += 1;
      if (searching) requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    const long = await engine.call(
      "grep",
      { pattern: slowPattern },
      {
        signal: abort.signal,
        onProgress: () => {
          if (abort.signal.aborted) stepsAfterAbort += 1;
          steps += 1;
          if (frames >= 20) abort.abort();
        },
      },
    );
    searching = false;
    const after = await engine.call("grep", { pattern: "needle" });
    const usage = await engine.files.usage();
    await engine.dispose();
    return { loaded, found, long, steps, stepsAfterAbort, frames, after, usage };
  }, slowPattern);
  expect(seen.loaded.files).toBe(76);
  expect(seen.usage.textBytes).toBeGreaterThan(60e6);
  expect(seen.found.meta).toMatchObject({ total: 76 });
  expect(seen.long.error?.code).toBe("SEARCH_ABORTED");
  expect(seen.steps).toBeGreaterThan(1);
  expect(seen.stepsAfterAbort).toBeLessThanOrEqual(1);
  expect(seen.frames).toBeGreaterThanOrEqual(20);
  expect(seen.after.content).toEqual(seen.found.content);
  expect(seen.after.meta).toMatchObject({ total: 76 });
});

test("a folder of over 10,000 files: what is ignored is not read", async ({ context }) => {
  test.setTimeout(180_000);
  const project = join(folder, "project");
  writeProject(project, { sources: 10_400, dependencies: 1600, objects: 400 });
  const page = await openBare(context);
  await pick(page, project, true);
  await recordReads(page);
  const seen = await page.evaluate(async () => {
    const engine = await sonde.createEngine();
    const list = (document.querySelector("input") as HTMLInputElement).files as FileList;
    const loaded = await engine.files.load(list);
    const found = await engine.call("grep", { pattern: "item7\\b" });
    await engine.dispose();
    return { listed: list.length, loaded, found };
  });
  expect(seen.listed).toBeGreaterThanOrEqual(12_000);
  expect(seen.loaded.files).toBe(10_401);
  // A folder that is left out counts once.
  expect(seen.loaded.skipped.ignored).toBe(2);
  const reads = await readsOf(page);
  expect(reads.filter((name) => name.startsWith("file")).length).toBeGreaterThanOrEqual(10_400);
  expect(reads.filter((name) => name.startsWith("unread"))).toEqual([]);
  expect(seen.found.meta).toMatchObject({ total: 1 });
});

test("two tabs search at once, each its own files", async ({ context }) => {
  const pages = await Promise.all([openBare(context), openBare(context)]);
  const answers = await Promise.all(
    pages.map((page, tab) =>
      page.evaluate(async (tab) => {
        const engine = await sonde.connectWorker({});
        const entries = Array.from({ length: 200 }, (_, index) => ({
          path: `tab${tab}/${index}`,
          data: `needle ${tab}\n`,
        }));
        await engine.files.writeMany(entries);
        const results = await Promise.all(Array.from({ length: 5 }, () => engine.call("grep", { pattern: "needle" })));
        const texts = results.map((result) => result.content[0]?.text ?? "");
        await engine.dispose();
        return texts;
      }, tab),
    ),
  );
  for (const [tab, texts] of answers.entries()) {
    expect(new Set(texts).size).toBe(1);
    expect(texts[0]).toContain("Found 200 matches");
    expect(texts[0]).toContain(`tab${tab}/0\nLine 1: needle ${tab}`);
    expect(texts[0]).not.toContain(`tab${1 - tab}/`);
  }
});

test("a heap that can't grow refuses the write whole; the engine goes on", async ({ context }) => {
  const page = await openBare(context);
  const seen = await page.evaluate(async () => {
    const original = WebAssembly.Memory.prototype.grow;
    const limitPages = (96 * 1024 * 1024) / 65_536;
    WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
      if (this.buffer.byteLength / 65_536 + pages > limitPages) throw new RangeError("Maximum memory size exceeded");
      return original.call(this, pages);
    };
    const engine = await sonde.createEngine();
    await engine.files.write("kept.txt", "needle\n");
    const before = await engine.files.revision();
    const refused: string[] = [];
    const block = new Uint8Array(20 << 20).fill(97);
    for (let index = 0; index < 8; ++index) {
      await engine.files.write(`large${index}.txt`, block).catch((error) => refused.push(error.code));
    }
    const files = (await engine.files.list()).map(({ path }) => path);
    const found = await engine.call("grep", { pattern: "needle" });
    const usage = await engine.files.usage();
    await engine.dispose();
    return { before, refused, files, found, usage };
  });
  expect(seen.refused.length).toBeGreaterThan(0);
  expect(seen.refused.filter((code) => code !== "ENGINE_MEMORY" && code !== "VFS_FULL")).toEqual([]);
  expect(seen.files.length).toBe(1 + 8 - seen.refused.length);
  expect(seen.files).toContain("kept.txt");
  expect(seen.found.content[0]?.text).toContain("kept.txt\nLine 1: needle");
  expect(seen.usage.heapBytes).toBeLessThanOrEqual(96 * 1024 * 1024);
});
