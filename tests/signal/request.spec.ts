// Every field of signal.md §2: wrong type, out of range, unknown, conflicting.
// One session asks them all: what is refused leaves nothing behind.
import { describe, expect, it } from "vitest";
import { call, runSession, textOf, usage, usagesOf, write } from "./session.ts";

const cursor = `${"A".repeat(22)}.s.0.-`;

/** Arguments, and the fields that the one error must name, in the order of the table. */
const refused: [string, unknown, string[]][] = [
  ["not an object", [], ["arguments"]],
  ["nothing at all", {}, ["pattern"]],
  ["pattern: number", { pattern: 5 }, ["pattern"]],
  ["pattern: null", { pattern: null }, ["pattern"]],
  ["path: empty", { pattern: "x", path: "" }, ["path"]],
  ["path: array", { pattern: "x", path: ["a"] }, ["path"]],
  ["paths in a new search", { pattern: "x", paths: ["a"] }, ["paths"]],
  ["paths: none", { cursor, paths: [] }, ["paths"]],
  ["paths: 21", { cursor, paths: Array.from({ length: 21 }, (_, n) => `f${n}`) }, ["paths"]],
  ["paths: an empty one", { cursor, paths: ["a", ""] }, ["paths"]],
  ["paths: a number in it", { cursor, paths: [1] }, ["paths"]],
  ["glob: empty", { pattern: "x", glob: "" }, ["glob"]],
  ["glob: number", { pattern: "x", glob: 1 }, ["glob"]],
  ["glob: array with an empty one", { pattern: "x", glob: ["*.ts", ""] }, ["glob"]],
  ["glob: negated", { pattern: "x", glob: "!*.ts" }, ["glob"]],
  ["exclude: object", { pattern: "x", exclude: {} }, ["exclude"]],
  ["exclude: negated", { pattern: "x", exclude: ["!a"] }, ["exclude"]],
  ...["literal", "wholeWord", "ignoreCase", "hidden", "noIgnore"].flatMap((name): [string, unknown, string[]][] => [
    [`${name}: string`, { pattern: "x", [name]: "true" }, [name]],
    [`${name}: number`, { pattern: "x", [name]: 1 }, [name]],
    [`${name}: null`, { pattern: "x", [name]: null }, [name]],
  ]),
  ...[-1, 21, 1.5, "3", null, true, 1e300].map((context): [string, unknown, string[]] => [
    `context: ${context}`,
    { pattern: "x", context },
    ["context"],
  ]),
  ...[0, -1, 101, 2.5, "10", null, [], 2 ** 63].map((limit): [string, unknown, string[]] => [
    `limit: ${limit}`,
    { pattern: "x", limit },
    ["limit"],
  ]),
  ["mode: unknown", { pattern: "x", mode: "fast" }, ["mode"]],
  ["mode: upper case", { pattern: "x", mode: "AUTO" }, ["mode"]],
  ["mode: number", { pattern: "x", mode: 1 }, ["mode"]],
  ["mode: auto beside a cursor", { cursor, mode: "auto" }, ["mode"]],
  ...[0, -5, 1.5, "1", 2 ** 63, 1e300].map((line): [string, unknown, string[]] => [
    `line: ${line}`,
    { mode: "inspect", path: "a.txt", line },
    ["line"],
  ]),
  ...[0, 1.5, "1", 2 ** 63].map((matchIndex): [string, unknown, string[]] => [
    `matchIndex: ${matchIndex}`,
    { mode: "inspect", cursor, matchIndex },
    ["matchIndex"],
  ]),
  ...[[], [1, 2, 3, 4, 5, 6], [0], ["1"], 1, [1.5]].map((matchIndices): [string, unknown, string[]] => [
    `matchIndices: ${JSON.stringify(matchIndices)}`,
    { mode: "inspect", cursor, matchIndices },
    ["matchIndices"],
  ]),
  ...[
    [],
    {},
    [{}],
    [{ path: "a" }],
    [{ path: "a", line: 0 }],
    [{ path: "", line: 1 }],
    [{ path: "a", line: 1, extra: 1 }],
    [{ path: "a", line: "1" }],
    ["a:1"],
    Array.from({ length: 6 }, () => ({ path: "a", line: 1 })),
  ].map((targets): [string, unknown, string[]] => [
    `targets: ${JSON.stringify(targets)}`,
    { mode: "inspect", targets },
    ["targets"],
  ]),
  ["cursor: empty", { cursor: "" }, ["cursor"]],
  ["cursor: number", { cursor: 7 }, ["cursor"]],
  ["pinned: string", { mode: "inspect", cursor, matchIndex: 1, pinned: "yes" }, ["pinned"]],
  ["pinned without inspect", { cursor, pinned: true }, ["pinned"]],
  ["pinned without a cursor", { mode: "inspect", path: "a.txt", line: 1, pinned: true }, ["pinned"]],
  ["pinned in a search", { pattern: "x", pinned: false }, ["pinned"]],
  ["anyOf: one", { anyOf: ["x"] }, ["anyOf"]],
  ["anyOf: 65", { anyOf: Array.from({ length: 65 }, (_, n) => `t${n}`) }, ["anyOf"]],
  ["anyOf: an empty one", { anyOf: ["x", ""] }, ["anyOf"]],
  ["anyOf beside pattern", { pattern: "x", anyOf: ["x", "y"] }, ["anyOf"]],
  ["anyOf that is not literal", { anyOf: ["x", "y"], literal: false }, ["literal"]],
  ["unknown", { pattern: "x", query: "y" }, ["query"]],
  ["unknown by case", { pattern: "x", ignorecase: true }, ["ignorecase"]],
  [
    "several at once, in the table's order",
    { zeta: 1, pinned: 1, limit: 0, context: 99, pattern: 3 },
    ["pattern", "context", "limit", "pinned", "zeta"],
  ],
  ["pattern beside a cursor", { pattern: "x", cursor }, ["pattern"]],
  [
    "search fields beside a cursor",
    { cursor, limit: 5, context: 1, glob: "*", hidden: true },
    ["glob", "hidden", "context", "limit"],
  ],
  ["path and paths", { cursor, path: "a", paths: ["b"] }, ["paths"]],
  ["path with an overview", { cursor, mode: "summary", path: "a" }, ["path"]],
  ["paths with files", { cursor, mode: "files", paths: ["a"] }, ["paths"]],
  ["matchIndex without inspect", { cursor, matchIndex: 1 }, ["matchIndex"]],
  ["matchIndex without a cursor", { mode: "inspect", matchIndex: 1 }, ["path", "line", "matchIndex"]],
  ["matchIndex and matchIndices", { mode: "inspect", cursor, matchIndex: 1, matchIndices: [1] }, ["matchIndices"]],
  ["inspect by cursor without an index", { mode: "inspect", cursor }, ["matchIndex"]],
  ["inspect by cursor with a line", { mode: "inspect", cursor, matchIndex: 1, line: 3 }, ["line"]],
  [
    "inspect by cursor with targets",
    { mode: "inspect", cursor, targets: [{ path: "a", line: 1 }] },
    ["matchIndex", "targets"],
  ],
  ["inspect by cursor with a path", { mode: "inspect", cursor, matchIndex: 1, path: "a" }, ["path"]],
  ["inspect without anything", { mode: "inspect" }, ["path", "line"]],
  ["inspect with a path alone", { mode: "inspect", path: "a.txt" }, ["line"]],
  [
    "inspect with targets and path",
    { mode: "inspect", path: "a.txt", line: 1, targets: [{ path: "a", line: 1 }] },
    ["path", "line"],
  ],
  ["inspect with a pattern", { mode: "inspect", path: "a.txt", line: 1, pattern: "x" }, ["pattern"]],
  [
    "inspect with context and limit",
    { mode: "inspect", path: "a.txt", line: 1, context: 3, limit: 5 },
    ["context", "limit"],
  ],
  ["line in a search", { pattern: "x", line: 1 }, ["line"]],
  ["targets in a search", { pattern: "x", targets: [{ path: "a", line: 1 }] }, ["targets"]],
];

describe("a refused request", () => {
  const outcomes = runSession([write("a.txt", "x\n"), ...refused.map(([, args]) => call(args)), usage]);
  it.each(refused.map(([name, , fields], place) => ({ name, fields, outcome: outcomes[place] })))(
    "$name",
    ({ fields, outcome }) => {
      expect(outcome?.isError).toBe(true);
      expect(outcome?.error?.code).toBe("INVALID_ARGS");
      expect(outcome?.details).toBeUndefined();
      const message = outcome?.error?.message ?? "";
      expect(textOf(outcome)).toContain(message);
      const named = message.split("; ").map((part) => part.split(" ")[0]);
      // A hint may follow the last field behind a semicolon.
      expect(named.slice(0, fields.length)).toEqual(fields);
      expect(named.filter((word) => fields.includes(word ?? ""))).toEqual(fields);
    },
  );
  it("searches nothing and keeps nothing", () => {
    expect(usagesOf(outcomes)[0]).toMatchObject({ searches: 0, snapshots: 0 });
  });
  it("names few of many unknown fields, and long ones in part", () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`${n}${"漢".repeat(300)}`, n]));
    const [outcome] = runSession([call({ pattern: "x", ...many })]);
    expect(outcome?.error?.code).toBe("INVALID_ARGS");
    expect(Buffer.byteLength(textOf(outcome))).toBeLessThan(8000);
    expect(textOf(outcome)).toContain("480 more are unknown");
  });
});

describe("a request at its bounds is taken", () => {
  const taken: [string, unknown][] = [
    ["an empty pattern", { pattern: "" }],
    ["limit 1", { pattern: "x", limit: 1 }],
    ["limit 100", { pattern: "x", limit: 100 }],
    ["limit 5.0", { pattern: "x", limit: 5.0 }],
    ["context 0", { pattern: "x", context: 0 }],
    ["context 20", { pattern: "x", context: 20 }],
    ["no globs", { pattern: "x", glob: [], exclude: [] }],
    ["one glob", { pattern: "x", glob: "*.txt" }],
    ["anyOf with two", { anyOf: ["x", "y"] }],
    ["anyOf said to be literal", { anyOf: ["x", "y"], literal: true }],
    ["anyOf with 64", { anyOf: Array.from({ length: 64 }, (_, n) => `x${n || ""}`) }],
    ["every switch", { pattern: "x", literal: true, wholeWord: true, ignoreCase: true, hidden: false, noIgnore: true }],
    ["a summary that gives its pages a size", { pattern: "x", mode: "summary", limit: 3, context: 2 }],
  ];
  const outcomes = runSession([write("a.txt", "x\n"), ...taken.map(([, args]) => call(args))]);
  it.each(taken.map(([name], place) => ({ name, outcome: outcomes[place] })))("$name", ({ outcome }) => {
    expect(textOf(outcome)).toContain("a.txt");
    expect(outcome?.isError).toBe(false);
    expect(outcome?.details?.totalMatches).toBe(1);
  });
});

describe("usage of the host's context that says nothing", () => {
  const values = [null, "50", "", true, [50], {}, -0.1, 100.1, 1e300, undefined];
  const outcomes = runSession([
    write("a.txt", "x\n".repeat(40)),
    ...values.map((percentUsed) => call({ pattern: "x" }, { contextUsage: { percentUsed } })),
    ...[5, "x", null, []].map((contextUsage) => call({ pattern: "x" }, { contextUsage })),
  ]);
  it.each(outcomes.map((outcome, place) => ({ place, outcome })))("decides nothing (%#)", ({ outcome }) => {
    expect(outcome.isError).toBe(false);
    expect(outcome.details?.returnedMatches).toBe(40);
    for (const claim of ["budgetTier", "contextRemainderPercent", "resultTokenBudget"]) {
      expect(outcome.details).not.toHaveProperty(claim);
    }
    expect(textOf(outcome)).not.toContain("budget");
  });
});
