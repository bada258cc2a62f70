import { useCallback, useDeferredValue, useMemo, useState } from "react";
import type { SearchView } from "../../presentation/types.ts";
import {
  countsOf,
  type Folding,
  filesOf,
  groupsOf,
  pathsOf,
  type SearchCounts,
  type SearchGroup,
  type SearchPath,
  windowedRows,
} from "./search-model.ts";

export type SearchCardModel = {
  view: SearchView;
  counts: SearchCounts;
  /** Of shape "matches". */
  groups: readonly SearchGroup[];
  /** Of shape "paths". */
  paths: readonly SearchPath[];
  filter: string;
  setFilter: (filter: string) => void;
  isFilesOnly: boolean;
  setFilesOnly: (isFilesOnly: boolean) => void;
  /** True when every group is folded. */
  isAllClosed: boolean;
  setAllOpen: (isOpen: boolean) => void;
  setGroupOpen: (index: number, isOpen: boolean) => void;
  showWhole: (index: number) => void;
  /** The result is of an older file tree than the host's current one. */
  isStale: boolean;
  /** There are too many rows to put them all in the page. */
  isWindowed: boolean;
};

const noGroups: Folding = { all: undefined, groups: new Map() };

/** The search card without its markup. `view` should keep its identity while it does not change. */
export function useSearchCard(view: SearchView, options: { currentRevision?: number } = {}): SearchCardModel {
  const [filter, setFilter] = useState("");
  const [isFilesOnly, setFilesOnly] = useState(false);
  const [folding, setFolding] = useState(noGroups);
  const [folded, setFolded] = useState(view);
  // Another result: what was folded in the last one means nothing here.
  if (folded !== view && !hasSameFiles(folded, view)) {
    setFolded(view);
    setFolding(noGroups);
  }
  const applied = useDeferredValue(filter);
  const files = useMemo(() => filesOf(view, applied), [view, applied]);
  const groups = useMemo(() => groupsOf(files, applied, folding), [files, applied, folding]);
  const paths = useMemo(() => pathsOf(view, applied), [view, applied]);
  const setAllOpen = useCallback((isOpen: boolean) => {
    setFolding({ all: isOpen ? "open" : "closed", groups: new Map() });
  }, []);
  const setGroup = useCallback((index: number, state: "open" | "closed" | "whole") => {
    setFolding(({ all, groups: states }) => ({ all, groups: new Map(states).set(index, state) }));
  }, []);
  const setGroupOpen = useCallback(
    (index: number, isOpen: boolean) => setGroup(index, isOpen ? "open" : "closed"),
    [setGroup],
  );
  const showWhole = useCallback((index: number) => setGroup(index, "whole"), [setGroup]);
  const passing = paths.length + groups.reduce((sum, group) => sum + group.rows.length, 0);
  const counts = useMemo(() => countsOf(view, passing), [view, passing]);
  return {
    view,
    counts,
    groups,
    paths,
    filter,
    setFilter,
    isFilesOnly,
    setFilesOnly,
    isAllClosed: groups.length > 0 && groups.every((group) => !group.isOpen),
    setAllOpen,
    setGroupOpen,
    showWhole,
    isStale: (view.revision ?? Number.POSITIVE_INFINITY) < (options.currentRevision ?? Number.NEGATIVE_INFINITY),
    isWindowed: counts.listed > windowedRows,
  };
}

/** A host may rebuild an equal view at every render. */
function hasSameFiles(a: SearchView, b: SearchView): boolean {
  if (a.shape === "paths" || b.shape === "paths") return a.shape === b.shape;
  return a.files.length === b.files.length && a.files.every((file, index) => file.path === b.files[index]?.path);
}
