// The web tools in Chromium: the same suite as in Node and workerd, and the
// proof that the browser's own fetch sends nothing to a refused address.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, type Page, test } from "@playwright/test";
import { build } from "esbuild";
import { refusedSpellings } from "../web/web-tools/testing/policy-cases.ts";
import { redirectScripts } from "../web/web-tools/testing/redirect-cases.ts";
import type { ScriptedAnswer } from "../web/web-tools/testing/scripted-web.ts";
import type { CallWeb, RunWebCases } from "./web-core-page.ts";

const root = fileURLToPath(new URL("../", import.meta.url));
let script = "";

test.beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, "e2e/web-core-page.ts")],
    bundle: true,
    format: "esm",
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "warning",
  });
  script = outputFiles[0]?.text ?? "";
});

type Answers = Readonly<Record<string, unknown>>;

/** A page at a public name whose every request ends here: none reaches a network. `log` holds what left it. */
async function openCore(page: Page, answers: () => Answers = () => ({})): Promise<string[]> {
  const log: string[] = [];
  const own = "https://core.test/";
  await page.context().route("**/*", async (route) => {
    const url = route.request().url();
    if (url === own) return route.fulfill({ contentType: "text/html", body: `<!doctype html><title>x</title>` });
    log.push(url);
    const entry = answers()[url] as ScriptedAnswer | undefined;
    if (entry === undefined) return route.abort("namenotresolved");
    const { status = 200, headers = {}, body } = entry;
    return route.fulfill({
      status,
      headers: { "access-control-allow-origin": "*", ...headers },
      body: typeof body === "string" ? body : Buffer.from((body as Uint8Array | undefined) ?? []),
    });
  });
  await page.goto(own);
  await page.addScriptTag({ content: script, type: "module" });
  await page.waitForFunction("globalThis.runWebCases");
  return log;
}

function call(page: Page, ...args: Parameters<CallWeb>) {
  return page.evaluate((args) => (globalThis as unknown as { callWeb: CallWeb }).callWeb(...args), args);
}

test("the suite: policy, redirects, charsets, types, limits, paging, search, converter", async ({ page }) => {
  test.setTimeout(180_000);
  const log = await openCore(page);
  const { count, failures } = await page.evaluate(() =>
    (globalThis as unknown as { runWebCases: RunWebCases }).runWebCases(),
  );
  expect(failures).toEqual([]);
  expect(count).toBeGreaterThan(500);
  // The suite's fetch is scripted: nothing of it may reach the browser's.
  expect(log).toEqual([]);
});

test("no request leaves for a refused spelling", async ({ page }) => {
  const log = await openCore(page);
  expect(refusedSpellings.length).toBeGreaterThan(120);
  for (const url of refusedSpellings) {
    const result = await call(page, "web_fetch", { url });
    expect(result.error?.code, url).toMatch(/^WEB_(?:BLOCKED|INVALID)_URL$/);
  }
  expect(log).toEqual([]);
});

test("a redirect is never followed by the browser: it hides the target, so the proxy is named", async ({ page }) => {
  let answers: Answers = {};
  const log = await openCore(page, () => answers);
  const scripts = redirectScripts.filter(({ optioned, start, script }) => {
    const first = script[start.split("#", 1)[0] ?? ""] as ScriptedAnswer | undefined;
    return !optioned && start.startsWith("https:") && first !== undefined && /^30[12378]$/.test(String(first.status));
  });
  expect(scripts.length).toBeGreaterThan(40);
  for (const { name, start, script } of scripts) {
    log.length = 0;
    answers = script;
    const result = await call(page, "web_fetch", { url: start });
    expect(result.error?.code, name).toBe("WEB_CORS_BLOCKED");
    expect(log, name).toEqual([start.split("#", 1)[0]]);
  }
});

test("pages of other origins: readable ones are read, others ask for a proxy, the proxy carries them", async ({
  page,
}) => {
  const gbk = Buffer.from("3c703ec4e3bac3", "hex");
  const proxy = { url: "https://edge.test/fetch", headers: { authorization: "Bearer tab-token" } };
  const reply = {
    url: "https://closed.test/",
    finalUrl: "https://closed.test/",
    status: 200,
    headers: { "content-type": "text/html; charset=gbk" },
    truncated: false,
    bodyBase64: gbk.toString("base64"),
  };
  const log = await openCore(page, () => ({
    "https://open.test/": { headers: { "content-type": "text/html; charset=gbk" }, body: gbk },
    "https://edge.test/fetch": {
      headers: { "content-type": "application/json", "access-control-allow-headers": "authorization, content-type" },
      body: JSON.stringify(reply),
    },
  }));
  const open = await call(page, "web_fetch", { url: "https://open.test/" });
  expect(open.value).toMatchObject({ body: { kind: "markdown", content: "你好" } });
  const closed = await call(page, "web_fetch", { url: "https://closed.test/" });
  expect(closed.error).toMatchObject({ code: "WEB_CORS_BLOCKED", message: expect.stringContaining("proxy") });
  const carried = await call(page, "web_fetch", { url: "https://closed.test/" }, { proxy });
  expect(carried.value).toMatchObject({ url: "https://closed.test/", body: { content: "你好" } });
  log.length = 0;
  const refused = await call(page, "web_fetch", { url: "http://169.254.169.254/" }, { proxy });
  expect(refused.error?.code).toBe("WEB_BLOCKED_URL");
  expect(log).toEqual([]);
});
