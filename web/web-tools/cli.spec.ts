import { describe, expect, it } from "vitest";
import { runFetch, runWebSearch } from "./cli.ts";
import { html, scriptedWeb } from "./testing/scripted-web.ts";

async function run(command: typeof runFetch, argv: string[], env: Record<string, string> = {}) {
  const web = scriptedWeb({
    "https://pub.test/": html("<main><h1>Hi</h1><p>there</p></main>"),
    "https://pub.test/gone": { status: 404, body: "gone", headers: { "content-type": "text/plain" } },
    "http://127.0.0.1:8888/search?q=a+b&format=json&time_range=day": {
      body: JSON.stringify({ results: [{ url: "https://r.test/", title: "R" }] }),
    },
    "http://127.0.0.1:8888/search?q=none&format=json": { body: JSON.stringify({ results: [] }) },
    "http://127.0.0.1:8888/search?q=many&format=json": {
      body: JSON.stringify({ results: ["a", "b", "c"].map((host) => ({ url: `https://${host}.test/`, title: host })) }),
    },
    "http://127.0.0.1:8888/search?q=throttled&format=json": { status: 429 },
  });
  const out: string[] = [];
  const err: string[] = [];
  const code = await command(argv, {
    fetch: web.fetch,
    stdout: (text) => out.push(text),
    stderr: (text) => err.push(text),
    env,
  });
  return { code, out: out.join(""), err: err.join(""), log: web.log };
}

describe("sonde fetch", () => {
  it("prints the page", async () => {
    const { code, out } = await run(runFetch, ["https://pub.test/", "--max-chars", "4"]);
    expect(code).toBe(0);
    expect(out).toContain("# Hi");
    expect(out).toContain("offset=4");
    expect((await run(runFetch, ["https://pub.test/gone"])).code).toBe(0);
  });

  it("prints the whole result as JSON", async () => {
    const { out } = await run(runFetch, ["--json", "--format=text", "https://pub.test/"]);
    expect(JSON.parse(out).value.body).toEqual({ kind: "text", content: "Hi\n\nthere" });
  });

  it("reports errors and wrong usage", async () => {
    const refused = await run(runFetch, ["http://127.0.0.1/"]);
    expect([refused.code, refused.out, refused.log]).toEqual([2, "", []]);
    expect(refused.err).toContain("loopback");
    for (const argv of [[], ["a", "b"], ["--nope", "x"], ["x", "--offset"], ["x", "--offset", "y"]]) {
      const { code, err } = await run(runFetch, argv);
      expect([code, err.includes("Usage: sonde fetch")]).toEqual([2, true]);
    }
  });
});

describe("sonde websearch", () => {
  it("needs a provider and says how to configure one", async () => {
    const { code, err } = await run(runWebSearch, ["a"]);
    expect([code, err.includes("SEARXNG_URL")]).toEqual([2, true]);
    expect((await run(runWebSearch, [])).code).toBe(2);
  });

  const env = { SEARXNG_URL: "http://127.0.0.1:8888/" };

  it("names the provider that is missing", async () => {
    for (const [name, says] of [
      ["brave", "set BRAVE_API_KEY"],
      ["bing", "use brave, tavily or searxng"],
      ["toString", "use brave, tavily or searxng"],
    ] as const) {
      const { code, err, log } = await run(runWebSearch, ["a", "--provider", name], env);
      expect([code, err.includes(says), log]).toEqual([2, true, []]);
    }
  });

  it("tells nothing found from an error", async () => {
    const nothing = await run(runWebSearch, ["none"], env);
    expect([nothing.code, nothing.out]).toEqual([1, "No results found.\n"]);
    const failed = await run(runWebSearch, ["throttled"], env);
    expect([failed.code, failed.out, failed.err.includes("429")]).toEqual([2, "", true]);
  });

  it("takes lists of domains", async () => {
    const allowed = await run(runWebSearch, ["many", "--allow", "a.test,b.test", "--allow=c.test"], env);
    expect(allowed.out.match(/https:/g)).toHaveLength(3);
    const blocked = await run(runWebSearch, ["many", "--block", "a.test, b.test"], env);
    expect(blocked.out.match(/https:\/\/\w/g)).toEqual(["https://c"]);
    expect((await run(runWebSearch, ["many", "--allow", "a.test", "--block", "b.test"], env)).code).toBe(2);
  });

  it("prints sources", async () => {
    const { code, out } = await run(runWebSearch, ["a b", "--recency=day"], { SEARXNG_URL: "http://127.0.0.1:8888/" });
    expect(code).toBe(0);
    expect(out).toContain("- [R](https://r.test/)");
  });
});
