import { describe, expect, it } from "vitest";
import { parseCard } from "./index.ts";

const line = { lineNumber: 3, line: "const a = 1;" };
const meta = { shape: "matches", files: [{ path: "a.ts", matches: [line] }], truncated: false, total: 1 };
const view = { card: "search", ...meta };
const { truncated: _truncated, ...withoutTruncated } = meta;
const page = { url: "https://a.example/", statusCode: 200, truncated: false };
const content = [{ type: "text", text: "Found 1 match" }];

type Case = [name: string, input: unknown, view: unknown, issues: string[], text?: string];

const lenient: Case[] = [
  ["a bare meta", meta, view, []],
  ["a view", view, view, ["/card view-as-meta"]],
  [
    "a view with a title",
    { ...view, title: "Grep a" },
    { ...view, title: "Grep a" },
    ["/card view-as-meta", "/title title-in-meta"],
  ],
  ["a title that is no text", { ...meta, title: 5 }, view, []],
  ["a JSON string", JSON.stringify(meta), view, [" json-string"]],
  ["an MCP result", { content, structuredContent: meta }, view, ["/structuredContent mcp-result"], "Found 1 match"],
  ["a tool result", { isError: false, content, meta }, view, ["/meta tool-result"], "Found 1 match"],
  [
    "a tool result whose content is no text",
    { isError: false, content: [{ type: "image" }], meta },
    view,
    ["/meta tool-result"],
  ],
  ["truncated missing, all listed", withoutTruncated, view, ["/truncated truncated-assumed"]],
  ["truncated null", { ...meta, truncated: null }, view, ["/truncated truncated-assumed"]],
  [
    "truncated missing, not all listed",
    { ...withoutTruncated, total: 9 },
    { ...view, total: 9, truncated: true },
    ["/truncated truncated-assumed"],
  ],
  [
    "truncated missing on paths",
    { shape: "paths", paths: ["a"], total: 2 },
    { card: "search", shape: "paths", paths: ["a"], total: 2, truncated: true },
    ["/truncated truncated-assumed"],
  ],
  [
    "truncated missing on sources",
    { sources: [] },
    { card: "web", kind: "search", sources: [], truncated: false },
    ["/truncated truncated-assumed"],
  ],
  [
    "null for an optional field",
    { sources: [{ url: "u", title: null }], answer: null, truncated: false },
    { card: "web", kind: "search", sources: [{ url: "u" }], truncated: false },
    ["/sources/0/title null-as-absent", "/answer null-as-absent"],
  ],
  [
    "a wrong optional field",
    { sources: [{ url: "u", snippet: 5 }], truncated: false },
    { card: "web", kind: "search", sources: [{ url: "u" }], truncated: false },
    ["/sources/0/snippet dropped"],
  ],
  [
    "ranges that do not fit",
    { ...meta, files: [{ path: "a.ts", matches: [{ ...line, ranges: [[0, 99]] }] }] },
    view,
    ["/files/0/matches/0/ranges dropped"],
  ],
  [
    "content on a web view",
    { card: "web", kind: "fetch", ...page, content: "page text" },
    { card: "web", kind: "fetch", ...page },
    ["/card view-as-meta", "/content content-in-meta"],
    "page text",
  ],
  [
    "all at once",
    JSON.stringify({ structuredContent: { ...withoutTruncated, card: "search", title: "T" }, content }),
    { ...view, title: "T" },
    [
      " json-string",
      "/structuredContent mcp-result",
      "/structuredContent/truncated truncated-assumed",
      "/structuredContent/card view-as-meta",
      "/structuredContent/title title-in-meta",
    ],
    "Found 1 match",
  ],
  ["text that is not JSON", "Found 1 match", undefined, [" not-json"]],
  ["an error result", { isError: true, content, meta }, undefined, ["/isError error-result"], "Found 1 match"],
  [
    "a tool result without meta",
    { isError: false, content },
    undefined,
    ["/content content-in-meta", "/truncated truncated-assumed", "/shape unknown-shape"],
    "Found 1 match",
  ],
  ["null", null, undefined, [" wrong-type"]],
  ["undefined", undefined, undefined, []],
  ["a JSON string of a number", "5", undefined, [" json-string", " wrong-type"]],
  [
    "a malformed entry",
    { ...meta, files: [{ path: "a", matches: [line, { lineNumber: 0, line: "" }] }] },
    undefined,
    ["/files/0/matches/1/lineNumber wrong-type"],
  ],
  [
    "files of another type",
    { ...withoutTruncated, files: "a" },
    undefined,
    ["/truncated truncated-assumed", "/files wrong-type"],
  ],
  [
    "entries of another type, truncated missing",
    { ...withoutTruncated, files: [5, { matches: 5 }] },
    undefined,
    ["/truncated truncated-assumed", "/files/0 wrong-type"],
  ],
  [
    "a total of another type, truncated missing",
    { ...withoutTruncated, total: "1" },
    undefined,
    ["/truncated truncated-assumed", "/total wrong-type"],
  ],
];

const strict: Case[] = [
  ["a bare meta", meta, view, []],
  ["a view: its own keys are other keys", view, view, []],
  [
    "dropped ranges are still told",
    { ...meta, files: [{ path: "a.ts", matches: [{ ...line, ranges: [[2, 1]] }] }] },
    view,
    ["/files/0/matches/0/ranges dropped"],
  ],
  ["truncated missing", withoutTruncated, undefined, ["/truncated missing"]],
  ["a JSON string", JSON.stringify(meta), undefined, [" wrong-type"]],
  ["an MCP result", { content, structuredContent: meta }, undefined, ["/shape unknown-shape"]],
  ["a page without status", { url: "u", truncated: false }, undefined, ["/statusCode missing"]],
  ["a source without url", { sources: [{}], truncated: false }, undefined, ["/sources/0/url missing"]],
  [
    "a null title",
    { sources: [{ url: "u", title: null }], truncated: false },
    undefined,
    ["/sources/0/title wrong-type"],
  ],
  ["undefined", undefined, undefined, [" wrong-type"]],
];

describe.each([
  ["lenient", lenient],
  ["strict", strict],
] as const)("parseCard %s", (mode, cases) => {
  it.each(cases)("%s", (_, input, expected, issues, text) => {
    const parsed = parseCard(input, { mode });
    expect(parsed.issues.map(({ path, code }) => `${path} ${code}`).sort()).toStrictEqual([...issues].sort());
    expect(parsed.ok ? parsed.view : undefined).toStrictEqual(expected);
    expect(parsed.text).toBe(text);
    for (const { message } of parsed.issues) expect(message).not.toBe("");
  });
});

describe("parseCard", () => {
  it("reports a live object that throws when read", () => {
    const trap = new Proxy(
      {},
      {
        get: () => {
          throw new Error("read");
        },
      },
    );
    for (const mode of ["strict", "lenient"] as const) {
      expect(parseCard(trap, { mode })).toMatchObject({ ok: false, issues: [{ path: "", code: "wrong-type" }] });
    }
  });
});
