// Inspection (signal.md §9): what changed since the search fails closed, pinned
// text is said to be so, and a batch stays within one response.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyEdit, edit, needle, stepsOf, tree } from "./arbitraries.ts";
import { expectWithinBounds } from "./checks.ts";
import { isExcerptOf, linesOf, search } from "./oracle.ts";
import {
  call,
  type Inspection,
  type Outcome,
  Probe,
  proceed,
  runSession,
  type Step,
  textOf,
  write,
} from "./session.ts";

const inspect = (more: Record<string, unknown>): Step => proceed({ mode: "inspect", ...more });
const text = Array.from({ length: 60 }, (_, n) => (n === 29 ? "the hit is here" : `line ${n + 1}`)).join("\n");
const start = [write("a.txt", text), call({ pattern: needle, mode: "summary" })];
const inspections = (outcome: Outcome | undefined): Inspection[] => outcome?.details?.inspections ?? [];
const statuses = (outcome: Outcome | undefined): string[] =>
  inspections(outcome).map(({ structure }) => structure.status);

/** Source rows of an inspection, by block. */
function rowsOf(outcome: Outcome): { line: number; text: string }[] {
  return textOf(outcome)
    .split("\n")
    .flatMap((line) => {
      const row = /^(\d+): (.*)$/su.exec(line);
      return row ? [{ line: Number(row[1]), text: row[2] ?? "" }] : [];
    });
}

describe("one target", () => {
  it("shows ten lines on either side and says what stands around", () => {
    const [, outcome] = runSession([...start, inspect({ matchIndex: 1 })]);
    const rows = Array.from({ length: 21 }, (_, n) => `${n + 20}: ${n === 10 ? "the hit is here" : `line ${n + 20}`}`);
    expect(textOf(outcome)).toBe(
      `a.txt:30\n${rows.join("\n")}\n[showing lines 20-40; omitted 19 before, 20 after]\n[structure: provider-unavailable]`,
    );
    expect(outcome?.details).toMatchObject({ mode: "inspect", status: "complete" });
  });
  it.each([
    ["first", 1, 1, 11],
    ["last", 60, 50, 60],
  ])("at the %s line", (_name, line, first, last) => {
    const [outcome] = runSession([write("a.txt", text), call({ mode: "inspect", path: "a.txt", line })]);
    expect(inspections(outcome)[0]?.source).toMatchObject({ startLine: first, endLine: last });
  });

  const stale: [string, Step[], string][] = [
    ["edited", [write("a.txt", `new\n${text}`)], "source-changed"],
    ["edited and put back", [write("a.txt", "new"), write("a.txt", text)], "source-changed"],
    ["removed", [{ remove: "a.txt" }], "source-unavailable"],
    ["renamed", [{ rename: { from: "a.txt", to: "b.txt" } }], "source-unavailable"],
    ["replaced by a folder", [{ remove: "a.txt" }, write("a.txt/b", "x")], "source-unavailable"],
    ["replaced by a binary", [{ write: { path: "a.txt", base64: "AAEC" } }], "source-changed"],
    ["cleared away", [{ clear: true }], "source-unavailable"],
  ];
  it.each(stale)("%s since the search fails closed; pinned serves what was searched", (_name, edits, status) => {
    const [, refused, pinned, batch] = runSession([
      ...start,
      ...edits,
      inspect({ matchIndex: 1 }),
      inspect({ matchIndex: 1, pinned: true }),
      inspect({ matchIndices: [1], pinned: false }),
    ]);
    for (const outcome of [refused, batch]) {
      expect(outcome?.isError).toBe(false);
      expect(outcome?.details).toMatchObject({ status: "partial", returnedMatches: 0 });
      expect(statuses(outcome)).toEqual([status]);
      expect(textOf(outcome)).toContain(status);
      expect(textOf(outcome)).not.toMatch(/line 2\d/);
      expect(inspections(outcome)[0]).not.toHaveProperty("source");
    }
    expect(textOf(pinned)).toContain("30: the hit is here");
    expect(textOf(pinned)).toContain("[searched revision ");
    expect(inspections(pinned)[0]?.source?.pinned).toBe(true);
    expect(pinned?.details?.status).toBe("complete");
  });
  it("untouched edits do not matter", () => {
    const [, outcome] = runSession([...start, write("b.txt", "x"), write("a.txt", text), inspect({ matchIndex: 1 })]);
    expect(outcome?.details?.status).toBe("complete");
  });

  const places: [string, Record<string, unknown>, string | undefined, string | undefined][] = [
    ["past the end", { path: "a.txt", line: 61 }, "INVALID_ARGS", undefined],
    ["in an empty file", { path: "empty", line: 1 }, "INVALID_ARGS", undefined],
    ["in .git", { path: ".git/config", line: 1 }, "PATH_IS_GIT", undefined],
    ["in a nested .git", { path: "x/.git/HEAD", line: 1 }, "PATH_IS_GIT", undefined],
    ["outside the root", { path: "../a.txt", line: 1 }, "PATH_INVALID", undefined],
    ["a folder", { path: "src", line: 1 }, "INVALID_ARGS", undefined],
    ["the root", { path: ".", line: 1 }, "INVALID_ARGS", undefined],
    ["missing", { path: "none.txt", line: 1 }, undefined, "source-unavailable"],
    ["binary", { path: "bin", line: 1 }, undefined, "source-unavailable"],
    ["too large", { path: "large.txt", line: 1 }, undefined, "file-too-large"],
    ["too large to be text", { path: "huge.txt", line: 1 }, undefined, "file-too-large"],
  ];
  const placed = runSession(
    [
      write("a.txt", text),
      write("empty", ""),
      write(".git/config", "x\n"),
      write("src/b.ts", "x\n"),
      { write: { path: "bin", base64: "AAEC" } },
      { write: { path: "large.txt", text: "line\n", repeat: 300 } },
      { write: { path: "huge.txt", text: "line\n", repeat: 3000 } },
      ...places.map(([, args]) => call({ mode: "inspect", ...args })),
      call({ mode: "inspect", targets: places.slice(0, 5).map(([, args]) => args) }),
      call({ mode: "inspect", targets: places.slice(5, 10).map(([, args]) => args) }),
    ],
    { inspectMaxFileBytes: 1000, maxFileBytes: 10_000 },
  );
  it.each(places.map(([name, , code, status], place) => ({ name, code, status, place })))(
    "$name",
    ({ code, status, place }) => {
      const outcome = placed[place];
      expect(outcome?.error?.code).toBe(code);
      if (status) expect(statuses(outcome)).toEqual([status]);
      // In a batch every error stays with its target.
      const inBatch = placed[place < 5 ? places.length : places.length + 1];
      if (place >= 10) return;
      expect(inBatch?.isError).toBe(false);
      const item = inspections(inBatch)[place % 5];
      expect(item?.status).toBe("error");
      if (code) expect(item?.error?.code).toBe(code);
      else expect(item?.structure.status).toBe(status);
    },
  );
});

describe("a batch", () => {
  let probe: Probe;
  beforeAll(() => {
    probe = new Probe();
  });
  afterAll(() => probe.end());

  it("shows each line once, whatever the targets share", () => {
    const [, outcome] = runSession([
      write("a.txt", text.replaceAll("line 3", "hit 3")),
      call({ pattern: needle, mode: "summary" }),
      inspect({ matchIndices: [1, 2, 3, 11, 11] }),
    ]);
    const lines = rowsOf(outcome as Outcome).map(({ line }) => line);
    expect(new Set(lines).size).toBe(lines.length);
    expect(
      textOf(outcome).startsWith(
        "Inspected 5 of 5 targets (complete); 16384-byte limit\n#1 a.txt:3 {#1}: returned; block 1;",
      ),
    ).toBe(true);
    expect(inspections(outcome).map(({ block }) => block)).toEqual([1, 1, 1, 1, 1]);
  });

  it("keeps pinned and current revisions of one path apart from other files", () => {
    const [, outcome] = runSession([
      write("a.txt", text),
      write("b.txt", text),
      call({ pattern: needle, mode: "summary" }),
      write("a.txt", "changed"),
      inspect({ matchIndices: [1, 2], pinned: false }),
    ]);
    expect(textOf(outcome)).toContain("Inspected 1 of 2 targets (PARTIAL)");
    expect(statuses(outcome)).toEqual(["source-changed", "provider-unavailable"]);
  });

  it("with paths as long as they may be stays within the response and hands out exact retries", () => {
    const folder = (letter: string): string => `${letter.repeat(250)}/`.repeat(16).slice(0, 4090);
    const targets = ["a", '"', "漢", "d", "\u0001"].map((letter) => {
      const path = folder(letter).slice(0, letter === "漢" ? 1300 : 4090);
      return { path: path.endsWith("/") ? `${path}x` : path, line: 30 };
    });
    const wide = Array.from({ length: 60 }, () => "漢".repeat(480)).join("\n");
    const outcomes = runSession([
      ...targets.map(({ path }) => write(path, wide)),
      call({ mode: "inspect", targets }),
      call({ mode: "inspect", targets: targets.map(({ path }) => ({ path: `${path}y`, line: 1 })) }),
      call({ mode: "inspect", targets: targets.map(({ path }) => ({ path: `../${path.repeat(10)}`, line: 1 })) }),
      call({ mode: "inspect", path: `${targets[0]?.path}y`, line: 1 }),
      call({ mode: "inspect", path: targets[1]?.path, line: 30 }),
    ]);
    for (const outcome of outcomes) expectWithinBounds(outcome);
    const [batch] = outcomes;
    const deferred = inspections(batch).filter(({ status }) => status === "deferred");
    expect(inspections(batch).every(({ status }) => status !== "error")).toBe(true);
    const retried = runSession([
      ...targets.map(({ path }) => write(path, wide)),
      ...deferred.map(({ retry }) => call(retry)),
    ]);
    for (const [place, outcome] of retried.entries()) {
      expect(inspections(outcome)[0]).toMatchObject({ status: "returned", path: deferred[place]?.path, line: 30 });
    }
  });

  it("defers what does not fit, with the exact request that returns it", () => {
    const wide = Array.from({ length: 60 }, (_, n) => `${n === 29 ? "hit" : ""}${"漢".repeat(470)}`).join("\n");
    const steps = [
      ...["a", "b", "c", "d", "e"].map((name) => write(`${name}.txt`, wide)),
      call({ pattern: needle, mode: "summary" }),
    ];
    const limits = { signalMaxResponseBytes: 6000 };
    const [, batch] = runSession([...steps, inspect({ matchIndices: [5, 4, 3, 2, 1] })], limits);
    expect(Buffer.byteLength(textOf(batch))).toBeLessThanOrEqual(6000);
    const deferred = inspections(batch).filter(({ status }) => status === "deferred");
    expect(deferred.length).toBeGreaterThan(0);
    expect(batch?.details).toMatchObject({ status: "partial", nextRequest: deferred[0]?.retry });
    const retries = textOf(batch)
      .split("\n")
      .filter((line) => line.startsWith("retry #"));
    expect(retries.map((line) => JSON.parse(line.slice(line.indexOf("{"))) as unknown)).toEqual(
      deferred.map(({ retry }) => retry),
    );
    const [, ...retried] = runSession([...steps, ...deferred.map(({ retry }) => call(retry))], limits);
    expect(retried.map((outcome) => inspections(outcome)[0]?.matchIndex)).toEqual(
      deferred.map(({ matchIndex }) => matchIndex),
    );
    for (const outcome of retried) expect(outcome.details?.status).toBe("complete");
  });

  it("as a property: within the response, no line twice, right text, complete only when all returned", async () => {
    await fc.assert(
      fc.asyncProperty(
        tree,
        fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 }),
        fc.array(edit, { maxLength: 2 }),
        fc.boolean(),
        async (files, wanted, edits, pinned) => {
          const found = search(new Map(Object.entries(files)), needle);
          if (found.length === 0) return;
          const now = new Map(Object.entries(files));
          const touched = new Set<string>();
          const steps = [...stepsOf(files), call({ pattern: needle, mode: "summary" })];
          for (const one of edits) {
            const before = now.get(one.path);
            const step = applyEdit(now, one);
            if (step && now.get(one.path) !== before) touched.add(one.path);
            if (step) steps.push(step);
          }
          steps.push(inspect({ matchIndices: wanted, pinned }));
          const outcome = (await probe.run(steps))[1];
          if (!outcome) throw new Error("no outcome");
          expectWithinBounds(outcome);
          const items = inspections(outcome);
          expect(items.map(({ matchIndex }) => matchIndex)).toEqual(wanted);
          const all = items.every(({ status }) => status === "returned");
          expect(outcome.details?.status).toBe(all ? "complete" : "partial");
          expect(textOf(outcome).includes("(complete)")).toBe(all);
          for (const { matchIndex = 0, status, structure, path, line, source } of items) {
            const match = found[matchIndex - 1];
            if (!match) {
              expect(status).toBe("error");
              continue;
            }
            expect({ path, line }).toEqual({ path: match.path, line: match.line });
            const gone = !now.has(path);
            if (touched.has(path) && !pinned) {
              expect(structure.status).toBe(gone ? "source-unavailable" : "source-changed");
              expect(status).toBe("error");
            } else if (status === "returned") {
              expect(source?.startLine).toBeLessThanOrEqual(line);
              expect(source?.endLine).toBeGreaterThanOrEqual(line);
            }
          }
          for (const block of textOf(outcome)
            .split(/\n\n(?=\[block \d+\] )/)
            .slice(1)) {
            const [head = "", ...rows] = block.split("\n");
            const path = head.replace(/^\[block \d+\] /, "");
            const lines = linesOf(files[path] ?? "");
            const numbers = rows.map((row) => Number(row.slice(0, row.indexOf(":"))));
            expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b));
            for (const [place, row] of rows.entries()) {
              const line = numbers[place] ?? 0;
              const shown = row.slice(row.indexOf(":") + 2);
              const match = found.find(
                (one, index) => one.path === path && one.line === line && wanted.includes(index + 1),
              );
              expect(isExcerptOf(shown, lines[line - 1] ?? "", match?.columns[0]), `${path}:${line}: ${shown}`).toBe(
                true,
              );
            }
          }
        },
      ),
      { numRuns: Number(process.env.SONDE_SIGNAL_RUNS ?? 120), endOnFailure: process.env.SONDE_MUTANT !== undefined },
    );
  }, 180_000);
});
