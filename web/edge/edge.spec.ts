import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEngine } from "../engine/entry-node.ts";
import type { Engine } from "../engine/types.ts";
import { corpus } from "./corpus.ts";
import { createHandler } from "./create-handler.ts";
import { bundleForEdge, startEdge } from "./testing/edge-runtime.ts";
import type { HandlerOptions, LogEntry } from "./types.ts";

describe("the sample worker in the edge runtime", () => {
  let runtime: Miniflare;
  let engine: Engine;
  let script = "";

  beforeAll(async () => {
    script = await bundleForEdge({ path: new URL("./worker.ts", import.meta.url) });
    runtime = await startEdge(script, { SONDE_TOKENS: "alpha beta" });
    engine = await createEngine();
    await engine.files.writeMany(corpus);
  }, 60_000);

  afterAll(async () => {
    await runtime.dispose();
    await engine.dispose();
  });

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    runtime.dispatchFetch(`http://edge.test${path}`, { method: "POST", headers, body: JSON.stringify(body) });

  test.each<[string, unknown]>([
    ["grep", { pattern: "create\\w+" }],
    ["grep", { pattern: "(" }],
    ["grep", { pattern: "absent" }],
    ["grep", undefined],
    ["glob", { pattern: "**/*.md" }],
    ["read", { path: "docs/tools.md" }],
  ])("%s %j answers as in Node, byte for byte", async (tool, args) => {
    const response = await post(`/tools/${tool}`, { args });
    expect(response.status).toBe(200);
    expect(await response.text()).toBe(JSON.stringify(await engine.call(tool, args)));
  });

  test("concurrent requests share one engine", async () => {
    const patterns = Array.from({ length: 20 }, (_, index) => `e|${index}`);
    const answers = await Promise.all(patterns.map((pattern) => post("/tools/grep", { args: { pattern } })));
    expect(answers.map(({ status }) => status)).toEqual(patterns.map(() => 200));
    for (const answer of answers) expect(await answer.json()).toMatchObject({ isError: false });
    const health = await runtime.dispatchFetch("http://edge.test/health");
    expect(await health.json()).toMatchObject({ files: corpus.length });
  });

  test("secrets are tokens", async () => {
    const body = { args: { pattern: "grep" } };
    expect((await post("/tools/grep", body, { authorization: "Bearer alpha" })).status).toBe(200);
    const refused = await post("/tools/grep", body, { authorization: "Bearer gamma" });
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ error: { code: "UNAUTHORIZED", requestId: expect.any(String) } });
  });

  test("the bundle holds no eval and no inlined module, our part of it no Node and no page", async () => {
    for (const pattern of [/\beval\(/, /new Function/, /\brequire\(/, /base64,[\w+/]{9}/])
      expect(script).not.toMatch(pattern);
    // Emscripten's glue looks which runtime it is in.
    const own = await bundleForEdge({ path: new URL("./worker.ts", import.meta.url) }, ["#sonde.mjs"]);
    for (const pattern of [/\bprocess\./, /\bBuffer\b/, /\bdocument\./, /DOMParser/]) expect(own).not.toMatch(pattern);
  });
});

test("without a module the edge says how to import it", { timeout: 60_000 }, async () => {
  const code = `
    import { createEngine } from "../engine/entry-edge.ts";
    export default {
      async fetch(request) {
        const options = new URL(request.url).pathname === "/bytes" ? { wasm: new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]) } : {};
        const error = await createEngine(options).catch((reason) => reason);
        return Response.json({ code: error.code, message: error.message });
      },
    };`;
  const runtime = await startEdge(await bundleForEdge({ code }));
  try {
    for (const path of ["/", "/bytes"]) {
      const answer = await (await runtime.dispatchFetch(`http://edge.test${path}`)).json();
      expect(answer).toMatchObject({
        code: "ENGINE_NO_MODULE",
        message: expect.stringContaining('import wasm from "sonde/sonde.wasm"'),
      });
    }
  } finally {
    await runtime.dispose();
  }
});

test("the core entries stay under 40 KB gzip without the module, and hold no schema library", async () => {
  for (const entry of ["engine/entry-edge.ts", "engine/entry-browser.ts", "worker/entry-browser.ts"]) {
    const result = await build({
      entryPoints: [new URL(`../${entry}`, import.meta.url).pathname],
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
      logLevel: "error",
    });
    const code = result.outputFiles[0]?.text ?? "";
    expect(gzipSync(code).length, entry).toBeLessThan(40 * 1024);
    expect(code.includes("ZodError"), entry).toBe(false);
  }
});

describe("createHandler", () => {
  const log: LogEntry[] = [];
  let engine: Engine;

  beforeAll(async () => {
    engine = await createEngine({ limits: { grepMaxMatches: 1 } });
    await engine.files.write("a", "needle\nneedle\n");
  });

  afterAll(() => engine.dispose());

  const handler = (options: Partial<HandlerOptions> = {}) =>
    createHandler({
      engine,
      corpora: { docs: engine },
      auth: { tokens: ["t1", "t2"] },
      log: (entry) => log.push(entry),
      ...options,
    });

  const request = (method: string, path: string, body?: string, token = "t1") =>
    new Request(`http://edge.test${path}`, {
      method,
      headers: { authorization: `Bearer ${token}` },
      ...(body && { body }),
    });

  test.each<[string, Request, number, string | undefined]>([
    ["a tool", request("POST", "/tools/grep", '{"args":{"pattern":"needle"}}'), 200, undefined],
    ["a tool of a corpus", request("POST", "/c/docs/tools/grep", '{"args":{"pattern":"needle"}}'), 200, undefined],
    ["a tool's own error", request("POST", "/tools/grep", '{"args":{"pattern":"("}}'), 200, undefined],
    ["the tools", request("GET", "/tools"), 200, undefined],
    ["the tools of a corpus", request("GET", "/c/docs/tools"), 200, undefined],
    ["health", request("GET", "/health"), 200, undefined],
    ["no path", request("GET", "/"), 404, "NOT_FOUND"],
    ["an unknown tool", request("POST", "/tools/rg", "{}"), 404, "NOT_FOUND"],
    ["an unknown corpus", request("GET", "/c/constructor/tools"), 404, "NOT_FOUND"],
    ["the wrong method", request("GET", "/tools/grep"), 405, "METHOD_NOT_ALLOWED"],
    ["no body", request("POST", "/tools/grep"), 400, "BAD_REQUEST"],
    ["no JSON", request("POST", "/tools/grep", "{"), 400, "BAD_REQUEST"],
    ["no object", request("POST", "/tools/grep", "[]"), 400, "BAD_REQUEST"],
    ["an unknown field", request("POST", "/tools/grep", '{"args":{},"value":true}'), 400, "BAD_REQUEST"],
    ["a badly encoded path", request("POST", "/tools/%ff", "{}"), 400, "BAD_REQUEST"],
    ["a large body", request("POST", "/tools/grep", `{"args":"${"x".repeat(2000)}"}`), 413, "BODY_TOO_LARGE"],
    ["a wrong token", request("GET", "/tools", undefined, "t3"), 401, "UNAUTHORIZED"],
    ["no token", new Request("http://edge.test/tools"), 401, "UNAUTHORIZED"],
  ])("%s", async (_, each, status, code) => {
    const response = await handler({ limits: { maxBodyBytes: 1000 } })(each);
    expect(response.status).toBe(status);
    const body = await response.json();
    if (code)
      expect(body).toEqual({
        error: { code, message: expect.any(String), requestId: response.headers.get("x-request-id") },
      });
    else expect(body).not.toHaveProperty("error.requestId");
    expect(body).not.toHaveProperty("value");
    expect(log.at(-1)).toMatchObject({ status, method: each.method });
    expect(JSON.stringify(log)).not.toContain("needle");
  });

  test("owners do not see each other's results", async () => {
    const handle = handler();
    const result = await (await handle(request("POST", "/tools/grep", '{"args":{"pattern":"needle"}}'))).json();
    const path = /\.sonde\/results\/[^\s:]+/.exec(
      (result as { content: { text: string }[] }).content[0]?.text ?? "",
    )?.[0];
    const body = JSON.stringify({ args: { path } });
    expect(await (await handle(request("POST", "/tools/read", body))).json()).toMatchObject({ isError: false });
    expect(await (await handle(request("POST", "/tools/read", body, "t2"))).json()).toMatchObject({ isError: true });
  });

  test("an engine is made once, and again after a failure", async () => {
    let made = 0;
    const source = async () => {
      made += 1;
      await Promise.resolve();
      if (made === 1) throw new Error("secret detail");
      return engine;
    };
    const quiet = console.error;
    console.error = () => {};
    const handle = handler({ engine: source });
    const failed = await handle(request("GET", "/tools"));
    console.error = quiet;
    expect(failed.status).toBe(500);
    expect(await failed.text()).not.toContain("secret");
    const both = await Promise.all([handle(request("GET", "/tools")), handle(request("GET", "/tools"))]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(made).toBe(2);
  });
});
