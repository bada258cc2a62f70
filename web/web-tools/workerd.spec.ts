import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Miniflare, Response as MiniflareResponse } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ToolResult } from "../contract/types.ts";
import { refusedSpellings } from "./testing/policy-cases.ts";
import { redirectScripts } from "./testing/redirect-cases.ts";
import type { ScriptedAnswer } from "./testing/scripted-web.ts";

const forbidden = [
  /\bdocument\./,
  /\bDOMParser\b/,
  /\bprocess\./,
  /\bBuffer\b/,
  /\brequire\(/,
  /\bnew Function\b/,
  /\beval\(/,
  /\bAbortSignal\.(?:any|timeout)\b/,
  /\bDecompressionStream\b/,
  /redirect: "error"/,
];

async function bundle(entry: string, minify = false): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${import.meta.dirname}/${entry}`],
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    conditions: ["workerd"],
    logLevel: "error",
    minify,
  });
  const [output] = outputFiles;
  if (!output) throw new Error(`${entry} gave no bundle`);
  return output.text;
}

describe("bundle", () => {
  it("needs nothing that an edge runtime lacks", async () => {
    // Comments may speak of them; code may not.
    const code = (await bundle("index.ts")).split("\n").filter((line) => !/^\s*(?:\/\/|\*|\/\*)/.test(line));
    for (const word of forbidden)
      expect(
        code.filter((line) => word.test(line)),
        String(word),
      ).toEqual([]);
  });

  it("is at most 60 KB gzip, converter included", async () => {
    expect(gzipSync(await bundle("index.ts", true)).length).toBeLessThanOrEqual(60_000);
  });
});

describe("workerd", () => {
  let miniflare: Miniflare;
  const log: string[] = [];
  let script: Readonly<Record<string, unknown>> = {};

  beforeAll(async () => {
    miniflare = new Miniflare({
      modules: true,
      compatibilityDate: "2026-04-01",
      script: await bundle("testing/workerd-entry.ts"),
      // Whatever leaves the runtime ends here: no test touches a real address.
      outboundService(request: { url: string }) {
        log.push(request.url);
        const entry = script[request.url] as ScriptedAnswer | undefined;
        if (!entry) return new MiniflareResponse("not in the script", { status: 599 });
        const { status = 200, headers = {}, body } = entry;
        return new MiniflareResponse(status === 304 ? null : (body as string | undefined), { status, headers });
      },
    });
    await miniflare.ready;
  }, 60_000);

  afterAll(() => miniflare.dispose());

  it("passes the suite", async () => {
    const response = await miniflare.dispatchFetch("http://suite.test/");
    const { count, failures } = (await response.json()) as { count: number; failures: string[] };
    expect(failures).toEqual([]);
    expect(count).toBeGreaterThan(400);
    expect(log).toEqual([]);
  }, 120_000);

  it("asks for no refused spelling", async () => {
    log.length = 0;
    for (const url of refusedSpellings) {
      const body = JSON.stringify({ tool: "web_fetch", args: { url } });
      const response = await miniflare.dispatchFetch("http://suite.test/fetch", { method: "POST", body });
      const result = (await response.json()) as ToolResult;
      expect(result.error?.code, url).toMatch(/^WEB_(?:BLOCKED|INVALID)_URL$/);
    }
    expect(refusedSpellings.length).toBeGreaterThan(120);
    expect(log).toEqual([]);
  });

  // Over the runtime's own fetch, with the default policy.
  for (const hop of redirectScripts.filter(({ optioned }) => !optioned)) {
    it(`asks for no refused hop: ${hop.name} ${hop.start}`, async () => {
      log.length = 0;
      script = hop.script;
      const body = JSON.stringify({ tool: "web_fetch", args: { url: hop.start } });
      const response = await miniflare.dispatchFetch("http://suite.test/fetch", { method: "POST", body });
      const result = (await response.json()) as ToolResult;
      expect(result.content[0]?.text).toBeTruthy();
      expect(log).toEqual(hop.log);
    });
  }
});
