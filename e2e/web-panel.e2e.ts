// The playground's web panel: stored pages by default, the visitor's own proxy and provider when configured.
import { expect, type Page, test } from "@playwright/test";
import axe from "axe-core";
import { card, modelText } from "./pages.ts";

const token = "proxy-token-51c7";
const key = "provider-key-9f02";

/** Opens the panel; the arrays fill with what it requests beyond the build's own files, and with what it logs. */
async function openPanel(page: Page) {
  const requests: string[] = [];
  const logs: string[] = [];
  page.on("console", (message) => logs.push(message.text()));
  page.on("pageerror", (error) => logs.push(error.message));
  page.on("request", (request) => {
    const { protocol, pathname } = new URL(request.url());
    const isOwn = request.isNavigationRequest() || /^\/assets\/[\w-]+\.(?:js|css|html)$/.test(pathname);
    if (protocol !== "data:" && !isOwn) requests.push(request.url());
  });
  await page.goto("web.html");
  return { requests, logs };
}

const run = (page: Page) => page.getByRole("button", { name: "Run" }).click();
const meta = async (page: Page) =>
  JSON.parse((await page.getByRole("region", { name: "Presentation meta" }).locator("pre").textContent()) ?? "");

test("stored pages: a search becomes a card from its meta", async ({ page }) => {
  const seen = await openPanel(page);
  await page.getByLabel("Queries").fill("table\nheading");
  await run(page);
  await expect(modelText(page)).toContainText("Sources:");
  const { sources } = await meta(page);
  expect(sources.length).toBeGreaterThan(2);
  await expect(card(page).locator(".sonde-sources > li")).toHaveCount(sources.length);
  await expect(card(page)).toContainText("table, heading");
  await expect(card(page).getByRole("link").first()).toHaveAttribute("href", sources[0].url);
  await page.getByLabel("Queries").fill("a\nb\nc\nd\ne");
  await run(page);
  await expect(modelText(page)).toContainText("queries takes at most 4");
  expect(seen).toEqual({ requests: [], logs: [] });
});

test("stored pages: a fetch in the page's own encoding, errors as the tools give them", async ({ page }) => {
  const seen = await openPanel(page);
  await page.getByLabel("web_fetch").check();
  await page.getByLabel("Stored page").last().selectOption({ label: "gbk.html" });
  await run(page);
  await expect(modelText(page)).toContainText("Fetched https://fixtures.test/gbk.html (HTTP 200)");
  await expect(modelText(page)).toContainText(/[\u4e00-\u9fff]{2}/);
  expect(await meta(page)).toEqual({ url: "https://fixtures.test/gbk.html", statusCode: 200, truncated: false });
  await expect(card(page)).toContainText("fixtures.test");
  await page.getByLabel("Address", { exact: true }).fill("http://169.254.169.254/latest/");
  await run(page);
  await expect(modelText(page)).toContainText("linkLocal");
  await page.getByLabel("Address", { exact: true }).fill("https://elsewhere.test/");
  await run(page);
  await expect(modelText(page)).toContainText("(HTTP 404)");
  expect(seen).toEqual({ requests: [], logs: [] });
});

test("an own proxy and provider get their keys, which stay in the tab", async ({ page, baseURL }) => {
  const seen = await openPanel(page);
  const sent: { url: string; authorization: string | undefined; body: unknown }[] = [];
  // Of the page's own origin: the policy of the served playground admits no other.
  for (const [path, answer] of [
    [
      "fetch",
      {
        url: "https://pub.test/",
        finalUrl: "https://pub.test/",
        status: 200,
        headers: { "content-type": "text/html" },
        truncated: false,
        bodyBase64: Buffer.from(`<h1>Hello</h1><p>${"word ".repeat(12_000)}`).toString("base64"),
      },
    ],
    ["search", { sources: [{ url: "https://found.test/", title: "Found <b>it</b>" }], answer: "An **answer**." }],
  ] as const) {
    await page.route(`${baseURL}${path}`, async (route) => {
      const request = route.request();
      const { authorization } = await request.allHeaders();
      sent.push({ url: request.url(), authorization, body: request.postDataJSON() });
      await route.fulfill({ json: answer });
    });
  }
  await page.getByLabel("Your own connection").check();
  await page.getByLabel("Proxy (").fill(`${baseURL}fetch`);
  await page.getByLabel("Proxy token").fill(token);
  await page.getByLabel("Search provider").selectOption({ label: "edge handler's /search" });
  await page.getByLabel("Provider address").fill(`${baseURL}search`);
  await page.getByLabel("Provider key").fill(key);
  await page.getByLabel("Queries").fill("anything");
  await run(page);
  await expect(card(page)).toContainText("Found it");
  await page.getByLabel("web_fetch").check();
  await page.getByLabel("Address", { exact: true }).fill("https://pub.test/");
  await run(page);
  await expect(modelText(page)).toContainText("# Hello");
  await page.getByRole("button", { name: "Next page" }).click();
  await expect(modelText(page)).toContainText("the end of the content");
  expect(sent).toEqual([
    { url: `${baseURL}search`, authorization: `Bearer ${key}`, body: expect.objectContaining({ query: "anything" }) },
    { url: `${baseURL}fetch`, authorization: `Bearer ${token}`, body: { url: "https://pub.test/" } },
  ]);
  const kept = await page.evaluate(async () => ({
    address: location.href,
    local: JSON.stringify(localStorage),
    session: JSON.stringify(sessionStorage),
    cookie: document.cookie,
    databases: (await indexedDB.databases()).length,
    text: document.body.textContent,
    state: JSON.stringify(history.state),
  }));
  expect(JSON.stringify([kept, seen.logs])).not.toMatch(new RegExp(`${token}|${key}`));
  expect(kept.databases).toBe(0);
  expect(seen.logs).toEqual([]);
  // Leaving the page forgets it.
  await page.reload();
  await expect(page.getByLabel("Stored pages").first()).toBeChecked();
  await page.getByLabel("Your own connection").check();
  for (const label of ["Proxy (", "Proxy token"]) await expect(page.getByLabel(label)).toHaveValue("");
  await expect(page.getByLabel("Search provider")).toHaveValue("none");
});

test("another provider starts without the key of the one before; forgetting goes back to stored pages", async ({
  page,
}) => {
  await openPanel(page);
  await page.getByLabel("Your own connection").check();
  await page.getByLabel("Search provider").selectOption("brave");
  await page.getByLabel("Provider key").fill(key);
  await page.getByLabel("Search provider").selectOption("tavily");
  await expect(page.getByLabel("Provider key")).toHaveValue("");
  await page.getByLabel("Queries").fill("x");
  await run(page);
  await expect(modelText(page)).toContainText("no search provider is configured");
  await page.getByRole("button", { name: "Forget it all" }).click();
  await expect(page.getByLabel("Stored pages").first()).toBeChecked();
});

for (const [theme, width] of [
  ["light", 1280],
  ["dark", 360],
] as const) {
  test(`axe finds nothing, nothing overflows: ${theme}, ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: theme });
    await openPanel(page);
    await page.getByLabel("Queries").fill("table");
    await run(page);
    await expect(card(page)).toBeVisible();
    await page.evaluate(axe.source);
    const check = async () => {
      const found = await page.evaluate(async () => {
        const { axe } = window as unknown as { axe: typeof import("axe-core") };
        const { violations } = await axe.run("html", { resultTypes: ["violations"] });
        return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
      });
      expect(found).toEqual([]);
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
      ).toBe(0);
    };
    await check();
    await page.getByLabel("Your own connection").check();
    await page.getByLabel("Search provider").selectOption("remote");
    await check();
  });
}
