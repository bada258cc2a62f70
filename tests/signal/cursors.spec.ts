// Cursors that were forged, cut, given to others or kept too long; and the
// bounds of what is kept (signal.md §6).
import { describe, expect, it } from "vitest";
import { call, type Outcome, proceed, runSession, type Step, textOf, usage, usagesOf, write } from "./session.ts";

const files: Step[] = [
  write("a.txt", "hit\n".repeat(10)),
  write("b.txt", "hit\n".repeat(20)),
  write("c.txt", "none\n"),
];
const broad = { pattern: "hit", mode: "summary" };
const code = (outcome: Outcome | undefined): string | undefined => outcome?.error?.code;

/** The cursor that the first call of a session over `files` gives. */
const given = (args: unknown): string => runSession([...files, call(args)])[0]?.details?.cursor ?? "";
const summary = given(broad);
const matches = given({ pattern: "hit", limit: 7 });
const list = given({ pattern: "hit", mode: "files", limit: 1 });
const [id = ""] = summary.split(".");

it("a cursor has the form of the contract", () => {
  for (const cursor of [summary, matches, list]) {
    expect(cursor).toMatch(/^[A-Za-z0-9_-]{22}\.[smf]\.[0-9a-z]+\.(-|[0-9a-f]{8})$/);
    expect(cursor.length).toBeLessThanOrEqual(64);
  }
});

describe("a cursor that no result gave", () => {
  const cases: [string, string, unknown][] = [
    ["text", "CURSOR_MALFORMED", { cursor: "next" }],
    ["empty parts", "CURSOR_MALFORMED", { cursor: "..." }],
    ["cut", "CURSOR_MALFORMED", { cursor: summary.slice(0, -1) }],
    ["cut id", "CURSOR_MALFORMED", { cursor: summary.slice(1) }],
    ["longer", "CURSOR_MALFORMED", { cursor: `${summary}x` }],
    ["very long", "CURSOR_MALFORMED", { cursor: summary.repeat(2000) }],
    ["with a blank", "CURSOR_MALFORMED", { cursor: ` ${summary}` }],
    ["another alphabet", "CURSOR_MALFORMED", { cursor: summary.replace(id, "漢".repeat(22)) }],
    ["an unknown kind", "CURSOR_MALFORMED", { cursor: `${id}.x.0.-` }],
    ["upper case offset", "CURSOR_MALFORMED", { cursor: `${id}.s.A.-` }],
    ["leading zero", "CURSOR_MALFORMED", { cursor: `${id}.s.00.-` }],
    ["negative offset", "CURSOR_MALFORMED", { cursor: `${id}.s.-1.-` }],
    ["offset beyond all bounds", "CURSOR_MALFORMED", { cursor: `${id}.s.zzzzzzz.-` }],
    ["a summary of a selection", "CURSOR_MALFORMED", { cursor: `${id}.s.0.0123abcd` }],
    ["a selection in upper case", "CURSOR_MALFORMED", { cursor: `${id}.m.1.0123ABCD` }],
    [
      "a second spelling of the id",
      "CURSOR_MALFORMED",
      { cursor: `${id.slice(0, -1)}${id.endsWith("B") ? "C" : "B"}.s.0.-` },
    ],
    ["another id", "CURSOR_EXPIRED", { cursor: `${"B".repeat(21)}A.s.0.-` }],
    ["a kind that was not given", "CURSOR_WRONG_KIND", { cursor: `${id}.m.1.-` }],
    ["files of a summary, forged", "CURSOR_WRONG_KIND", { cursor: `${id}.f.0.-`, mode: "files" }],
    ["a summary past its end", "CURSOR_OUT_OF_RANGE", { cursor: `${id}.s.2.-`, mode: "summary" }],
    ["an inspection past the end", "CURSOR_OUT_OF_RANGE", { cursor: summary, mode: "inspect", matchIndex: 31 }],
    ["a selection outside the snapshot", "CURSOR_OUT_OF_RANGE", { cursor: summary, paths: ["c.txt", "none.txt"] }],
    ["a folder as selection", "CURSOR_OUT_OF_RANGE", { cursor: summary, path: "." }],
    ["a selection outside the root", "PATH_INVALID", { cursor: summary, path: "../a.txt" }],
  ];
  const outcomes = runSession([
    ...files,
    call(broad),
    ...cases.map(([, , args]) => call(args)),
    call({ cursor: summary }),
    usage,
  ]);
  it.each(cases.map(([name, expected], place) => ({ name, expected, outcome: outcomes[place + 1] })))(
    "$name: $expected",
    ({ expected, outcome }) => {
      expect(code(outcome)).toBe(expected);
      expect(outcome?.isError).toBe(true);
      expect(textOf(outcome).length).toBeLessThan(400);
    },
  );
  it("harms neither the snapshot nor its cursor", () => {
    expect(outcomes[cases.length + 1]?.details?.returnedMatches).toBe(30);
    expect(usagesOf(outcomes)[0]).toMatchObject({ searches: 1, snapshots: 1 });
  });
});

describe("a match cursor", () => {
  it("continues its own selection only", () => {
    const outcomes = runSession([
      ...files,
      call({ ...broad, limit: 4 }),
      proceed({ paths: ["a.txt", "b.txt"] }),
      proceed({}, 1),
      proceed({ paths: ["a.txt"] }, 2),
      proceed({ path: "c.txt" }, 3),
      proceed({ paths: ["b.txt", "./a.txt", "a.txt"] }, 4),
    ]);
    expect(outcomes.slice(2).map(code)).toEqual([
      "CURSOR_SELECTION_MISMATCH",
      "CURSOR_SELECTION_MISMATCH",
      "CURSOR_SELECTION_MISMATCH",
      undefined,
    ]);
    expect(outcomes[5]?.details?.returnedMatches).toBe(4);
  });
  it("without a selection refuses one", () => {
    const outcomes = runSession([...files, call({ pattern: "hit", limit: 4 }), proceed({ path: "a.txt" })]);
    expect(code(outcomes[1])).toBe("CURSOR_SELECTION_MISMATCH");
  });
  it("gives no overview", () => {
    const outcomes = runSession([
      ...files,
      call({ pattern: "hit", limit: 4 }),
      proceed({ mode: "summary" }),
      proceed({ mode: "files" }, 2),
    ]);
    expect(outcomes.slice(1).map(code)).toEqual(["CURSOR_WRONG_KIND", "CURSOR_WRONG_KIND"]);
  });
  it("of a search for lines goes with its last page", () => {
    const outcomes = runSession([
      ...files,
      call({ pattern: "hit", limit: 29 }),
      usage,
      proceed({}, 2),
      usage,
      call({ cursor: given({ pattern: "hit", limit: 29 }) }),
    ]);
    expect(usagesOf(outcomes).map(({ snapshots }) => snapshots)).toEqual([1, 0]);
    expect(code(outcomes[4])).toBe("CURSOR_EXPIRED");
  });
  it("past the end is an error", () => {
    const cursor = matches.replace(".m.7.", ".m.u."); // 30 in base 36
    expect(code(runSession([...files, call({ pattern: "hit", limit: 7 }), call({ cursor })])[1])).toBe(
      "CURSOR_OUT_OF_RANGE",
    );
  });
});

describe("a cursor of a file list", () => {
  const outcomes = runSession([
    ...files,
    call({ pattern: "hit", mode: "files", limit: 1 }),
    proceed({}),
    proceed({ mode: "files" }, 2),
    proceed({ mode: "matches" }, 3),
    call({ cursor: list, path: "a.txt" }),
    call({ cursor: list, mode: "summary" }),
  ]);
  it("asks what it should show", () => expect(code(outcomes[1])).toBe("CURSOR_WRONG_KIND"));
  it("lists, shows lines, a selection, and the summary, in pages of the first request's size", () => {
    expect(outcomes.slice(2).map(({ details }) => details?.mode)).toEqual(["files", "matches", "matches", "summary"]);
    expect(outcomes.slice(3, 5).map(({ details }) => details?.returnedMatches)).toEqual([1, 1]);
  });
});

describe("what is kept", () => {
  it("lives ten minutes after its last use", () => {
    const at = (now: number, step: Step): Step => ({ ...step, now });
    const outcomes = runSession([
      ...files,
      at(1_000_000, call(broad)),
      at(1_600_000, call({ cursor: summary })),
      at(2_200_000, call({ cursor: summary })),
      at(2_800_001, call({ cursor: summary })),
      usage,
    ]);
    expect(outcomes.slice(0, 4).map(code)).toEqual([undefined, undefined, undefined, "CURSOR_EXPIRED"]);
    expect(usagesOf(outcomes)[0]?.snapshots).toBe(0);
  });
  it("is at most 20 snapshots, the least recently used goes first", () => {
    // Ids are hexadecimal counters: 1 … 21 stand at the calls' places.
    const idOf = (call: number): string =>
      Buffer.from(call.toString(16).padStart(32, "0"), "hex").toString("base64url");
    const outcomes = runSession([
      ...files,
      ...Array.from({ length: 20 }, () => call(broad)),
      call({ cursor: `${idOf(1)}.s.0.-` }),
      call(broad),
      usage,
      call({ cursor: `${idOf(1)}.s.0.-` }),
      call({ cursor: `${idOf(2)}.s.0.-` }),
      call({ cursor: `${idOf(3)}.s.0.-` }),
    ]);
    expect(usagesOf(outcomes)[0]?.snapshots).toBe(20);
    expect(outcomes.slice(-3).map(code)).toEqual([undefined, "CURSOR_EXPIRED", undefined]);
  });
  it("is at most 100,000 lines in all, 50,000 of one search", () => {
    const steps: Step[] = [{ write: { path: "big.txt", text: "hit\n", repeat: 60_000 } }];
    const outcomes = runSession([...steps, call(broad), call(broad), usage, call(broad), usage]);
    expect(outcomes[0]?.details).toMatchObject({
      totalMatches: 60_000,
      storedMatches: 50_000,
      snapshotComplete: false,
    });
    expect(usagesOf(outcomes).map(({ snapshots }) => snapshots)).toEqual([2, 2]);
  });
  it("pins what it found until a bound, then goes", () => {
    const body = "hit\n".padEnd(100_000, "x\n");
    const outcomes = runSession(
      [
        write("a.txt", body),
        call(broad),
        usage,
        write("a.txt", "other\n"),
        usage,
        write("b.txt", body),
        call(broad),
        { remove: "b.txt" },
        usage,
        call(broad),
        usage,
        call({ cursor: summary }),
        { command: { op: "clearSnapshots" } },
        usage,
      ],
      { snapshotMaxPinnedBytes: 150_000 },
    );
    const usages = usagesOf(outcomes);
    expect(usages[0]?.pinnedBytes).toBe(0);
    expect(usages[1]?.pinnedBytes).toBeGreaterThanOrEqual(100_000);
    // Bounds are enforced when a call begins.
    expect(usages[2]?.snapshots).toBe(2);
    expect(usages[3]).toMatchObject({ snapshots: 1 });
    expect(usages[3]?.pinnedBytes).toBeLessThanOrEqual(150_000);
    expect(usages[4]).toMatchObject({ snapshots: 0, pinnedBytes: 0 });
    expect(outcomes.map(code)).toContain("CURSOR_EXPIRED");
  });
  it("belongs to its owner", () => {
    const outcomes = runSession([
      ...files,
      call(broad, { owner: "first" }),
      call({ cursor: summary }, { owner: "second" }),
      call({ cursor: summary }),
      call({ cursor: summary, mode: "inspect", matchIndex: 1 }, { owner: "second" }),
      call({ cursor: summary }, { owner: "first" }),
      { command: { op: "clearSnapshots", owner: "second" } },
      call({ cursor: summary }, { owner: "first" }),
      { command: { op: "clearSnapshots", owner: "first" } },
      call({ cursor: summary }, { owner: "first" }),
    ]).filter((outcome) => "isError" in outcome);
    expect(outcomes.map(code)).toEqual([
      undefined,
      "CURSOR_EXPIRED",
      "CURSOR_EXPIRED",
      "CURSOR_EXPIRED",
      undefined,
      undefined,
      "CURSOR_EXPIRED",
    ]);
  });
});

describe("nothing is kept of", () => {
  const spare = (name: string, steps: Step[], limits?: Record<string, number>, expected?: string): void =>
    it(name, () => {
      const outcomes = runSession([...files, ...steps, usage], limits);
      expect(usagesOf(outcomes)[0]?.snapshots).toBe(0);
      if (expected) expect(outcomes.map(code)).toContain(expected);
    });
  spare("a result that was shown whole", [call({ pattern: "hit" })]);
  spare("a search that found nothing", [call({ pattern: "absent", mode: "summary" })]);
  spare("a nested call", [call(broad, { nested: true }), call({ pattern: "hit", limit: 2 }, { nested: true })]);
  spare("a value too large", [call(broad, { value: true })], { rawOutputMaxBytes: 100 }, "SEARCH_RAW_OUTPUT_OVERFLOW");
  spare(
    "a page too large",
    [call({ pattern: "hit", mode: "matches" })],
    { signalMaxResponseBytes: 300 },
    "RESULT_TOO_LARGE",
  );
  spare(
    "a file list too large",
    [call({ pattern: "hit", mode: "files" })],
    { signalMaxResponseBytes: 100 },
    "RESULT_TOO_LARGE",
  );
  spare("a pattern that is none", [call({ pattern: "(" })], undefined, "SEARCH_INVALID_PATTERN");
  spare("a path that is none", [call({ pattern: "hit", path: "nowhere" })], undefined, "PATH_NOT_FOUND");
  for (const advance of [[], [1], [700], [700, 1, 1], [100_000]]) {
    spare(`a call cancelled after ${advance.length} steps (${advance})`, [
      { begin: { tool: "signal_grep", args: broad } },
      ...advance.map((units): Step => ({ advance: units })),
      { cancel: true },
    ]);
  }
});

it("a nested call answers the same rows without a cursor, and every line as its value", () => {
  const [root, nested] = runSession([...files, call(broad), call(broad, { nested: true })]);
  expect(textOf(nested).split("\n\n")[1]).toBe(textOf(root).split("\n\n")[1]);
  expect(textOf(nested)).not.toContain("cursor");
  expect(nested?.details?.cursor).toBeUndefined();
  expect(nested?.meta).toBeUndefined();
  expect(nested?.value?.matches.length).toBe(30);
});
