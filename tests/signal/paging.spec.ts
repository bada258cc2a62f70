// signal.md §6 as properties: tree, edits between pages, page size, selection
// and context are drawn; what must come out is told by oracle.ts.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { applyEdit, type Edit, edit, filePath, needle, stepsOf, tree } from "./arbitraries.ts";
import { expectPages, expectWithinBounds } from "./checks.ts";
import { type OracleLine, ranked, search } from "./oracle.ts";
import { parseDetailPage, parseSummaryPage } from "./page.ts";
import { call, type Outcome, Probe, proceed, type Step, textOf, usage, usagesOf } from "./session.ts";

const runs = {
  numRuns: Number(process.env.SONDE_SIGNAL_RUNS ?? 120),
  endOnFailure: process.env.SONDE_MUTANT !== undefined,
};
const timeout = 180_000;
let probe: Probe;
beforeAll(() => {
  probe = new Probe();
});
afterAll(() => probe.end());

/** Files over time: which paths are no longer what was searched. */
class Workspace {
  readonly searched: ReadonlyMap<string, string>;
  readonly #files: Map<string, string>;
  readonly #touched = new Set<string>();

  constructor(files: Record<string, string>) {
    this.searched = new Map(Object.entries(files));
    this.#files = new Map(this.searched);
  }

  apply(one: Edit): Step[] {
    const before = this.#files.get(one.path);
    const step = applyEdit(this.#files, one);
    if (!step) return [];
    // Equal bytes leave a file as it is.
    if (this.#files.get(one.path) !== before) this.#touched.add(one.path);
    return [step];
  }

  stale(): Set<string> {
    return new Set(this.#touched);
  }
}

/** The calls that had a cursor, up to the one that ended the list. */
function pagesOf(outcomes: (Outcome | null)[]): Outcome[] {
  const pages: Outcome[] = [];
  for (const outcome of outcomes) {
    if (outcome === null) break;
    pages.push(outcome);
  }
  return pages;
}

const indices = (found: OracleLine[]): number[] => found.map((_, place) => place + 1);

function expectNoSearch(outcomes: (Outcome | null)[]): void {
  const [before, after] = usagesOf(outcomes);
  expect(before?.searches).toBeGreaterThan(0);
  expect(after?.searches, "paging searches again").toBe(before?.searches);
}

describe("pages of matching lines", () => {
  it(
    "show every match once, in order, of one revision, with their own context",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          tree,
          fc.integer({ min: 1, max: 12 }),
          fc.integer({ min: 0, max: 6 }),
          fc.array(fc.array(edit, { maxLength: 2 }), { maxLength: 12 }),
          async (files, limit, context, edits) => {
            const workspace = new Workspace(files);
            const found = search(workspace.searched, needle);
            if (found.length === 0) return;
            const steps = [...stepsOf(files), call({ pattern: needle, mode: "matches", limit, context }), usage];
            const stale = [workspace.stale()];
            for (let page = 0; page <= found.length; ++page) {
              for (const one of edits[page] ?? []) steps.push(...workspace.apply(one));
              stale.push(workspace.stale());
              steps.push(proceed({}, page === 0 ? 2 : 1));
            }
            steps.push(usage);
            const outcomes = await probe.run(steps);
            expectNoSearch(outcomes);
            const pages = pagesOf([outcomes[0] ?? null, ...outcomes.slice(2, -1)]);
            expectPages(pages, { files: workspace.searched, found, context, wanted: indices(found), stale });
            for (const page of pages.slice(0, -1)) {
              const rows = page.details?.returnedMatches ?? 0;
              expect(rows).toBeLessThanOrEqual(limit);
            }
          },
        ),
        runs,
      );
    },
    timeout,
  );

  it(
    "of a selection show its matches once, whatever else is asked in between",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          tree,
          fc.uniqueArray(filePath, { minLength: 1, maxLength: 4 }),
          fc.integer({ min: 1, max: 5 }),
          fc.integer({ min: 0, max: 3 }),
          fc.array(edit, { maxLength: 3 }),
          async (files, paths, limit, context, edits) => {
            const workspace = new Workspace(files);
            const found = search(workspace.searched, needle);
            if (found.length === 0) return;
            const wanted = indices(found).filter((index) => paths.some((path) => path === found[index - 1]?.path));
            const steps = [...stepsOf(files), call({ pattern: needle, mode: "summary", limit, context }), usage];
            for (const one of edits) steps.push(...workspace.apply(one));
            steps.push(proceed({ paths }, 2));
            for (let page = 0; page <= wanted.length; ++page) steps.push(proceed({ paths: paths.toReversed() }));
            steps.push(usage);
            const outcomes = await probe.run(steps);
            expectNoSearch(outcomes);
            if (wanted.length === 0) {
              expect(outcomes[2]?.error?.code).toBe("CURSOR_OUT_OF_RANGE");
              return;
            }
            const pages = pagesOf(outcomes.slice(2, -1));
            const stale = pages.map(() => workspace.stale());
            expectPages(pages, { files: workspace.searched, found, context, wanted, stale });
            const missing = paths.filter((path) => !found.some((match) => match.path === path)).sort();
            for (const page of pages) {
              expect(page.details?.selectionMissingPaths ?? []).toEqual(missing);
              expect(page.details?.selectedPaths).toEqual([...paths].sort());
              const note = `[${missing.length} selected path(s) have no retained match]`;
              expect(textOf(page).includes(note)).toBe(missing.length > 0);
            }
          },
        ),
        runs,
      );
    },
    timeout,
  );
});

describe("overviews", () => {
  const names = fc.uniqueArray(
    fc.tuple(fc.constantFrom("a", "b", "src/x", "src-y", "src.z", "漢", "🟢"), fc.integer({ min: 0, max: 99 })),
    { minLength: 1, maxLength: 80, selector: ([stem, number]) => `${stem}${number}` },
  );
  const tree = names.chain((all) =>
    fc
      .array(fc.integer({ min: 1, max: 9 }), { minLength: all.length, maxLength: all.length })
      .map((counts) =>
        Object.fromEntries(
          all.map(([stem, number], place) => [`${stem}${number}`, `no\n${"漢 hit 🟢\n".repeat(counts[place] ?? 1)}`]),
        ),
      ),
  );
  it.each(["summary", "files"] as const)(
    "of mode %s show every file once, most hits first",
    async (mode) => {
      await fc.assert(
        fc.asyncProperty(
          tree,
          fc.array(edit, { maxLength: 3 }),
          fc.integer({ min: 1, max: 40 }),
          async (files, edits, limit) => {
            const workspace = new Workspace(files);
            const found = search(workspace.searched, needle);
            const steps = [
              ...stepsOf(files),
              call({ pattern: needle, mode, ...(mode === "files" && { limit }) }),
              usage,
            ];
            for (const one of edits) steps.push(...workspace.apply(one));
            for (let page = 0; page < 82; ++page) steps.push(proceed({ mode }, page === 0 ? 2 : 1));
            steps.push(usage);
            const outcomes = await probe.run(steps);
            expectNoSearch(outcomes);
            const all = [outcomes[0] ?? null, ...outcomes.slice(2, -1)];
            const rows = [];
            for (const outcome of all) {
              if (!outcome) break;
              expectWithinBounds(outcome);
              const page = parseSummaryPage(textOf(outcome));
              expect(page.head).toBe(`${found.length} matches in ${Object.keys(files).length} files (complete)`);
              expect(page.rows.length).toBeLessThanOrEqual(mode === "summary" ? 30 : limit);
              rows.push(...page.rows);
              if (outcome.details?.summaryFilesOmitted === 0) break;
            }
            const expected = ranked(found).map(({ path, count, first, index }) => ({
              path,
              count,
              ...(mode === "summary" && { sample: { line: first.line, text: first.text, index } }),
            }));
            expect(rows).toEqual(expected);
          },
        ),
        { ...runs, numRuns: Math.ceil(runs.numRuns / 3) },
      );
    },
    timeout,
  );
});

describe("following nextRequest alone", () => {
  it(
    "shows every match once, file by file, and ends",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          tree,
          fc.constantFrom("auto", "summary"),
          fc.option(fc.integer({ min: 1, max: 9 })),
          async (files, mode, limit) => {
            const found = search(new Map(Object.entries(files)), needle);
            if (found.length === 0) return;
            const first = call({ pattern: needle, mode, context: 0, ...(limit !== null && { limit }) });
            const follow = Array.from({ length: found.length + 2 }, (): Step => ({ follow: true }));
            const outcomes = await probe.run([...stepsOf(files), first, ...follow]);
            expect(outcomes.at(-1)).toBeNull();
            const shown = pagesOf(outcomes)
              .filter(({ details }) => details?.mode === "matches")
              .flatMap((page) => parseDetailPage(textOf(page)).rows.map(({ index }) => index));
            expect(shown.toSorted((a, b) => a - b)).toEqual(indices(found));
          },
        ),
        runs,
      );
    },
    timeout,
  );
});

describe("auto", () => {
  it(
    "shows a result whole or as a summary, within the target that the host's context leaves",
    async () => {
      await fc.assert(
        fc.asyncProperty(
          tree,
          fc.oneof(fc.integer({ min: 0, max: 1000 }), fc.constantFrom(600, 880, 881, 601, 599)),
          async (files, used) => {
            const found = search(new Map(Object.entries(files)), needle);
            const percentUsed = used / 10;
            const steps = [...stepsOf(files), call({ pattern: needle }, { contextUsage: { percentUsed } })];
            const outcome = (await probe.run(steps))[0];
            if (!outcome || found.length === 0) return;
            expectWithinBounds(outcome);
            const left = (1000 - used) / 10;
            const target = left > 40 ? 2000 : left >= 12 ? 1000 : 500;
            const tier = { 2000: "full", 1000: "tight", 500: "critical" }[target];
            const { details } = outcome;
            expect(details).toMatchObject({
              budgetTier: tier,
              contextRemainderPercent: left,
              resultTokenBudget: target,
            });
            const text = textOf(outcome);
            expect(text.length / 4).toBeLessThanOrEqual(target);
            const note = `[budget ${tier}: ${left}% context left, target ${target} tokens]`;
            expect(text.endsWith(note)).toBe(tier !== "full");
            if (details?.mode === "summary") return;
            const context = (details?.autoContext as number | undefined) ?? 0;
            const whole = { files: new Map(Object.entries(files)), found, context, wanted: indices(found), stale: [] };
            expect(details?.autoContext !== undefined).toBe(found.length <= 3);
            expectPages([outcome], whole);
          },
        ),
        runs,
      );
    },
    timeout,
  );
});
