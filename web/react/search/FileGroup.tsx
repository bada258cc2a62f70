"use client";
import { memo, type ReactNode, useCallback } from "react";
import { useCardSettings, useTranslate } from "../CardProvider.tsx";
import { Foldable } from "../frame/Foldable.tsx";
import { ChevronIcon } from "../frame/icons.tsx";
import { searchMessages } from "../i18n/search.ts";
import { CopyButton, type LineActions, LineRow } from "./LineRow.tsx";
import { PathText } from "./PathText.tsx";
import { firstLines, type SearchGroup, wholeFileLines } from "./search-model.ts";

export type GroupActions = LineActions & {
  setGroupOpen: (index: number, isOpen: boolean) => void;
  showWhole: (index: number) => void;
  copyFile: (index: number) => void;
};

type FileGroupProps = { group: SearchGroup; id: string; isFilesOnly: boolean; actions: GroupActions };

/** A file's heading and lines. Folded lines stay in the page for the browser's find. */
export const FileGroup = memo(
  function FileGroup({ group, id, isFilesOnly, actions }: FileGroupProps) {
    const { index, rows, shownRows } = group;
    const isOpen = group.isOpen && !isFilesOnly;
    const unfold = useCallback(() => actions.setGroupOpen(index, true), [actions, index]);
    const unfoldRest = useCallback(() => actions.showWhole(index), [actions, index]);
    const line = ({ match, index: row }: (typeof rows)[number]) => (
      <LineRow key={row} match={match} path={group.path} place={`${index}.${row}`} actions={actions} />
    );
    // The cut stays where it is while the rest is folded or not: a row that the browser's find has met must not move.
    const cut = rows.length > wholeFileLines ? firstLines : rows.length;
    const isWhole = shownRows >= rows.length;
    return (
      <li className="sonde-group">
        <GroupHeading group={group} isOpen={isOpen} controls={id} actions={actions} />
        {rows.length > 0 && (
          <Foldable id={id} isOpen={isOpen} onFound={unfold}>
            <ol className="sonde-rows">{rows.slice(0, cut).map(line)}</ol>
            {cut < rows.length && (
              <>
                {!isWhole && (
                  <MoreRows
                    count={rows.length - cut}
                    place={`${index}.more`}
                    controls={`${id}r`}
                    onClick={unfoldRest}
                  />
                )}
                <Foldable id={`${id}r`} isOpen={isWhole} onFound={unfoldRest}>
                  <ol className="sonde-rows">{rows.slice(cut).map(line)}</ol>
                </Foldable>
              </>
            )}
          </Foldable>
        )}
      </li>
    );
  },
  // A new group object with the same content must not render a file's rows again.
  (before, after) =>
    before.isFilesOnly === after.isFilesOnly &&
    before.actions === after.actions &&
    before.id === after.id &&
    before.group.isOpen === after.group.isOpen &&
    before.group.shownRows === after.group.shownRows &&
    before.group.mayBePartial === after.group.mayBePartial &&
    before.group.path === after.group.path &&
    hasSameRows(before.group, after.group),
);

function hasSameRows({ rows: a }: SearchGroup, { rows: b }: SearchGroup): boolean {
  if (a === b) return true;
  return a.length === b.length && a.every(({ match }, index) => match === b[index]?.match);
}

type GroupHeadingProps = { group: SearchGroup; isOpen: boolean; controls: string | undefined; actions: GroupActions };

/** Without `controls`, or without lines, the heading folds nothing and is no button. */
export function GroupHeading({ group, isOpen, controls, actions }: GroupHeadingProps) {
  const t = useTranslate(searchMessages);
  const { onOpen } = useCardSettings();
  const { index, rows } = group;
  const label: ReactNode = (
    <>
      {rows.length > 0 && <ChevronIcon />}
      <PathText folder={group.folder} name={group.name} />
      <span className="sonde-count">{rows.length > 0 ? t("matches", { count: rows.length }) : t("noLine")}</span>
      {group.mayBePartial && (
        <span className="sonde-badge sonde-warning" title={t("lastPartialNote")}>
          {t("lastPartial")}
        </span>
      )}
    </>
  );
  return (
    <div className="sonde-group-heading" data-actions={onOpen ? "open" : undefined}>
      {rows.length > 0 ? (
        <button
          type="button"
          className="sonde-group-button"
          data-sonde-item={String(index)}
          aria-expanded={isOpen}
          aria-controls={controls}
          onClick={() => actions.setGroupOpen(index, !isOpen)}
        >
          {label}
        </button>
      ) : (
        <span className="sonde-group-button">{label}</span>
      )}
      <CopyButton label={`${t("copyPath")}: ${group.name}`} onCopy={() => actions.copy(group.path)} />
      {rows.length > 0 && (
        <button
          type="button"
          className="sonde-link-button"
          aria-label={`${t("copyFile")}: ${group.name}`}
          onClick={() => actions.copyFile(index)}
        >
          {t("copyFile")}
        </button>
      )}
    </div>
  );
}

type MoreRowsProps = { count: number; place: string; controls?: string; onClick: () => void };

/** Shows the rest; the focus then goes to the first row that was folded. */
export function MoreRows({ count, place, controls, onClick }: MoreRowsProps) {
  const t = useTranslate(searchMessages);
  return (
    <button
      type="button"
      className="sonde-more"
      data-sonde-item={place}
      aria-expanded={false}
      aria-controls={controls}
      onClick={onClick}
    >
      {t("moreRows", { count })}
    </button>
  );
}
