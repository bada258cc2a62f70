"use client";
import { VList } from "virtua";
import { type GroupActions, GroupHeading, MoreRows } from "./FileGroup.tsx";
import { LineRow } from "./LineRow.tsx";
import { PathRow } from "./PathRow.tsx";
import type { SearchGroup } from "./search-model.ts";
import type { SearchCardModel } from "./use-search-card.ts";

export type WindowedListProps = { model: SearchCardModel; actions: GroupActions; id: string };

/**
 * Only the rows in sight are in the page; each says its position and the size
 * of the whole. The browser's find reaches the rows in sight only, the card's
 * own filter reaches all.
 */
export function WindowedList({ model, actions }: WindowedListProps) {
  const { paths, groups, isFilesOnly, view } = model;
  const layout = layoutOf(groups, isFilesOnly);
  const size = view.shape === "paths" ? paths.length : layout.size;
  return (
    <VList
      className="sonde-window"
      style={{ height: "min(70vh, 640px)" }}
      role="list"
      data={{ length: size }}
      itemSize={24}
    >
      {(_, position) => (
        // biome-ignore lint/a11y/useSemanticElements: the library puts a div of its own between list and item
        <div key={position} role="listitem" aria-setsize={size} aria-posinset={position + 1}>
          {view.shape === "paths" ? pathAt(position) : rowAt(position)}
        </div>
      )}
    </VList>
  );

  function pathAt(position: number) {
    const path = paths[position];
    return path && <PathRow path={path} copy={actions.copy} />;
  }

  function rowAt(position: number) {
    const slot = layout.groupAt(position);
    const group = groups[slot];
    if (group === undefined) return null;
    const isOpen = group.isOpen && !isFilesOnly;
    const offset = position - (layout.starts[slot] ?? 0) - 1;
    if (offset < 0) return <GroupHeading group={group} isOpen={isOpen} controls={undefined} actions={actions} />;
    const row = group.rows[offset];
    if (offset >= group.shownRows || row === undefined) {
      const showRest = () => actions.showWhole(group.index);
      return <MoreRows count={group.rows.length - group.shownRows} place={`${group.index}.more`} onClick={showRest} />;
    }
    return (
      <LineRow as="div" match={row.match} path={group.path} place={`${group.index}.${row.index}`} actions={actions} />
    );
  }
}

/** Where each group's heading stands in the flat list. Built in the number of groups, not of rows. */
function layoutOf(groups: readonly SearchGroup[], isFilesOnly: boolean) {
  const starts: number[] = [];
  let size = 0;
  for (const group of groups) {
    starts.push(size);
    const shown = group.isOpen && !isFilesOnly ? Math.min(group.shownRows, group.rows.length) : 0;
    const hasMore = shown > 0 && shown < group.rows.length;
    size += 1 + shown + (hasMore ? 1 : 0);
  }
  const groupAt = (position: number) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((starts[middle] ?? 0) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  };
  return { starts, size, groupAt };
}
