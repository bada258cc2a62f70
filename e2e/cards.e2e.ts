// The cards in a real browser, on the gallery page.
import { readdirSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import axe from "axe-core";
import { card, test } from "./pages.ts";

const stories = readdirSync(new URL("../fixtures/cards", import.meta.url))
  .filter((file) => file.endsWith(".json"))
  .map((file) => file.slice(0, -".json".length));
const thorough = [
  "grep-many-files",
  "glob-truncated",
  "signal-summary",
  "signal-inspect",
  "web-search-answer",
  "error-invalid-pattern",
];

async function openStory(page: Page, story: string): Promise<void> {
  await page.goto(`gallery.html#${story}`);
  await expect(card(page)).toBeVisible();
}

/** Violations as `rule: selector`, so that a failure reads by itself. */
async function violations(page: Page, scope: string): Promise<string[]> {
  const { violations } = await page.evaluate((scope) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    return axe.run(scope, { resultTypes: ["violations"] });
  }, scope);
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

for (const theme of ["light", "dark"] as const) {
  for (const language of ["en", "zh-CN"]) {
    test(`axe finds nothing: ${theme}, ${language}`, async ({ page }) => {
      test.setTimeout(120_000);
      await page.addInitScript(
        ([theme, language]) => {
          localStorage.setItem("sonde-theme", theme);
          localStorage.setItem("sonde-language", language);
        },
        [theme, language] as const,
      );
      const isFirst = theme === "light" && language === "en";
      const found: Record<string, string[]> = {};
      await openStory(page, thorough[0] ?? "");
      await page.evaluate(axe.source);
      expect(await page.locator("html").getAttribute("lang")).toBe(language);
      for (const story of isFirst ? stories : thorough) {
        await page.evaluate((story) => {
          location.hash = story;
        }, story);
        await expect(page.getByRole("combobox").last()).toHaveValue(story);
        await expect(card(page)).toBeVisible();
        const scope = thorough.includes(story) ? "html" : ".stage";
        const problems = await violations(page, scope);
        if (problems.length > 0) found[story] = problems;
      }
      expect(found).toEqual({});
    });
  }
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

test("twenty thousand rows: only some are in the page", async ({ page }) => {
  await openStory(page, "grep-20000-rows");
  const rows = await card(page).locator(".sonde-row").count();
  expect(rows).toBeGreaterThan(10);
  expect(rows).toBeLessThan(1000);
});
