// The pages as people see them: pictures, and what must hold in each of them.
// SONDE_SCREENS=1 writes the pictures into e2e/screens, to be looked at and committed.
import { readdirSync } from "node:fs";
import { expect, type Page, type TestInfo } from "@playwright/test";
import { card, loadSample, openSearch, test } from "./pages.ts";

const stories = readdirSync(new URL("../fixtures/cards", import.meta.url))
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));
const pictured = [
  "error-invalid-pattern",
  "grep-engine-capped",
  "grep-many-files",
  "signal-batch-engine",
  "signal-summary",
  "web-search-answer",
];

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 360]) {
    test.describe(`${width} px, ${theme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme: theme });

      const picture = async (page: Page, info: TestInfo, name: string, fullPage: boolean) => {
        const file = `${name}-${width}-${theme}.png`;
        const path = process.env.SONDE_SCREENS ? `e2e/screens/${file}` : info.outputPath(file);
        await page.screenshot({ path, fullPage });
      };

      test("search page", async ({ page }, info) => {
        await openSearch(page, `#${new URLSearchParams({ tool: "grep", args: '{"pattern":"Result<\\\\w+>"}' })}`);
        await expect(page.getByText("Open some files")).toBeVisible();
        await picture(page, info, "empty", false);
        expect(await faults(page)).toEqual([]);
        await loadSample(page);
        await expect(card(page).locator("mark").first()).toBeVisible();
        await expect(page.locator(".answer-state")).toContainText("ms");
        // The time differs from run to run.
        await page.locator(".answer-state span").evaluate((time) => {
          time.textContent = "… ms";
        });
        await picture(page, info, "search", false);
        expect(await faults(page)).toEqual([]);
      });

      test("gallery", async ({ page }, info) => {
        const found: Record<string, string[]> = {};
        await page.goto("gallery.html");
        // The layout is the same in the dark.
        for (const story of theme === "light" ? stories : pictured) {
          await page.evaluate((story) => {
            location.hash = story;
          }, story);
          await expect(page.getByRole("combobox").last()).toHaveValue(story);
          await expect(card(page)).toBeVisible();
          if (story === "web-search-answer") await expect(card(page).locator(".sonde-markdown")).toBeVisible();
          if (pictured.includes(story)) await picture(page, info, story, width === 360);
          const problems = await faults(page);
          if (problems.length > 0) found[story] = problems;
        }
        expect(found).toEqual({});
      });
    });
  }
}

test("a card says how much it does not show", async ({ page }) => {
  const said: Record<string, RegExp> = {
    "glob-engine-capped": /Showing 20 of 53 paths.*33 more paths were found and are not listed here/s,
    "grep-engine-capped": /Showing 30 of 300 matches.*may be partial.*270 more matches were found/s,
    "grep-engine-meta-capped": /Showing 34 of 211 matches.*may be partial.*177 more matches were found/s,
    "seed-grep-truncated": /Showing 3 of 41 matches.*may be partial.*38 more matches were found/s,
    "seed-glob-truncated": /Showing \d+ of \d+ paths.*not listed here/s,
    "signal-summary-engine-partial": /PARTIAL.*Only 120 of 511 matches were kept.*7 more files are not on this page/s,
    "web-fetch-engine-truncated": /Only part of the page was read/,
    "web-search-engine-capped": /cut/i,
  };
  await page.goto("gallery.html");
  for (const [story, words] of Object.entries(said)) {
    await page.evaluate((story) => {
      location.hash = story;
    }, story);
    await expect(page.getByRole("combobox").last()).toHaveValue(story);
    await expect(card(page)).toContainText(words);
  }
});

/** What is wrong with the layout: sideways scrolling, cut text, ragged line numbers, hits that can't be seen. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth > clientWidth) found.push(`the page is ${scrollWidth - clientWidth} px too wide`);
    const cards = [...document.querySelectorAll<HTMLElement>(".sonde-card")];
    for (const root of cards) {
      const frame = root.getBoundingClientRect();
      for (const element of root.querySelectorAll<HTMLElement>("*")) {
        const box = element.getBoundingClientRect();
        if (box.width <= 1 || box.height <= 1 || element.closest("[hidden]")) continue;
        const name = `${element.localName}.${element.className}`;
        if (box.right > frame.right + 1 || box.left < frame.left - 1) found.push(`${name} sticks out`);
        const { overflowX } = getComputedStyle(element);
        const isCut = (overflowX === "hidden" || overflowX === "clip") && element.scrollWidth > element.clientWidth + 1;
        if (isCut) found.push(`${name} is cut`);
      }
      const rows = [...root.querySelectorAll<HTMLElement>(".sonde-row")].filter((row) => row.offsetHeight > 0);
      const edges = rows.flatMap((row) => {
        const number = row.querySelector(".sonde-number");
        if (number === null) return [];
        const range = document.createRange();
        range.selectNodeContents(number);
        return [Math.round(range.getBoundingClientRect().right)];
      });
      if (new Set(edges).size > 1) found.push(`line numbers end at ${[...new Set(edges)].join(", ")} px`);
      for (const mark of root.querySelectorAll<HTMLElement>("mark")) {
        if (mark.offsetHeight === 0 || mark.textContent === "") continue;
        const style = getComputedStyle(mark);
        const around = getComputedStyle(mark.parentElement ?? mark);
        if (style.backgroundColor === around.backgroundColor || style.backgroundColor === "rgba(0, 0, 0, 0)")
          found.push(`the hit ${mark.textContent} has no colour of its own`);
      }
    }
    return found;
  });
}
