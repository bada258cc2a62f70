"use client";
import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useId,
  useMemo,
  useState,
  useSyncExternalStore,
} from "react";
import { useCardSettings, useTranslate } from "../CardProvider.tsx";
import { searchMessages } from "../i18n/search.ts";
import { FileGroup, type GroupActions, MoreRows } from "./FileGroup.tsx";
import { PathRow } from "./PathRow.tsx";
import type { SearchCardModel } from "./use-search-card.ts";
import type { WindowedListProps } from "./WindowedList.tsx";

type SearchBodyProps = { model: SearchCardModel; actions: GroupActions; maxRows?: number };

/** The listed files or paths. */
export function SearchBody({ model, actions, maxRows = Number.POSITIVE_INFINITY }: SearchBodyProps) {
  const id = useId();
  const Windowed = useWindowedList(model.isWindowed);
  const [shownRows, setShownRows] = useState(maxRows);
  const isFilled = useFilled(model.counts.listed > manyRows);
  if (Windowed) return <Windowed model={model} actions={actions} id={id} />;
  // Until the windowing chunk is there, and on a server, the first rows stand for the rest.
  const limit = model.isWindowed || !isFilled ? Math.min(shownRows, rowsAtFirst) : shownRows;
  const { groups, paths, left } = firstRows(model, limit);
  return (
    <>
      {model.view.shape === "paths" ? (
        <ol className="sonde-paths">
          {paths.map((path) => (
            <li key={path.index}>
              <PathRow path={path} copy={actions.copy} />
            </li>
          ))}
        </ol>
      ) : (
        <ol className="sonde-groups" data-many={model.counts.listed > manyRows || undefined}>
          {groups.map((group) => (
            <FileGroup
              key={group.index}
              group={group}
              id={`${id}g${group.index}`}
              isFilesOnly={model.isFilesOnly}
              actions={actions}
            />
          ))}
        </ol>
      )}
      {left > 0 && isFilled && (
        <MoreRows
          count={left}
          place={`${groups.at(-1)?.index ?? paths.at(-1)?.index ?? 0}.more`}
          onClick={() => setShownRows(Number.POSITIVE_INFINITY)}
        />
      )}
    </>
  );
}

const rowsAtFirst = 200;
/** From here on it pays to lay out only the files in sight. */
const manyRows = 300;

/** What fits in `limit` rows, and how many rows do not. Whole groups are left out, a group is cut only when it is the first. */
function firstRows({ groups, paths }: SearchCardModel, limit: number) {
  if (limit === Number.POSITIVE_INFINITY) return { groups, paths, left: 0 };
  let room = limit;
  const shown = [];
  for (const group of groups) {
    if (room <= 0) break;
    shown.push(group.rows.length <= room ? group : { ...group, rows: group.rows.slice(0, room) });
    room -= Math.max(1, group.rows.length);
  }
  const listed = groups.reduce((sum, group) => sum + group.rows.length, 0);
  const kept = shown.reduce((sum, group) => sum + group.rows.length, 0);
  return { groups: shown, paths: paths.slice(0, limit), left: listed - kept + Math.max(0, paths.length - limit) };
}

/**
 * False while only the first rows of a large card are drawn; the rest follows
 * in slices that leave the page responsive. Server markup is always whole.
 */
function useFilled(isLarge: boolean): boolean {
  const isServerMarkup = useSyncExternalStore(
    subscribeToNothing,
    () => false,
    () => true,
  );
  const [isFilled, setFilled] = useState(!isLarge || isServerMarkup);
  useEffect(() => {
    if (!isFilled) startTransition(() => setFilled(true));
  }, [isFilled]);
  return isFilled;
}

const subscribeToNothing = () => () => {};

/** Loaded only when needed and only in a browser, so that no server render waits for it. */
function useWindowedList(isNeeded: boolean): ComponentType<WindowedListProps> | undefined {
  const [loaded, setLoaded] = useState<{ List: ComponentType<WindowedListProps> }>();
  useEffect(() => {
    if (!isNeeded) return;
    let isWanted = true;
    import("./WindowedList.tsx").then(
      ({ WindowedList }) => {
        if (isWanted) setLoaded({ List: WindowedList });
      },
      // Without the chunk (offline, a stale deployment) the rows come by "more".
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [isNeeded]);
  return isNeeded ? loaded?.List : undefined;
}

/** The actions of a card's rows, with a stable identity. */
export function useGroupActions(
  model: SearchCardModel,
  copy: (text: string) => void,
  copyFile: (index: number) => void,
  inspect?: (path: string, line: number) => void,
): GroupActions {
  const { setGroupOpen, showWhole } = model;
  return useMemo(
    () => ({ copy, copyFile, setGroupOpen, showWhole, ...(inspect && { inspect }) }),
    [copy, copyFile, setGroupOpen, showWhole, inspect],
  );
}

/** Filter and folding buttons; shown when there is enough to filter or fold. */
export function SearchToolbar({ model }: { model: SearchCardModel }) {
  const t = useTranslate(searchMessages);
  const id = useId();
  const { counts, groups, view } = model;
  if (counts.listed <= 1 && counts.files <= 1) return null;
  const isPaths = view.shape === "paths";
  return (
    <div className="sonde-toolbar">
      <input
        id={id}
        type="search"
        className="sonde-filter"
        aria-label={t(isPaths ? "filterPaths" : "filter")}
        placeholder={t(isPaths ? "filterPaths" : "filter")}
        autoComplete="off"
        spellCheck={false}
        value={model.filter}
        onChange={(event) => model.setFilter(event.currentTarget.value)}
      />
      {groups.length > 1 && (
        <>
          <button
            type="button"
            className="sonde-button"
            disabled={model.isFilesOnly}
            onClick={() => model.setAllOpen(model.isAllClosed)}
          >
            {t(model.isAllClosed ? "expandAll" : "collapseAll")}
          </button>
          <button
            type="button"
            className="sonde-button"
            aria-pressed={model.isFilesOnly}
            onClick={() => model.setFilesOnly(!model.isFilesOnly)}
          >
            {t("filesOnly")}
          </button>
        </>
      )}
    </div>
  );
}

/** Every cut, skip and doubt, in words. */
export function SearchNotes({ model, recovery }: { model: SearchCardModel; recovery?: ReactNode }) {
  const t = useTranslate(searchMessages);
  const { currentRevision } = useCardSettings();
  const { counts, view } = model;
  const isPaths = view.shape === "paths";
  const notes: string[] = [];
  if (counts.missing > 0) notes.push(t(isPaths ? "morePaths" : "moreMatches", { count: counts.missing }));
  if (counts.cutWithoutCount) notes.push(t("listCut"));
  if (counts.isOverfull) notes.push(t("overfull", { count: counts.total }));
  const hasRecovery = recovery !== undefined && recovery !== null && recovery !== "";
  if (notes.length === 0 && !hasRecovery && !model.isStale) return null;
  return (
    <div className="sonde-notes" data-revision={currentRevision}>
      {model.isStale && <p>{t("staleNote")}</p>}
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {hasRecovery && <div className="sonde-recovery">{recovery}</div>}
    </div>
  );
}
