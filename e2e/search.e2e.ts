// The search page: opening files, asking, stopping, and what kills a worker.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";
import { strToU8, zipSync } from "fflate";
import { slowPattern, writeLargeArchive } from "./long-search.ts";
import { card, loadSample, modelText, openSearch, pattern, test } from "./pages.ts";
import { readsOf, recordReads, writeProject } from "./project.ts";

const loaded = (page: Page) => page.locator(".loaded");
const picker = (page: Page, kind: "folder" | "archive") => page.locator(`input[data-input="${kind}"]`);

let folder = "";
test.beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "sonde-e2e-"));
});
test.afterAll(() => rmSync(folder, { recursive: true }));

test("typing a pattern answers in all three forms, and each tool has its own", async ({ page }) => {
  await openSearch(page);
  await loadSample(page);
  await pattern(page).pressSequentially("class \\w+Finder", { delay: 15 });
  await expect(modelText(page)).toContainText("core/match/");
  await expect(card(page).locator("mark").first()).toHaveText(/class \w+Finder/);
  await expect(page.locator(".gauge")).toContainText(/[\d,]+ of 65,536 bytes/);
  const meta = JSON.parse(
    (await page.getByRole("region", { name: "Presentation meta" }).locator("pre").textContent()) ?? "",
  );
  expect(await page.locator(".gauge meter").evaluate((meter: HTMLMeterElement) => meter.value)).toBe(
    new TextEncoder().encode(JSON.stringify(meta)).length,
  );

  await page.getByLabel("glob", { exact: true }).check();
  await pattern(page).fill("**/glob*.h");
  await expect(modelText(page)).toContainText("core/glob/glob.h");
  await expect(card(page)).toContainText("glob.h");

  await page.getByLabel("signal_grep").check();
  await pattern(page).fill("std::string_view");
  await expect(card(page)).toHaveAttribute("data-sonde-card", "signal");
  await expect(modelText(page)).toContainText(/\d+ matches in \d+ files/);
});

test("a wrong pattern shows the engine's message, and the next letter mends it", async ({ page }) => {
  await openSearch(page);
  await loadSample(page);
  await pattern(page).fill("(Glob");
  await expect(modelText(page)).toContainText("missing )");
  await expect(card(page)).toContainText("missing )");
  await pattern(page).pressSequentially(")");
  await expect(card(page).locator("mark").first()).toHaveText("Glob");
});

test("a link carries the question and no files", async ({ page }) => {
  await openSearch(page);
  await loadSample(page);
  await page.getByLabel("signal_grep").check();
  await pattern(page).fill("a&b=#c%");
  await expect.poll(() => page.url()).toContain("signal_grep");
  await expect.poll(() => page.url()).toContain("b%3D");
  const { hash } = new URL(page.url());
  await page.goto("about:blank");
  await openSearch(page, hash);
  await expect(pattern(page)).toHaveValue("a&b=#c%");
  await expect(page.getByLabel("signal_grep")).toBeChecked();
  await expect(page.getByText("Open some files")).toBeVisible();
  for (const broken of ["#tool=rm&args=[1]", "#args={", "#%E0%A4%A"]) {
    await page.goto("about:blank");
    await openSearch(page, broken);
    await expect(pattern(page)).toHaveValue("");
  }
});

const archive = zipSync({
  "app/src/main.ts": strToU8("export const needle = 1;\n"),
  "app/.gitignore": strToU8("built/\n"),
  "app/built/main.js": strToU8("needle\n"),
  "app/node_modules/x/index.js": strToU8("// needle\n"),
  "app/.git/config": strToU8("needle\n"),
});

test("a picked zip is searched, its ignored files are not", async ({ page }) => {
  await openSearch(page, `#${new URLSearchParams({ tool: "grep", args: '{"pattern":"needle"}' })}`);
  await picker(page, "archive").setInputFiles({
    name: "app.zip",
    mimeType: "application/zip",
    buffer: Buffer.from(archive),
  });
  await expect(loaded(page)).toContainText("app.zip");
  await expect(loaded(page)).toContainText(/left out: \d+ ignored/);
  await expect(modelText(page)).toContainText("main.ts\nLine 1: export const needle = 1;");
  await expect(modelText(page)).not.toContainText("built/");
  await expect(modelText(page)).not.toContainText(".git/");
});

test("a dropped zip is taken; a broken one says so and leaves the files as they were", async ({ page }) => {
  await openSearch(page, `#${new URLSearchParams({ tool: "grep", args: '{"pattern":"needle"}' })}`);
  await drop(page, "app.zip", archive);
  await expect(modelText(page)).toContainText("const needle");
  await drop(page, "broken.zip", archive.slice(0, 200));
  await expect(page.getByRole("alert")).toBeVisible();
  await expect(page.getByRole("alert")).not.toBeEmpty();
  await expect(loaded(page)).toContainText("app.zip");
  await pattern(page).fill("export");
  await expect(modelText(page)).toContainText("export const needle");
});

test("three gestures from an empty page to a card of one's own folder", async ({ page }) => {
  // The picker itself is the browser's; what it returns is a directory handle like this one.
  await page.addInitScript(() => {
    const pick = async () => {
      const root = await navigator.storage.getDirectory();
      const picked = await root.getDirectoryHandle("mine", { create: true });
      const writable = await (await picked.getFileHandle("notes.txt", { create: true })).createWritable();
      await writable.write("my own needle\n");
      await writable.close();
      return picked;
    };
    Object.assign(window, { showDirectoryPicker: pick });
  });
  await openSearch(page);
  await page.getByRole("button", { name: "Open folder" }).click();
  await expect(loaded(page)).toContainText("mine · 1 file");
  // The pattern gets the focus by itself.
  await expect(pattern(page)).toBeFocused();
  await page.keyboard.type("needle");
  await expect(card(page).locator("mark").first()).toHaveText("needle");
  await expect(modelText(page)).toContainText("notes.txt\nLine 1: my own needle");
});

for (const viewport of [
  { width: 1280, height: 900 },
  { width: 360, height: 780 },
]) {
  test(`a dropped folder and a typed pattern, ${viewport.width} px wide`, async ({ page }) => {
    await page.setViewportSize(viewport);
    const dropped = join(folder, `dropped-${viewport.width}`);
    for (const [path, text] of Object.entries({
      ".gitignore": "built/\n",
      "src/notes.md": "# My own needle\n",
      "built/notes.md": "needle\n",
    })) {
      mkdirSync(join(dropped, path, ".."), { recursive: true });
      writeFileSync(join(dropped, path), text);
    }
    await openSearch(page);
    await dropPath(page, dropped);
    await expect(loaded(page)).toContainText(`dropped-${viewport.width} · 2 files`);
    await expect(loaded(page)).toContainText("left out: 1 ignored");
    await expect(pattern(page)).toBeFocused();
    await page.keyboard.type("needle");
    // The pattern's first letters may be answered on the way, with more hits.
    await expect(card(page).locator("mark").first()).toHaveText("needle");
    await expect(modelText(page)).toContainText("src/notes.md\nLine 1: # My own needle");
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
  });
}

test("what a card's button asks for has a way back, and its link is not offered", async ({ page }) => {
  await openSearch(page);
  await loadSample(page);
  await page.getByLabel("signal_grep").check();
  await pattern(page).fill("std::string_view");
  const next = card(page).locator(".sonde-next button");
  await expect(next).toHaveText([/More files/, /Lines of \d+ files?/]);
  const first = await modelText(page).textContent();
  await next.first().click();
  await expect(page.locator(".follow-up")).toContainText('"mode":"summary"');
  await expect(modelText(page)).not.toHaveText(first ?? "");
  await expect(modelText(page)).toContainText(/\d+ matches in \d+ files/);
  await expect(page.getByRole("button", { name: "Copy link" })).toBeHidden();
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await expect(pattern(page)).toHaveValue("std::string_view");
  await expect(page.locator(".follow-up")).toBeHidden();
  await card(page)
    .getByRole("button", { name: /^Lines of/ })
    .first()
    .click();
  await expect(modelText(page)).toContainText("[columns: 1-based UTF-16, inclusive]");
  await page.goBack();
  await expect(pattern(page)).toHaveValue("std::string_view");
});

test("a folder of thousands of files: node_modules and .git are not read", async ({ page }) => {
  const project = join(folder, "project");
  writeProject(project, { sources: 2200, dependencies: 800, objects: 60 });
  const worker = await openSearch(page);
  await recordReads(worker);
  await picker(page, "folder").setInputFiles(project);
  await expect(loaded(page)).toContainText("project · 2,201 files");
  await expect(loaded(page)).toContainText(/left out: \d+ ignored/);
  const reads = await readsOf(worker);
  expect(reads.filter((name) => name.startsWith("file")).length).toBeGreaterThanOrEqual(2200);
  expect(reads.filter((name) => name.startsWith("unread"))).toEqual([]);
  await pattern(page).fill("item7\\b");
  await expect(modelText(page)).toContainText("Found 1 match");
});

test.describe("a search that takes long", () => {
  let path = "";
  test.beforeAll(() => {
    path = join(folder, "big.zip");
    writeLargeArchive(path);
  });

  async function begin(page: Page) {
    await openSearch(page);
    await picker(page, "archive").setInputFiles(path);
    await expect(loaded(page)).toContainText("big.zip · 76 files");
    await pattern(page).fill("needle");
    await expect(modelText(page)).toContainText("Found");
    const before = await modelText(page).textContent();
    await pattern(page).fill(slowPattern);
    await expect(page.locator(".answer-state")).toContainText("Searching");
    return { before };
  }

  test("animation frames go on, and it can be stopped", async ({ page }) => {
    await begin(page);
    const frames = await page.evaluate(async () => {
      let count = 0;
      while (count < 20 && document.querySelector(".answer-state")?.textContent?.includes("Searching")) {
        await new Promise(requestAnimationFrame);
        ++count;
      }
      return count;
    });
    expect(frames).toBe(20);
    await page.locator(".answer-state").getByRole("button", { name: "Stop" }).click();
    await expect(modelText(page)).toContainText(/aborted|stopped|cancel/i);
    await pattern(page).fill("needle");
    await expect(modelText(page)).toContainText("Found");
  });

  test("fast typing drops the answers of earlier letters", async ({ page }) => {
    const { before } = await begin(page);
    await pattern(page).fill("");
    await pattern(page).pressSequentially("needle", { delay: 25 });
    await expect(modelText(page)).toHaveText(before ?? "");
  });

  test("a worker that dies is replaced: the call ends, the next one has the same bytes", async ({ page }) => {
    await page.addInitScript(() => {
      const workers: Worker[] = [];
      const RealWorker = Worker;
      const Recorded = class extends RealWorker {
        constructor(...all: ConstructorParameters<typeof RealWorker>) {
          super(...all);
          workers.push(this);
        }
      };
      // The prototype's own method: the client is not told, as with a crash.
      const kill = () => RealWorker.prototype.terminate.call(workers[0]);
      Object.assign(window, { Worker: Recorded, kill });
    });
    const { before } = await begin(page);
    const replaced = page.waitForEvent("worker");
    await page.evaluate(() => (window as unknown as { kill: () => void }).kill());
    await expect(page.locator(".answer-state")).not.toContainText("Searching");
    await expect(modelText(page)).toContainText(/worker|engine/i);
    await pattern(page).fill("needle");
    await replaced;
    await expect(modelText(page)).toContainText("Found");
    expect(await modelText(page).textContent()).toBe(before);
  });
});

/** Drops a folder of this machine on the page, by the browser's own means. */
async function dropPath(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const place = { x: 150, y: 300, data: { items: [], files: [path], dragOperationsMask: 1 } };
  for (const type of ["dragEnter", "dragOver", "drop"] as const) {
    await session.send("Input.dispatchDragEvent", { type, ...place });
  }
}

/** Drops one file on the page, as the browser hands it over. */
async function drop(page: Page, name: string, bytes: Uint8Array): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([name, numbers]) => {
      const dropped = new DataTransfer();
      dropped.items.add(new File([new Uint8Array(numbers)], name));
      return dropped;
    },
    [name, Array.from(bytes)] as const,
  );
  await page.dispatchEvent("main", "drop", { dataTransfer: transfer });
}
