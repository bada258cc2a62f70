// `npm run fixtures:cards`: runs the built package over a small project and
// writes what its tools answer into fixtures/cards. Same code, same bytes.
//
// Usage: node scripts/card-fixtures.mjs [--check]
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { cardTree } from "./card-tree.mjs";
import { root } from "./lib/run.mjs";

export const cardFixtureFolder = join(root, "fixtures/cards");

/** 2026-03-01, of every file and of the clock. */
const moment = Date.UTC(2026, 2, 1);

const cursorOf = (result) => result.details.cursor;
const nextOf = (result) => result.details.nextRequest;

// `args` may be made from the result of the step before. Only the last step is stored.
const searches = [
  { name: "grep-engine-folders", tool: "grep", args: { pattern: "matchRoute|Route\\b" } },
  { name: "grep-engine-cjk", tool: "grep", args: { pattern: "路由", path: "文档" } },
  { name: "grep-engine-long-line", tool: "grep", args: { pattern: "matchRoute", include: "*.min.js" } },
  { name: "grep-engine-hidden-characters", tool: "grep", args: { pattern: "admin", path: "src/text" } },
  { name: "grep-engine-capped", tool: "grep", args: { pattern: "GET" }, limits: { grepMaxMatches: 30 } },
  {
    name: "grep-engine-meta-capped",
    tool: "grep",
    args: { pattern: "endpoint" },
    limits: { searchMetaMaxBytes: 3000 },
  },
  { name: "grep-engine-zero", tool: "grep", args: { pattern: "no such thing", include: "*.{ts,tsx}" } },
  { name: "grep-engine-wrong-pattern", tool: "grep", args: { pattern: "match(Route" } },
  { name: "glob-engine-tsx", tool: "glob", args: { pattern: "**/*.{tsx,md}" } },
  { name: "glob-engine-capped", tool: "glob", args: { pattern: "**/*" }, limits: { globMaxResults: 20 } },
  { name: "glob-engine-zero", tool: "glob", args: { pattern: "*.rs" } },
  { name: "signal-summary-engine", tool: "signal_grep", args: { pattern: "endpoint|route" } },
  {
    name: "signal-summary-engine-next",
    steps: [
      { tool: "signal_grep", args: { pattern: "endpoint|route" } },
      { tool: "signal_grep", args: (before) => ({ cursor: cursorOf(before), mode: "summary" }) },
    ],
  },
  { name: "signal-summary-engine-files", tool: "signal_grep", args: { pattern: "endpoint", mode: "files" } },
  {
    name: "signal-summary-engine-tight",
    tool: "signal_grep",
    args: { pattern: "endpoint|route" },
    options: { contextUsage: { percentUsed: 91.5 } },
  },
  {
    name: "signal-summary-engine-partial",
    tool: "signal_grep",
    args: { pattern: "GET|endpoint" },
    limits: { signalMaxLines: 120 },
  },
  { name: "signal-detail-engine", tool: "signal_grep", args: { pattern: "matchRoute", path: "src" } },
  {
    name: "signal-detail-engine-page",
    steps: [
      { tool: "signal_grep", args: { pattern: "GET", limit: 20 } },
      { tool: "signal_grep", args: nextOf },
    ],
  },
  {
    name: "signal-detail-engine-selection",
    steps: [
      { tool: "signal_grep", args: { pattern: "route", mode: "summary", context: 1 } },
      { tool: "signal_grep", args: (before) => ({ cursor: cursorOf(before), path: "src/server/handler.ts" }) },
    ],
  },
  {
    name: "signal-detail-engine-changed",
    steps: [
      { tool: "signal_grep", args: { pattern: "route", mode: "summary", context: 2 } },
      { write: "src/server/handler.ts", data: "export {};\n" },
      {
        tool: "signal_grep",
        args: (before) => ({ cursor: cursorOf(before), paths: ["src/server/handler.ts", "src/router/match.ts"] }),
      },
    ],
  },
  {
    name: "signal-detail-engine-long-line",
    tool: "signal_grep",
    args: { pattern: "item00\\d+", path: "public/vendor.min.js" },
  },
  {
    name: "signal-inspect-engine",
    tool: "signal_grep",
    args: { mode: "inspect", path: "src/router/match.ts", line: 13 },
  },
  {
    name: "signal-inspect-engine-other-language",
    tool: "signal_grep",
    args: { mode: "inspect", path: "文档/路由.md", line: 3 },
  },
  {
    name: "signal-inspect-engine-changed",
    steps: [
      { tool: "signal_grep", args: { pattern: "route", mode: "summary" } },
      { write: "README.md", data: "# Other\n" },
      { tool: "signal_grep", args: (before) => ({ cursor: cursorOf(before), mode: "inspect", matchIndex: 2 }) },
    ],
  },
  {
    name: "signal-batch-engine",
    tool: "signal_grep",
    args: {
      mode: "inspect",
      targets: [
        { path: "src/router/match.ts", line: 10 },
        { path: "src/router/match.ts", line: 14 },
        { path: "src/server/handler.ts", line: 4 },
        { path: "src/gone.ts", line: 1 },
      ],
    },
  },
  {
    name: "signal-zero-engine",
    tool: "signal_grep",
    args: { pattern: "no such thing", glob: ["*.ts"] },
  },
  {
    name: "signal-cursor-engine-expired",
    tool: "signal_grep",
    args: { cursor: "AAAAAAAAAAAAAAAAAAAAAQ.s.0.-", path: "src/router/match.ts" },
  },
];

const page = `<!doctype html><title>CompressionStream</title><main><h1>CompressionStream</h1>
<p>Compresses a stream of data.</p><pre><code class="language-js">new CompressionStream("gzip")</code></pre></main>`;
const pages = {
  "https://docs.example/stream": { body: page, type: "text/html; charset=utf-8" },
  "https://docs.example/long.txt": { body: "a line of text\n".repeat(400), type: "text/plain" },
  "https://docs.example/gone": { body: "<p>Gone for good.</p>", type: "text/html", status: 410 },
};
const found = {
  "compress a stream": {
    answer: "Use `CompressionStream` [1]; in old browsers a library [2].",
    sources: [
      {
        url: "https://docs.example/stream?utm_source=x#top",
        title: "CompressionStream <b>docs</b>",
        snippet: "Compresses a <em>stream</em> of data in the gzip format.",
        publishedAt: "2026-01-12",
      },
      { url: "http://xn--bcher-kva.example/gzip", title: "Bücher über gzip", snippet: "Ein Buch." },
      { url: "javascript:alert(1)", title: "Click me" },
    ],
  },
  gzip: { sources: [{ url: "https://docs.example/stream", title: "Again" }, { url: "https://b.example/" }] },
};
const webCalls = [
  { name: "web-fetch-engine", tool: "web_fetch", args: { url: "https://docs.example/stream" } },
  {
    name: "web-fetch-engine-truncated",
    tool: "web_fetch",
    args: { url: "https://docs.example/long.txt", max_chars: 300 },
  },
  { name: "web-fetch-engine-gone", tool: "web_fetch", args: { url: "https://docs.example/gone" } },
  { name: "web-fetch-engine-blocked", tool: "web_fetch", args: { url: "http://169.254.169.254/latest/" } },
  { name: "web-search-engine", tool: "web_search", args: { queries: ["compress a stream", "gzip"] } },
  { name: "web-search-engine-capped", tool: "web_search", args: { queries: ["gzip"], max_results: 1 } },
  { name: "web-search-engine-zero", tool: "web_search", args: { queries: ["nothing at all"] } },
];

async function runSearch(createEngine, { limits = {}, steps, ...only }) {
  let count = 0;
  const engine = await createEngine({
    limits,
    now: () => moment,
    randomId: () => String(++count).padStart(32, "0"),
  });
  try {
    await engine.files.load(
      Object.entries(cardTree).map(([path, data]) => ({ path, data, mtime: moment })),
      { ignore: false },
    );
    let call;
    for (const step of steps ?? [only]) {
      if (step.write !== undefined) {
        await engine.files.write(step.write, step.data, { mtime: moment });
        continue;
      }
      const args = typeof step.args === "function" ? step.args(call.result) : step.args;
      call = { tool: step.tool, args, result: await engine.call(step.tool, args, step.options) };
    }
    return call;
  } finally {
    await engine.dispose();
  }
}

async function runWeb(webTools, { tool, args }) {
  const tools = webTools({
    fetch: async (input) => {
      const known = pages[String(input instanceof Request ? input.url : input)];
      if (known === undefined) throw new TypeError("no such host");
      return new Response(known.body, { status: known.status ?? 200, headers: { "content-type": known.type } });
    },
    search: { id: "fixed", search: async (query) => found[query] ?? { sources: [] } },
    randomId: () => "0".repeat(32),
  });
  return { tool, args, result: await tools.call(tool, args) };
}

const kinds = { web_search: "web", web_fetch: "web", signal_grep: "signal" };

function fixtureText(name, { tool, args, result }) {
  const expect =
    result.isError || result.meta === undefined ? "text" : result.meta.signal ? "signal" : (kinds[tool] ?? "search");
  const text = JSON.stringify({ name, tool, args, result, origin: "engine", expect }, null, 2);
  // What is invisible or reorders a line must not do so in an editor.
  return `${text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)}\n`;
}

/** File name → contents of every fixture that the tools make. */
export async function makeCardFixtures({ createEngine, webTools }) {
  const made = new Map();
  for (const one of searches) made.set(`${one.name}.json`, fixtureText(one.name, await runSearch(createEngine, one)));
  for (const one of webCalls) made.set(`${one.name}.json`, fixtureText(one.name, await runWeb(webTools, one)));
  return made;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const built = (path) => import(pathToFileURL(join(root, "dist/web", path)).href);
  const { createEngine } = await built("engine/entry-node.js");
  const { webTools } = await built("web-tools/index.js");
  const made = await makeCardFixtures({ createEngine, webTools });
  if (made.size !== searches.length + webCalls.length) throw new Error("two fixtures have one name");
  const stale = [...made].filter(([file, text]) => {
    const path = join(cardFixtureFolder, file);
    return !existsSync(path) || readFileSync(path, "utf8") !== text;
  });
  const isCheck = process.argv.includes("--check");
  for (const [file, text] of stale) {
    if (isCheck) console.error(`fixtures/cards/${file} is stale: run npm run fixtures:cards`);
    else writeFileSync(join(cardFixtureFolder, file), text);
  }
  console.log(`${made.size} fixtures made, ${stale.length} ${isCheck ? "stale" : "written"}`);
  process.exit(isCheck && stale.length > 0 ? 1 : 0);
}
