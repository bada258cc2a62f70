import { build } from "esbuild";
import fc from "fast-check";
import { afterAll, expect, it, vi } from "vitest";
import type { JsonValue } from "../contract/types.ts";
import { cardFixtures } from "./testing/fixtures.ts";

// React's production build, as it ships, renders four times as fast as the one that tests load.
const { outputFiles } = await build({
  stdin: {
    contents: `
      import { createElement } from "react";
      import { renderToString } from "react-dom/server.browser";
      import * as cards from "./index.ts";
      export * from "../presentation/index.ts";
      export const render = (name, props) => renderToString(createElement(cards[name], props));`,
    resolveDir: import.meta.dirname,
    loader: "ts",
  },
  bundle: true,
  write: false,
  format: "esm",
  platform: "browser",
  jsx: "automatic",
  define: { "process.env.NODE_ENV": '"production"' },
});
type Bundle = typeof import("../presentation/index.ts") & { render: (card: string, props: object) => string };
const bundle: Bundle = await import(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0]?.text ?? "").toString("base64")}`
);
const { formatCard, parseCard, presentCall, presentResult, render, safeLink, searchViewFromMeta, webViewFromMeta } =
  bundle;

const runs = 100_000;
const tools = ["grep", "glob", "signal_grep", "web_search", "web_fetch", "read", "deploy"];
/** Small ones: what matters is the shape, and a run clones one. */
const seeds = cardFixtures
  .map(({ tool, args, result }) => ({ tool, args, result }))
  .filter((seed) => JSON.stringify(seed).length < 1500);

const hostile = fc.constantFrom<JsonValue>(
  null,
  true,
  -1,
  0.5,
  1e300,
  -0,
  "",
  "\0",
  "\ud800",
  "__proto__",
  "constructor",
  "javascript:alert(1)",
  "https://u:p@xn--a.test:1/",
  "\u202e\n\r",
  "{}",
  [],
  {},
  [[]],
  [[0, 1]],
  { version: 1, mode: "inspect" },
  { toString: null },
);
const replacement = fc.oneof(
  { weight: 3, arbitrary: hostile },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2, depthSize: "xsmall" }).map((value) => value as JsonValue) },
);
const mutation = fc.record({
  steps: fc.array(fc.nat(1000), { minLength: 1, maxLength: 7 }),
  kind: fc.constantFrom("replace", "delete", "repeat", "add"),
  value: replacement,
});
const mutated = fc
  .record({ seed: fc.nat(1000), mutations: fc.array(mutation, { minLength: 1, maxLength: 3 }) })
  .map(({ seed, mutations }) => {
    const copy: JsonValue = JSON.parse(JSON.stringify(seeds[seed % seeds.length]));
    // Each change gets a value of its own: a shared one would make cycles.
    for (const change of mutations) mutate(copy, { ...change, value: JSON.parse(JSON.stringify(change.value)) });
    return copy;
  });
const random = fc.record({
  tool: fc.constantFrom(...tools),
  args: fc.jsonValue({ maxDepth: 2, depthSize: "xsmall" }),
  result: fc.oneof(
    fc.jsonValue({ maxDepth: 3, depthSize: "xsmall" }),
    fc.record({ meta: fc.jsonValue({ maxDepth: 3, depthSize: "xsmall" }) }),
  ),
});

type Mutation = { steps: number[]; kind: string; value: JsonValue };

/** Walks down by `steps` and changes the entry at the end of the way. */
function mutate(root: JsonValue, { steps, kind, value }: Mutation): void {
  let node = root;
  for (const [depth, step] of steps.entries()) {
    if (typeof node !== "object" || node === null) return;
    const keys = Object.keys(node);
    const key = keys[step % Math.max(1, keys.length)];
    if (key === undefined) return;
    const child: JsonValue = Reflect.get(node, key);
    if (depth < steps.length - 1 && typeof child === "object" && child !== null && Object.keys(child).length > 0) {
      node = child;
    } else if (Array.isArray(node) && kind === "repeat") node.push(child);
    else if (Array.isArray(node) && kind === "delete") node.splice(Number(key), 1);
    else if (kind === "delete") Reflect.deleteProperty(node, key);
    else
      Object.defineProperty(node, kind === "add" ? `${key}x` : key, {
        value,
        enumerable: true,
        writable: true,
        configurable: true,
      });
    if (node !== child) return;
  }
}

const counts = { values: 0, search: 0, web: 0, signal: 0, text: 0 };

afterAll(() => {
  process.stdout.write(`fuzz: ${JSON.stringify(counts)}\n`);
});

it(`never throws, whatever JSON it gets (${runs.toLocaleString("en")} values)`, () => {
  const complaints = vi.spyOn(console, "error").mockImplementation(() => {});
  fc.assert(
    fc.property(fc.oneof({ weight: 4, arbitrary: mutated }, { weight: 1, arbitrary: random }), (value) => {
      counts.values++;
      const { tool, args, result } = Object(value) as { tool: unknown; args: unknown; result: unknown };
      const name = typeof tool === "string" ? tool : "grep";
      presentCall(name, args);
      presentResult(name, args, result);
      const meta: unknown = Reflect.get(Object(result), "meta");
      for (const input of [meta, result, value]) {
        for (const mode of ["strict", "lenient"] as const) {
          const parsed = parseCard(input, { mode });
          if (!parsed.ok) expect(parsed.issues.length > 0 || input === undefined).toBe(true);
        }
      }
      const search = searchViewFromMeta(meta);
      const web = webViewFromMeta(meta);
      for (const view of [search, web]) {
        if (view === undefined) continue;
        for (const as of ["text", "markdown", "rg", "json"] as const)
          expect(typeof formatCard(view, { as })).toBe("string");
      }
      safeLink(args as string);
      const html = render("ToolCard", { tool: name, args, result });
      const kind = /data-sonde-card="(\w+)"/.exec(html)?.[1];
      if (kind === "search" || kind === "web" || kind === "signal") counts[kind]++;
      else counts.text++;
      // A view that this tool's card does not show is shown by its own.
      if (search && kind === "text") {
        render("SearchCard", { view: search });
        render("SignalCard", { view: search, text: "" });
      }
      if (web && kind === "text") render("WebCard", { view: web });
    }),
    { numRuns: runs, endOnFailure: true },
  );
  expect(complaints.mock.calls).toStrictEqual([]);
  // The mutations must leave enough intact, or nothing but the fallback was tried.
  for (const kind of ["search", "web", "signal", "text"] as const) expect(counts[kind]).toBeGreaterThan(runs / 50);
}, 300_000);
