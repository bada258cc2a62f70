// The cards in a real browser, on the gallery page.
import { readdirSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { card, loadSample, openSearch, pattern, test } from "./pages.ts";

const stories = readdirSync(new URL("../fixtures/cards", import.meta.url))
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));

/** Tried in every theme, language and width, as they come and with everything open. */
const thorough = [
  "error-invalid-pattern",
  "glob-engine-capped",
  "grep-bidi-and-controls",
  "grep-big-file",
  "grep-long-lines",
  "grep-many-files",
  "signal-batch-engine",
  "signal-detail-engine-page",
  "signal-summary-engine-partial",
  "web-fetch-not-found",
  "web-search-answer",
  "web-search-hostile-urls",
];

async function openStory(page: Page, story: string): Promise<void> {
  await page.goto(`gallery.html#${story}`);
  await expect(card(page)).toBeVisible();
}

async function changeStory(page: Page, story: string): Promise<void> {
  await page.evaluate((story) => {
    location.hash = story;
  }, story);
  await expect(page.getByRole("combobox").last()).toHaveValue(story);
  await expect(card(page)).toBeVisible();
}

/** Shows what a click can show; at last the copy menu. */
async function openEverything(page: Page): Promise<void> {
  const closed = card(page).locator(':not(.sonde-menu) > button[aria-expanded="false"]');
  for (let left = await closed.count(); left > 0; left = await closed.count()) {
    await closed.first().click();
    await expect.poll(() => closed.count()).not.toBe(left);
  }
  const cutLines = card(page).getByRole("button", {
    name: /^(Show (full line|the whole excerpt)|\u663e\u793a(\u6574\u884c|\u5168\u90e8\u6458\u5f55))/,
  });
  for (let left = await cutLines.count(); left > 0; left = await cutLines.count()) {
    await cutLines.first().click();
    await expect(cutLines).toHaveCount(left - 1);
  }
  for (const summary of await card(page).locator("details:not([open]) > summary").all()) await summary.click();
  const menu = card(page).locator(".sonde-menu > button");
  if ((await menu.count()) > 0) await menu.click();
}

/** Violations as `rule: selector`, so that a failure reads by itself. */
async function violations(page: Page, scope: string): Promise<string[]> {
  const { violations } = await page.evaluate((scope) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    return axe.run(scope, { resultTypes: ["violations"] });
  }, scope);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

async function settle(page: Page, theme: string, language: string): Promise<void> {
  await page.addInitScript(
    ([theme, language]) => {
      localStorage.setItem("sonde-theme", theme);
      localStorage.setItem("sonde-language", language);
    },
    [theme, language] as const,
  );
}

for (const theme of ["light", "dark"]) {
  for (const language of ["en", "zh-CN"]) {
    for (const width of [1280, 360]) {
      test(`axe finds nothing: ${theme}, ${language}, ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 900 });
        await settle(page, theme, language);
        await openStory(page, thorough[0] ?? "");
        await page.evaluate(axe.source);
        expect(await page.locator("html").getAttribute("lang")).toBe(language);
        const found: Record<string, string[]> = {};
        for (const story of thorough) {
          await changeStory(page, story);
          const folded = await violations(page, story === thorough[0] ? "html" : ".stage");
          await openEverything(page);
          const open = await violations(page, ".stage");
          if (folded.length + open.length > 0) found[story] = [...folded, ...open];
        }
        expect(found).toEqual({});
      });
    }
  }
}

test("axe finds nothing in any story", async ({ page }) => {
  await settle(page, "light", "en");
  await openStory(page, stories[0] ?? "");
  await page.evaluate(axe.source);
  const found: Record<string, string[]> = {};
  for (const story of stories) {
    await changeStory(page, story);
    const problems = await violations(page, ".stage");
    if (problems.length > 0) found[story] = problems;
  }
  expect(stories.length).toBeGreaterThanOrEqual(45);
  expect(found).toEqual({});
});

for (const theme of ["light", "dark"]) {
  test(`axe finds nothing on the search page: ${theme}`, async ({ page }) => {
    await settle(page, theme, "en");
    await openSearch(page);
    await page.evaluate(axe.source);
    expect(await violations(page, "html")).toEqual([]);
    await loadSample(page);
    for (const text of ["Glob\\w+", "(", "no such thing"]) {
      await pattern(page).fill(text);
      await expect(card(page)).toContainText(text);
      expect(await violations(page, "html")).toEqual([]);
    }
  });
}

test("the keyboard walks the rows, folds a group and keeps its place", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await openStory(page, "grep-many-files");
  const place = () => page.evaluate(() => document.activeElement?.getAttribute("data-sonde-item"));
  const first = card(page).locator('[data-sonde-item="0"]');
  await first.focus();
  const walked: unknown[] = [];
  for (const key of ["j", "ArrowDown", "j", "k", "End", "Home"]) {
    await page.keyboard.press(key);
    walked.push(await place());
  }
  expect(walked).toEqual(["0.0", "0.1", "1", "0.1", "3.6", "0"]);
  await page.keyboard.press("j");
  await page.keyboard.press("c");
  await expect(card(page).getByRole("status").first()).toContainText("Copied");
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("const engine = await createEngine();");
  // A row that goes away with its group hands the focus to the group's heading.
  await page.evaluate(() => document.querySelector<HTMLElement>('.sonde-card [data-sonde-item="0"]')?.click());
  await expect(first).toHaveAttribute("aria-expanded", "false");
  await expect.poll(place).toBe("0");
  await page.keyboard.press("Enter");
  await expect(first).toHaveAttribute("aria-expanded", "true");
});

test("what the browser finds in a folded group unfolds it", async ({ page }) => {
  await openStory(page, "grep-many-files");
  await card(page).getByRole("button", { name: "Collapse all" }).click();
  const heading = card(page).locator('[data-sonde-item="1"]');
  await expect(heading).toHaveAttribute("aria-expanded", "false");
  // Going to a fragment looks into hidden="until-found" as the find bar does. The address stays the story's own.
  await page.evaluate(() => {
    const row = document.querySelector('.sonde-card [data-sonde-item="1.1"]');
    if (row) row.id = "grep-many-files";
    const link = document.createElement("a");
    link.href = "#grep-many-files";
    document.body.append(link);
    link.click();
  });
  await expect(heading).toHaveAttribute("aria-expanded", "true");
  await expect(card(page).locator('[data-sonde-item="0"]')).toHaveAttribute("aria-expanded", "false");
});

test("a denied clipboard claims nothing and offers the text", async ({ page }) => {
  await page.route("**/gallery.html", async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), "permissions-policy": "clipboard-write=()" } });
  });
  await openStory(page, "grep-one-match");
  await card(page).getByRole("button", { name: "Copy", exact: true }).click();
  await card(page).getByRole("button", { name: "All as ripgrep text" }).click();
  const refused = card(page).locator("textarea");
  await expect(refused).toHaveValue('src/main.ts\n4:import { createEngine } from "sonde";');
  await expect(refused).toBeFocused();
  await expect(card(page).getByRole("status").first()).toContainText("Not copied");
});

test("an edited result changes its card; text that is no JSON leaves it", async ({ page }) => {
  await openStory(page, "grep-one-match");
  const editor = page.getByRole("textbox", { name: "Stored result (edit it)" });
  const text = await editor.inputValue();
  await editor.fill(text.replace('src/main.ts",\n', 'src/other.ts",\n'));
  await expect(card(page)).toContainText("other.ts");
  await editor.fill("{");
  await expect(page.getByText("Not JSON")).toBeVisible();
  await expect(card(page)).toContainText("other.ts");
  for (const odd of ["[]", "null", '{"tool":"grep","result":{"meta":{"shape":"matches","files":7}}}']) {
    await editor.fill(odd);
    await expect(page.getByText("Not JSON")).toBeHidden();
    await expect(card(page)).toBeVisible();
  }
});

test("twenty thousand rows: few are in the page, and the keyboard reaches the last", async ({ page }) => {
  await openStory(page, "grep-20000-rows");
  const rows = card(page).locator(".sonde-row");
  await expect(rows.first()).toBeVisible();
  expect(await rows.count()).toBeLessThan(1000);
  await rows.first().locator("[data-sonde-item]").focus();
  const place = () =>
    page.evaluate(() => {
      const item = document.activeElement?.closest("[aria-posinset]");
      return Number(item?.getAttribute("aria-setsize")) - Number(item?.getAttribute("aria-posinset"));
    });
  const reachEnd = async () => {
    await page.keyboard.press("End");
    return place();
  };
  await expect.poll(reachEnd, { intervals: [100] }).toBe(0);
  await page.keyboard.press("k");
  expect(await place()).toBe(1);
});
