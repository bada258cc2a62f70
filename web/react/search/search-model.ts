// What a search card shows, as plain data: no React, no markup.
import { listedCount } from "../../presentation/format-search.ts";
import type { SearchFileMatches, SearchLineMatch, SearchView } from "../../presentation/types.ts";

/** Files with more lines than this start with the first few. */
export const wholeFileLines = 10;
export const firstLines = 5;
/** Above this many rows only those in sight are in the page. */
export const windowedRows = 5000;

/** A listed line with its place in the view's own arrays. */
export type SearchRow = { match: SearchLineMatch; index: number };

export type SearchGroup = {
  /** Index of the file in the view. */
  index: number;
  path: string;
  folder: string;
  name: string;
  /** What passes the filter. */
  rows: readonly SearchRow[];
  isOpen: boolean;
  /** How many of `rows` are shown while the group is open. */
  shownRows: number;
  /** The list was cut, and this file is its last: lines of it may be missing. */
  mayBePartial: boolean;
};

export type SearchPath = { index: number; path: string; folder: string; name: string };

export type SearchCounts = {
  /** Entries in the view. */
  listed: number;
  /** Entries found, as the result reports it. */
  total: number;
  files: number;
  /** Entries that pass the filter. */
  passing: number;
  /** Entries found and not listed. */
  missing: number;
  /** The result says it was cut, but its counts do not show it. */
  cutWithoutCount: boolean;
  /** More is listed than was reported: the counts can't be trusted. */
  isOverfull: boolean;
};

/** Which groups the reader has opened, closed or asked to see whole. */
export type Folding = {
  all: "open" | "closed" | undefined;
  groups: ReadonlyMap<number, "open" | "closed" | "whole">;
};

export function countsOf(view: SearchView, passing: number): SearchCounts {
  const listed = listedCount(view);
  return {
    listed,
    total: view.total,
    files: view.shape === "matches" ? view.files.length : view.paths.length,
    passing,
    missing: Math.max(0, view.total - listed),
    cutWithoutCount: view.truncated && view.total <= listed,
    isOverfull: listed > view.total,
  };
}

/** A file that passes the filter, before anything is folded. */
export type ListedFile = Omit<SearchGroup, "isOpen" | "shownRows">;

/** Case-insensitive containment; the reader's text is never a pattern. */
export function filesOf(view: SearchView, filter: string): ListedFile[] {
  if (view.shape === "paths") return [];
  const needle = filter.toLowerCase();
  const listed: ListedFile[] = [];
  view.files.forEach((file, index) => {
    const rows = rowsOf(file, needle);
    if (needle !== "" && rows.length === 0 && !contains(file.path, needle)) return;
    const mayBePartial = view.truncated && index === view.files.length - 1;
    listed.push({ index, ...splitPath(file.path), rows, mayBePartial });
  });
  return listed;
}

/** In the number of files, not of rows: each fold of a large card passes here. */
export function groupsOf(files: readonly ListedFile[], filter: string, folding: Folding): SearchGroup[] {
  return files.map((file) => ({ ...file, ...fold(file.index, file.rows.length, filter, folding) }));
}

export function pathsOf(view: SearchView, filter: string): SearchPath[] {
  if (view.shape === "matches") return [];
  const needle = filter.toLowerCase();
  return view.paths.flatMap((path, index) => (contains(path, needle) ? [{ index, ...splitPath(path) }] : []));
}

function rowsOf(file: SearchFileMatches, needle: string): SearchRow[] {
  const isWhole = contains(file.path, needle);
  return file.matches.flatMap((match, index) => (isWhole || contains(match.line, needle) ? [{ match, index }] : []));
}

function fold(index: number, count: number, needle: string, { all, groups }: Folding) {
  const own = groups.get(index);
  const isOpen = own === undefined ? all !== "closed" : own !== "closed";
  const isWhole = count <= wholeFileLines || needle !== "" || own === "whole" || (all === "open" && own !== "closed");
  return { isOpen, shownRows: isWhole ? count : firstLines };
}

function contains(text: string, needle: string): boolean {
  return needle === "" || text.toLowerCase().includes(needle);
}

export function splitPath(path: string): { path: string; folder: string; name: string } {
  const cut = path.lastIndexOf("/") + 1;
  return { path, folder: path.slice(0, cut), name: path.slice(cut) };
}

/** Absolute, drive, UNC, `~` and URL-like paths, and paths that climb: they may lead out of the workspace. */
export function leavesWorkspace(path: string): boolean {
  return /^[/\\~]|^[a-z][a-z\d+.-]*:/i.test(path.trimStart()) || path.split(/[/\\]/).includes("..");
}
