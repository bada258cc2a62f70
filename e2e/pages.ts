// The playground's pages, as the tests use them.
import { test as base, expect, type Page, type Worker } from "@playwright/test";

/** What Chromium logs where a test denies the clipboard by a header; the playground itself sends no such header. */
const deniedClipboard = "Permissions policy violation: The Clipboard API has been blocked";

/** Scripts that a card may load late: ours, named by the build. */
const lateScript = /^\/assets\/[\w-]+\.(js|css|wasm)$/;

/**
 * A page that fails its test when it logs an error, breaks the content security
 * policy or requests anything but the build's own files.
 */
export const test = base.extend<{ page: Page }>({
  page: async ({ page, baseURL }, use) => {
    const problems: string[] = [];
    const origin = new URL(baseURL ?? "").origin;
    page.on("pageerror", (error) => problems.push(`page error: ${error.message}`));
    page.on("console", (message) => {
      if (message.text().startsWith(deniedClipboard)) return;
      if (message.type() === "error" || /Content.Security.Policy|Trusted/i.test(message.text()))
        problems.push(message.text());
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      const isOwn = url.origin === origin && (request.isNavigationRequest() || lateScript.test(url.pathname));
      if (url.protocol !== "data:" && !isOwn) problems.push(`request to ${url}`);
    });
    await use(page);
    expect(problems).toEqual([]);
  },
});

/** The search page with its engine's worker running. */
export async function openSearch(page: Page, hash = ""): Promise<Worker> {
  const begun = page.waitForEvent("worker");
  await page.goto(`index.html${hash}`);
  return begun;
}

export async function loadSample(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Try the sample" }).click();
  await expect(page.locator(".loaded")).toContainText(/Sonde · \d+ files/);
}

export const pattern = (page: Page) => page.getByLabel("Pattern");
export const card = (page: Page) => page.locator(".panel-card .sonde-card");
export const modelText = (page: Page) => page.getByRole("region", { name: "Model-facing text" }).locator("pre");
