import { describe, expect, it } from "vitest";
import { presentCall, presentResult } from "./index.ts";

const titles: [tool: string, args: unknown, title: string][] = [
  ["grep", { pattern: "foo" }, "Grep foo"],
  ["grep", { pattern: "foo", path: "src" }, "Grep foo in src"],
  ["grep", { pattern: "foo", include: "*.ts" }, "Grep foo (*.ts)"],
  ["grep", { pattern: "foo", path: "src", include: "*.{a,b}" }, "Grep foo in src (*.{a,b})"],
  ["grep", { pattern: "a b" }, "Grep a b"],
  ["grep", { pattern: "foo", path: "", include: "" }, "Grep foo"],
  ["grep", {}, "grep"],
  ["grep", undefined, "grep"],
  ["grep", null, "grep"],
  ["grep", "foo", "grep"],
  ["grep", [{ pattern: "foo" }], "grep"],
  ["grep", { pattern: "" }, "grep"],
  ["grep", { pattern: 5 }, "grep"],
  ["grep", { pattern: "foo", path: 5 }, "grep"],
  ["grep", { pattern: "foo", include: null }, "grep"],
  ["grep", { cursor: "abc" }, "Next page"],
  ["glob", { pattern: "**/*.ts" }, "Glob **/*.ts"],
  ["glob", { pattern: "*.ts", path: "web" }, "Glob *.ts in web"],
  ["glob", { pattern: "  " }, "glob"],
  ["read", { path: "a.ts" }, "Read a.ts"],
  ["read", { path: "a.ts", offset: 40, limit: 2 }, "Read a.ts:40"],
  ["read", { path: "a.ts", offset: "40" }, "read"],
  ["read", {}, "read"],
  ["signal_grep", { pattern: "foo" }, "Search foo"],
  ["signal_grep", { pattern: "foo", path: "src" }, "Search foo in src"],
  ["signal_grep", { pattern: "" }, "Search"],
  ["signal_grep", { anyOf: ["a", "b"] }, "Search a | b"],
  ["signal_grep", { anyOf: "a" }, "signal_grep"],
  ["signal_grep", { pattern: "foo", path: 1 }, "signal_grep"],
  ["signal_grep", { cursor: "abc.s.0.-" }, "Next page"],
  ["signal_grep", { cursor: "abc.s.0.-", mode: "summary" }, "Next page"],
  ["signal_grep", { cursor: "abc.s.0.-", path: "a.ts" }, "Next page"],
  ["signal_grep", { cursor: "abc.s.0.-", mode: "inspect", matchIndex: 12 }, "Inspect #12"],
  ["signal_grep", { cursor: "abc.s.0.-", mode: "inspect", matchIndices: [1, 3] }, "Inspect #1, #3"],
  ["signal_grep", { cursor: "abc.s.0.-", matchIndices: ["1"] }, "Next page"],
  ["signal_grep", { cursor: "abc.s.0.-", matchIndices: [] }, "Next page"],
  ["signal_grep", { mode: "inspect", path: "a.ts", line: 7 }, "Inspect a.ts:7"],
  [
    "signal_grep",
    {
      targets: [
        { path: "a.ts", line: 7 },
        { path: "b.ts", line: 1 },
      ],
    },
    "Inspect a.ts:7, b.ts:1",
  ],
  ["signal_grep", { targets: [{ path: "a.ts", line: 7 }, null] }, "signal_grep"],
  ["signal_grep", { targets: [{ path: "a.ts" }, {}] }, "signal_grep"],
  ["signal_grep", { targets: [] }, "signal_grep"],
  ["signal_grep", {}, "signal_grep"],
  ["web_search", { queries: ["one"] }, "one"],
  ["web_search", { queries: ["one", "two"] }, "one, two"],
  ["web_search", { queries: [] }, "web_search"],
  ["web_search", { queries: ["one", 2] }, "web_search"],
  ["web_search", { queries: "one" }, "web_search"],
  ["web_fetch", { url: "https://a.example/" }, "https://a.example/"],
  ["web_fetch", { url: 5 }, "web_fetch"],
  ["deploy", { pattern: "foo" }, "deploy"],
  ["constructor", { pattern: "foo" }, "constructor"],
  ["__proto__", {}, "__proto__"],
];

describe("presentCall", () => {
  it.each(titles)("%s %j → %s", (tool, args, title) => {
    expect(presentCall(tool, args)).toMatchObject({ card: "generic", title });
  });

  it.each([
    ["grep", "search"],
    ["glob", "search"],
    ["signal_grep", "search"],
    ["web_search", "search"],
    ["read", "read"],
    ["web_fetch", "fetch"],
    ["deploy", "other"],
  ])("%s is a %s", (tool, kind) => {
    expect(presentCall(tool, {}).kind).toBe(kind);
  });

  it("keeps the arguments as they came, and leaves them out when there are none", () => {
    const args = { pattern: 1 };
    expect(presentCall("grep", args).rawInput).toBe(args);
    expect("rawInput" in presentCall("grep", undefined)).toBe(false);
  });

  it("falls back to the name when reading the arguments throws", () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error("read");
        },
      },
    );
    expect(presentCall("grep", trap).title).toBe("grep");
    expect(presentResult("grep", {}, trap)).toBeUndefined();
  });
});

describe("presentResult", () => {
  const matches = { shape: "matches", files: [], truncated: false, total: 0 };
  const sources = { sources: [], truncated: false };
  const fetched = { url: "https://a.example/", statusCode: 200, truncated: false };

  it.each([
    ["grep", { pattern: "x" }, matches, { card: "search", title: "Grep x", ...matches }],
    ["signal_grep", { pattern: "x" }, matches, { card: "search", title: "Search x", ...matches }],
    ["web_search", { queries: ["q"] }, sources, { card: "web", kind: "search", title: "q", ...sources }],
    ["web_fetch", { url: fetched.url }, fetched, { card: "web", kind: "fetch", title: fetched.url, ...fetched }],
    ["web_fetch", null, fetched, { card: "web", kind: "fetch", title: "web_fetch", ...fetched }],
  ])("%s %j", (tool, args, meta, view) => {
    expect(presentResult(tool, args, { isError: false, content: [], meta })).toStrictEqual(view);
  });

  it.each([
    ["an error", "grep", { isError: true, content: [], meta: matches }],
    ["a vague error flag", "grep", { isError: "yes", content: [], meta: matches }],
    ["no meta", "grep", { isError: false, content: [] }],
    ["no result", "grep", undefined],
    ["a result that is a list", "grep", [matches]],
    ["a bare meta", "grep", matches],
    ["web meta on grep", "grep", { isError: false, content: [], meta: sources }],
    ["matches on glob", "glob", { isError: false, content: [], meta: matches }],
    ["sources on web_fetch", "web_fetch", { isError: false, content: [], meta: sources }],
    ["a page on web_search", "web_search", { isError: false, content: [], meta: fetched }],
    ["a tool without a card", "read", { isError: false, content: [], meta: matches }],
    ["a foreign tool", "mcp__grep", { isError: false, content: [], meta: matches }],
  ])("is undefined for %s", (_, tool, result) => {
    expect(presentResult(tool, { pattern: "x" }, result)).toBeUndefined();
  });
});
