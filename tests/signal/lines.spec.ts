// Lines that are hard to show: columns, excerpts and counts by an oracle of
// their own (signal.md §3).
import { describe, expect, it } from "vitest";
import { isExcerptOf } from "./oracle.ts";
import { parseDetailPage } from "./page.ts";
import { call, type Outcome, proceed, runSession, type Step, textOf, write } from "./session.ts";

const needle = "hit";
const rowOf = (outcome: Outcome | undefined) => parseDetailPage(textOf(outcome)).rows[0];

describe("columns", () => {
  const cases: [string, string, string][] = [
    ["ASCII", "say hit now", "hit"],
    ["behind CJK", "漢字 hit", "hit"],
    ["behind astral characters", "a🟢b🔺c hit", "hit"],
    ["behind combining marks", "e\u0301a\u0308 hit", "hit"],
    ["of an astral hit", "🟢a🟢a", "🟢a"],
    ["a full 20", "hit ".repeat(20), "hit"],
    ["21 of them", "hit ".repeat(21), "hit"],
    ["100 of them, astral between", "hit🟢".repeat(100), "hit"],
    ["500 units exactly", `${"x".repeat(497)}hit`, "hit"],
    ["501 units", `${"x".repeat(498)}hit`, "hit"],
    ["far right in astral characters", `${"🟢".repeat(2000)}hit`, "hit"],
    ["in the middle of CJK", `${"漢".repeat(1500)}hit${"字".repeat(1500)}`, "hit"],
    ["a hit longer than the excerpt", `${"a".repeat(300)}${"🟢".repeat(700)}${"b".repeat(300)}`, "🟢".repeat(700)],
    ["a line of one megabyte, hit in front", `hit${"x".repeat(1_000_000)}`, "hit"],
    ["a line of one megabyte, hit behind", `${"é".repeat(500_000)}hit`, "hit"],
    ["a line of one megabyte full of hits", "hit ".repeat(250_000), "hit"],
  ];
  const outcomes = runSession(
    cases.flatMap(([, text], place): Step[] => [
      write(`${place}.txt`, `before\n${text}\r\nafter\n`),
      call({ pattern: cases[place]?.[2], literal: true, path: `${place}.txt`, context: 0 }),
    ]),
  );
  it.each(cases.map(([name, text, pattern], place) => ({ name, text, pattern, outcome: outcomes[place] })))(
    "$name",
    ({ text, pattern, outcome }) => {
      const hits: [number, number][] = [];
      for (let at = text.indexOf(pattern); at >= 0; at = text.indexOf(pattern, at + pattern.length)) {
        hits.push([at + 1, at + pattern.length]);
      }
      const row = rowOf(outcome);
      expect(row?.line).toBe(2);
      expect(row?.columns).toEqual(hits.slice(0, 20).map(([a, b]) => `${a}-${b}`));
      expect(row?.more).toBe(Math.max(0, hits.length - 20));
      expect(isExcerptOf(row?.text ?? "", text, hits[0])).toBe(true);
      expect(outcome?.details?.occurrenceRangesOmitted).toBe(hits.length > 20 ? hits.length - 20 : undefined);
      expect(outcome?.details?.occurrenceMatchesTruncated).toBe(hits.length > 20 ? 1 : undefined);
      expect(outcome?.details?.lineContentTruncated).toBe(text.length > 500 ? 1 : undefined);
      expect(textOf(outcome)).toContain("[columns: 1-based UTF-16, inclusive]");
    },
  );
});

describe("a line that is not UTF-8", () => {
  const base64 = Buffer.concat([
    Buffer.from("ok hit\n"),
    Buffer.from([0xff, 0xfe, 0x20]),
    Buffer.from("hit\nhit \xc3", "latin1"),
  ]).toString("base64");
  const [outcome] = runSession([{ write: { path: "a.txt", base64 } }, call({ pattern: "hit", context: 1 })]);
  it("has byte columns, said in the note, and its text is not guessed", () => {
    const { rows, notes } = parseDetailPage(textOf(outcome));
    expect(rows.map(({ line, text, columns }) => ({ line, text, columns }))).toEqual([
      { line: 1, text: "ok hit", columns: ["4-6"] },
      { line: 2, text: "(not valid UTF-8)", columns: ["4-6b"] },
      { line: 3, text: "(not valid UTF-8)", columns: ["1-3b"] },
    ]);
    expect(notes[0]).toBe("[columns: 1-based UTF-16, inclusive; b = bytes]");
  });
});

describe("hits without width", () => {
  it("match lines and have no columns", () => {
    const [outcome] = runSession([write("a.txt", "a\n\nb\n"), call({ pattern: "^", context: 0 })]);
    const { rows, notes } = parseDetailPage(textOf(outcome));
    expect(rows.map(({ line, columns }) => ({ line, columns }))).toEqual(
      [1, 2, 3].map((line) => ({ line, columns: [] })),
    );
    expect(notes).toEqual(["[Matches 1-3 of 3; complete snapshot]"]);
  });
});

describe("automatic context", () => {
  const lines = (hits: number[], width = 0): string =>
    Array.from(
      { length: 40 },
      (_, n) => `${hits.includes(n + 1) ? "hit" : "line"} ${"漢".repeat(width)}${n + 1}\n`,
    ).join("");
  const cases: [string, string, Record<string, unknown>, number | undefined, number][] = [
    ["one hit: ten lines", lines([20]), {}, 10, 20],
    ["one hit at the top", lines([1]), {}, 10, 10],
    ["one hit at the bottom: no empty last line", lines([40]), {}, 10, 10],
    ["two hits: four lines", lines([10, 30]), {}, 4, 16],
    ["three hits, one beside another", lines([10, 11, 30]), {}, 4, 16],
    ["four hits: none", lines([10, 20, 30, 40]), {}, undefined, 0],
    ["context given", lines([20]), { context: 1 }, undefined, 2],
    ["context 0 given", lines([20]), { context: 0 }, undefined, 0],
    ["not for mode matches", lines([20]), { mode: "matches" }, undefined, 0],
    ["with a limit", lines([20]), { limit: 5 }, 10, 20],
    ["reduced evenly until it fits", lines([20], 480), {}, 4, 8],
  ];
  const outcomes = runSession(
    cases.flatMap(([, text, more]) => [
      { clear: true } as Step,
      write("a.txt", text),
      call({ pattern: needle, ...more }),
    ]),
  );
  it.each(cases.map(([name, , , automatic, rows], place) => ({ name, automatic, rows, outcome: outcomes[place] })))(
    "$name",
    ({ automatic, rows, outcome }) => {
      expect(outcome?.details?.mode).toBe("matches");
      expect(outcome?.details?.autoContext).toBe(automatic);
      expect(parseDetailPage(textOf(outcome)).context.length).toBe(rows);
    },
  );
});

describe("a search that stops at its work budget", () => {
  const files = [write("a.txt", "hit\n".repeat(20)), write("b.txt", "hit\n".repeat(30_000)), write("c.txt", "hit\n")];
  const asked = [call({ pattern: needle }), proceed({ path: "a.txt" }), call({ pattern: "absent.*" })];
  const [first, lines, nothing] = runSession([...files, ...asked], { maxWorkBytes: 100_000 });
  it("answers with what it has found so far, marked partial", () => {
    expect(first?.isError).toBe(false);
    expect(first?.error?.code).toBe("SEARCH_BUDGET");
    expect(first?.details).toMatchObject({
      mode: "summary",
      status: "partial",
      snapshotComplete: false,
      totalFiles: 2,
    });
    expect(textOf(first)).toMatch(
      /^\d+ matches in 2 files \(PARTIAL: \d+ retained\)\n\n +\d+ {2}b\.txt\n.*\n {4}20 {2}a\.txt/,
    );
    expect(textOf(first)).toMatch(/\n\[PARTIAL: the search stopped at its work budget of 100000 bytes.*\]$/);
    expect(lines?.details).toMatchObject({ status: "partial", returnedMatches: 20 });
    expect(textOf(lines)).toContain("; PARTIAL: ");
  });
  it("claims no completeness when it found nothing", () => {
    expect(nothing?.error?.code).toBe("SEARCH_BUDGET");
    expect(textOf(nothing)).toMatch(/^No matches found so far\.\n/);
    expect(nothing?.details?.status).toBe("partial");
  });
});

describe("partial retention", () => {
  const limits = { signalMaxLines: 5 };
  const files = [
    write("a.txt", "hit\n".repeat(3)),
    write("b.txt", "hit\nx\nx\nhit\nx\nx\nx\nhit\nx\n"),
    write("c.txt", "hit\n"),
  ];
  const [auto, details, more, overview] = runSession(
    [
      ...files,
      call({ pattern: needle, context: 3 }),
      proceed({ mode: "matches" }),
      proceed({ path: "b.txt" }, 2),
      proceed({ mode: "summary" }, 3),
    ],
    limits,
  );
  it("goes to a summary first, says PARTIAL, and lists the file of which nothing was retained", () => {
    expect(auto?.details).toMatchObject({
      mode: "summary",
      status: "partial",
      totalMatches: 7,
      storedMatches: 5,
      snapshotComplete: false,
    });
    expect(textOf(auto)).toContain(
      "7 matches in 3 files (PARTIAL: 5 retained)\n\n     3  a.txt\n        1: hit {#1}\n     3  b.txt",
    );
    expect(textOf(auto)).toContain("     1  c.txt\n\n[1 shown files without a sample]");
    expect(overview?.details?.summaryPreviewsOmitted).toBe(1);
  });
  it("says in every page how much was kept", () => {
    for (const page of [details, more]) {
      expect(textOf(page)).toContain("; PARTIAL: 5 of 7 retained, narrow the search]");
      expect(page?.details?.status).toBe("partial");
    }
  });
  it("shows no line that matches, and none nearer to one that was not retained, as context", () => {
    const { context } = parseDetailPage(textOf(more));
    expect(context.map(({ line }) => line)).toEqual([2, 3, 5, 6]);
  });
});
