// The invariants of signal.md §6 as checks of one paged result.
import { expect } from "vitest";
import { contextOf, isExcerptOf, linesOf, type OracleLine } from "./oracle.ts";
import { parseDetailPage } from "./page.ts";
import { type Outcome, textOf } from "./session.ts";

export const maxResponseBytes = 16_384;

export function expectWithinBounds(outcome: Outcome): void {
  expect(Buffer.byteLength(textOf(outcome))).toBeLessThanOrEqual(maxResponseBytes);
}

export type Searched = {
  files: ReadonlyMap<string, string>;
  found: OracleLine[];
  context: number;
  /** Indices that the pages should show, in order. */
  wanted: number[];
  /** Per page: the paths whose file is no longer the one that was searched. */
  stale: ReadonlySet<string>[];
};

/** Checks detail pages that together show `wanted`: each once, in order, with right text, columns and context. */
export function expectPages(pages: Outcome[], { files, found, context, wanted, stale }: Searched): void {
  const owner = contextOf(files, found, context);
  const shown: number[] = [];
  const contextShown = new Set<string>();
  for (const [number, outcome] of pages.entries()) {
    expectWithinBounds(outcome);
    expect(outcome.isError, textOf(outcome)).toBe(false);
    const page = parseDetailPage(textOf(outcome));
    const details = outcome.details;
    expect(details?.totalMatches).toBe(found.length);
    expect(details?.revision).toBe(pages[0]?.details?.revision);
    expect(details?.returnedMatches).toBe(page.rows.length);
    expect(page.rows.length).toBeGreaterThan(0);
    const onPage = new Set(page.rows.map(({ index }) => index));
    for (const row of page.rows) {
      const match = found[row.index - 1];
      expect({ path: row.path, line: row.line }).toEqual({ path: match?.path, line: match?.line });
      const columns = match?.columns ?? [];
      expect(row.columns).toEqual(columns.slice(0, 20).map(([a, b]) => `${a}-${b}`));
      expect(row.more).toBe(Math.max(0, columns.length - 20));
      expect(isExcerptOf(row.text, match?.text ?? "", columns[0]), `excerpt of #${row.index}: ${row.text}`).toBe(true);
      shown.push(row.index);
    }
    for (const row of page.context) {
      const key = `${row.path}:${row.line}`;
      expect(contextShown.has(key), `${key} is shown twice`).toBe(false);
      contextShown.add(key);
      expect(stale[number]?.has(row.path) ?? false, `${row.path} has changed`).toBe(false);
      expect(onPage.has(owner.get(key) ?? 0), `${key} belongs to match ${owner.get(key)}`).toBe(true);
      const text = linesOf(files.get(row.path) ?? "")[row.line - 1] ?? "";
      expect(isExcerptOf(row.text, text, undefined), `context ${key}: ${row.text}`).toBe(true);
    }
    // What belongs to the matches of this page is there, unless the page says otherwise.
    if (details?.contextLinesOmitted === undefined) {
      for (const [key, index] of owner) {
        const path = key.slice(0, key.lastIndexOf(":"));
        if (onPage.has(index) && !stale[number]?.has(path)) {
          expect(contextShown.has(key), `context ${key} is missing`).toBe(true);
        }
      }
    }
    const changed = [
      ...((details?.contextChangedFiles as string[]) ?? []),
      ...((details?.contextOmittedFiles as string[]) ?? []),
    ];
    const staleShown =
      context > 0 ? [...new Set(page.rows.map(({ path }) => path))].filter((path) => stale[number]?.has(path)) : [];
    expect(new Set(changed)).toEqual(new Set(staleShown));
    expect(details?.status).toBe(staleShown.length > 0 ? "partial" : "complete");
    expectOrder(page.order);
    const last = number === pages.length - 1;
    expect(details?.cursor === undefined, "a cursor on every page but the last").toBe(last);
  }
  expect(shown).toEqual(wanted);
}

/** Lines ascend within a file, each once. */
function expectOrder(order: string[]): void {
  let before = { path: "", line: 0 };
  for (const key of order) {
    const at = key.lastIndexOf(":");
    const next = { path: key.slice(0, at), line: Number(key.slice(at + 1)) };
    if (next.path === before.path) expect(next.line).toBeGreaterThan(before.line);
    before = next;
  }
}
