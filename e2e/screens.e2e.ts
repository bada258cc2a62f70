// The pages as people see them, kept beside the tests so that a change is seen.
import { expect, type Page } from "@playwright/test";
import { card, loadSample, openSearch, test } from "./pages.ts";

for (const theme of ["light", "dark"] as const) {
  for (const width of [1280, 360]) {
    test.describe(`${width} px, ${theme}`, () => {
      test.use({ viewport: { width, height: 900 }, colorScheme: theme });

      test("search page", async ({ page }) => {
        await openSearch(page, `#${new URLSearchParams({ tool: "grep", args: '{"pattern":"Result<\\\\w+>"}' })}`);
        await page.screenshot({ path: `e2e/screens/empty-${width}-${theme}.png` });
        await loadSample(page);
        await expect(card(page).locator("mark").first()).toBeVisible();
        await expect(page.locator(".answer-state")).toContainText("ms");
        // The time differs from run to run.
        const mask = [page.locator(".answer-state")];
        await page.screenshot({ path: `e2e/screens/search-${width}-${theme}.png`, mask, maskColor: "#888" });
        expect(await overflow(page)).toBe(0);
      });

      for (const story of ["grep-many-files", "web-search-answer", "signal-summary"]) {
        test(`gallery: ${story}`, async ({ page }) => {
          await page.goto(`gallery.html#${story}`);
          await expect(card(page)).toBeVisible();
          await page.evaluate(() => document.fonts.ready);
          await page.screenshot({ path: `e2e/screens/${story}-${width}-${theme}.png`, fullPage: width === 360 });
          expect(await overflow(page)).toBe(0);
        });
      }
    });
  }
}

/** Pixels by which the page is wider than the window. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}
