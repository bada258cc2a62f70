// A built page in a real browser, under the strictest policy that it works with.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";
import { chromium } from "playwright-core";

const types: Record<string, string> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".wasm": "application/wasm",
};

/** The policy that the documentation recommends. */
export const contentSecurityPolicy =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self'; connect-src 'self'";

/** Serves `folder` on this machine and returns the page's `answers`. Throws what the page reports as an error. */
export async function answersOfPage(folder: string): Promise<unknown> {
  const server = createServer(async (request, response) => {
    const path = normalize(new URL(request.url ?? "/", "http://page.test").pathname);
    const file = join(folder, path.endsWith("/") ? `${path}index.html` : path);
    const body = await readFile(file).catch(() => undefined);
    response.writeHead(body ? 200 : 404, {
      "content-type": types[extname(file)] ?? "application/octet-stream",
      "content-security-policy": contentSecurityPolicy,
    });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("pageerror", (error) => problems.push(error.message));
    page.on("console", (message) => {
      if (message.type() === "error" && !message.text().includes("favicon")) problems.push(message.text());
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    await page.waitForFunction("globalThis.answers", undefined, { timeout: 20_000 }).catch(() => {
      throw new Error(`the page did not begin: ${problems.join("; ")}`);
    });
    return await page.evaluate("globalThis.answers");
  } finally {
    await browser.close();
    server.close();
  }
}
