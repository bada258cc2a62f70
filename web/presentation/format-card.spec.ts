import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatCard } from "./index.ts";
import type { SearchFileMatches, SearchMatchesView, SearchPathsView, WebFetchView, WebSearchView } from "./types.ts";

const search: SearchMatchesView = {
  card: "search",
  shape: "matches",
  title: "Grep a",
  files: [
    {
      path: "src/a.ts",
      matches: [
        { lineNumber: 3, line: "const a = 1;" },
        { lineNumber: 12, line: "\treturn a;" },
      ],
    },
    { path: "b `c`.md", matches: [{ lineNumber: 1, line: "```a```" }] },
    { path: "d.ts", matches: [] },
  ],
  truncated: true,
  total: 999,
};
const none: SearchMatchesView = { card: "search", shape: "matches", files: [], truncated: false, total: 0 };
const paths: SearchPathsView = {
  card: "search",
  shape: "paths",
  paths: ["a.ts", "b/c.ts"],
  truncated: false,
  total: 2,
};
const web: WebSearchView = {
  card: "web",
  kind: "search",
  title: "what is *new*",
  sources: [
    {
      url: "https://a.example/x?y=1",
      title: "A [best] <of> `all`",
      snippet: "line one\nline two",
      publishedAt: "2026-03-01",
    },
    { url: "javascript:alert(1)", title: "Click" },
    { url: "https://user:pw@b.example/" },
    { url: "not a url" },
  ],
  answer: "Yes ![pixel](https://t.example/p.png) <img src=x> a < b [1]",
  truncated: true,
};
const fetched: WebFetchView = {
  card: "web",
  kind: "fetch",
  url: "https://a.example/",
  statusCode: 404,
  truncated: true,
};

describe("formatCard", () => {
  it("text", () => {
    expect(formatCard(search, { as: "text" })).toBe(
      "Grep a\nFound 3 of 999 matches\n\nsrc/a.ts\nLine 3: const a = 1;\nLine 12: \treturn a;\n\nb `c`.md\nLine 1: ```a```\n\nd.ts",
    );
  });

  it("markdown: fences and code spans longer than what they hold", () => {
    expect(formatCard(search, { as: "markdown" })).toBe(
      "Grep a\n\nFound 3 of 999 matches\n\n`src/a.ts`\n\n```\n3: const a = 1;\n12: \treturn a;\n```\n\n``b `c`.md``\n\n````\n1: ```a```\n````\n\n`d.ts`",
    );
    expect(formatCard({ ...paths, paths: ["`", " a"] }, { as: "markdown" })).toBe(
      "Found 2 paths\n\n- `` ` ``\n- `  a `",
    );
  });

  it("rg", () => {
    expect(formatCard(search, { as: "rg" })).toBe(
      "src/a.ts\n3:const a = 1;\n12:\treturn a;\n\nb `c`.md\n1:```a```\n\nd.ts",
    );
    expect(formatCard(paths, { as: "rg" })).toBe("a.ts\nb/c.ts");
    expect(formatCard(none, { as: "rg" })).toBe("");
  });

  const counts: [string, SearchMatchesView | SearchPathsView, string][] = [
    ["nothing", none, "No matches found"],
    ["no files", { ...paths, paths: [], total: 0 }, "No files found"],
    ["nothing listed", { ...none, total: 3, truncated: true }, "Found 0 of 3 matches"],
    ["nothing, and cut", { ...none, truncated: true }, "No matches found (the list was cut)"],
    ["cut, though the counts agree", { ...paths, truncated: true }, "Found 2 paths (the list was cut)\n\na.ts\nb/c.ts"],
    ["one", { ...paths, paths: ["a"], total: 1 }, "Found 1 path\n\na"],
    [
      "one match",
      { ...none, files: [{ path: "a", matches: [{ lineNumber: 1, line: "x" }] }], total: 1 },
      "Found 1 match\n\na\nLine 1: x",
    ],
    [
      "a scope",
      { ...none, scope: { searched: 1, hidden: 2, ignored: 0, longLines: 3 } },
      "No matches found\n\n[Searched 1 file; left out: 2 hidden, 3 long lines]",
    ],
    ["a whole scope", { ...none, scope: { searched: 9 } }, "No matches found\n\n[Searched 9 files]"],
    [
      "a row that would imitate another",
      { ...none, files: [{ path: "a\nb", matches: [{ lineNumber: 1, line: "x\n2:y" }] }], total: 1 },
      "Found 1 match\n\na␊b\nLine 1: x␊2:y",
    ],
  ];
  it.each(counts)("text of %s", (_, view, expected) => {
    expect(formatCard(view, { as: "text" })).toBe(expected);
  });

  it("web search as text", () => {
    expect(formatCard(web, { as: "text" })).toBe(
      "what is *new*\n\nYes ![pixel](https://t.example/p.png) <img src=x> a < b [1]\n\nSources:\n\n" +
        "1. A [best] <of> `all` <https://a.example/x?y=1> — line one␊line two (2026-03-01)\n2. Click <javascript:alert(1)>\n" +
        "3. b.example <https://user:pw@b.example/>\n4. not a url\n\n(The list of sources or the answer was cut.)",
    );
    expect(formatCard({ ...web, sources: [] }, { as: "rg" })).toContain("No sources");
  });

  it("web search as markdown: nothing that loads, no link that safeLink refuses", () => {
    expect(formatCard(web, { as: "markdown" })).toBe(
      "what is \\*new\\*\n\nYes \\![pixel](https://t.example/p.png) \\<img src=x> a < b [1]\n\nSources:\n\n" +
        "1. [A \\[best\\] \\<of\\> \\`all\\`](<https://a.example/x?y=1>) — line one␊line two (2026-03-01)\n2. Click\n" +
        "3. [b.example](<https://b.example/>)\n4. not a url\n\n(The list of sources or the answer was cut.)",
    );
  });

  it("web fetch", () => {
    expect(formatCard(fetched, { as: "text" })).toBe("Fetched https://a.example/ (HTTP 404)\n\n(The page was cut.)");
    expect(formatCard({ ...fetched, truncated: false, title: "a_b" }, { as: "markdown" })).toBe(
      "a\\_b\n\nFetched [https://a.example/](<https://a.example/>) (HTTP 404)",
    );
    const { answer: _, ...bare } = web;
    expect(formatCard({ ...bare, sources: [], truncated: false }, { as: "text" })).toBe("what is *new*\n\nNo sources");
  });

  it("rg parses back to the same path, line and text", () => {
    const text = fc.string({ unit: "grapheme-composite", maxLength: 40 }).map((value) => value.replace(/\n/g, ""));
    const path = fc.oneof(text, fc.constantFrom("12:x", "a:1:b", " ", "src/a b.ts")).filter((value) => value !== "");
    const match = fc.record({
      lineNumber: fc.integer({ min: 1, max: 2 ** 31 }),
      line: fc.oneof(text, fc.constantFrom("", "3:4", "\r", "\t: ")),
    });
    const files = fc.array(fc.record({ path, matches: fc.array(match, { maxLength: 5 }) }), { maxLength: 6 });
    fc.assert(
      fc.property(files, (expected) => {
        const view: SearchMatchesView = {
          card: "search",
          shape: "matches",
          files: expected,
          truncated: false,
          total: 0,
        };
        expect(parseHeadingForm(formatCard(view, { as: "rg" }))).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });
});

/** A reader of ripgrep's heading form, written apart from the formatter: a line without number prefix after a blank line is a path. */
function parseHeadingForm(text: string): SearchFileMatches[] {
  const files: SearchFileMatches[] = [];
  let current: SearchFileMatches | undefined;
  for (const row of text === "" ? [] : text.split("\n")) {
    if (row === "") current = undefined;
    else if (current === undefined) {
      current = { path: row, matches: [] };
      files.push(current);
    } else {
      const colon = row.indexOf(":");
      current.matches.push({ lineNumber: Number(row.slice(0, colon)), line: row.slice(colon + 1) });
    }
  }
  return files;
}
