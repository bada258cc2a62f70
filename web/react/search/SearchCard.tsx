"use client";
import { type ReactNode, useCallback, useRef } from "react";
import { formatSearch } from "../../presentation/format-search.ts";
import type { SearchView } from "../../presentation/types.ts";
import { useCardSettings, useTranslate } from "../CardProvider.tsx";
import { CardFrame, type CardLook } from "../frame/CardFrame.tsx";
import { CopyMenu } from "../frame/CopyMenu.tsx";
import { useCopy } from "../frame/use-copy.ts";
import { searchMessages } from "../i18n/search.ts";
import type { Translate } from "../i18n/translator.ts";
import { onItemKey, useFocusKeeper } from "./keyboard.ts";
import { ScopeReport } from "./ScopeReport.tsx";
import { SearchBody, SearchNotes, SearchToolbar, useGroupActions } from "./SearchBody.tsx";
import { type SearchCardModel, useSearchCard } from "./use-search-card.ts";

export type SearchCardProps = CardLook & {
  view: SearchView;
  /** Rows shown at first; the rest by a button. Default: all. */
  maxRows?: number;
  /** The host's file tree revision, when it differs from the provider's. */
  currentRevision?: number;
  /** Where the complete result is, when the card is cut. */
  recovery?: ReactNode;
};

/** A grep or glob result. */
export function SearchCard({ view, maxRows, currentRevision, recovery, ...look }: SearchCardProps) {
  const t = useTranslate(searchMessages);
  const settings = useCardSettings();
  const revision = currentRevision ?? settings.currentRevision;
  const model = useSearchCard(view, revision === undefined ? {} : { currentRevision: revision });
  const copying = useCopy();
  const { copyFile, copyPlace, choices } = useSearchCopies(view, copying.copy);
  const actions = useGroupActions(model, copying.copy, copyFile);
  const root = useRef<HTMLElement>(null);
  useFocusKeeper(root);
  const { counts, filter } = model;
  const isEmpty = counts.listed === 0 && counts.files === 0;
  const filtered = t("filtered", { count: counts.passing, listed: counts.listed });
  return (
    <CardFrame
      {...look}
      kind="search"
      title={view.title ?? t(view.shape === "paths" ? "globResult" : "grepResult")}
      summary={
        <>
          <span className="sonde-counts">{countsText(model, t)}</span>
          {model.isStale && <span className="sonde-badge sonde-warning">{t("stale")}</span>}
        </>
      }
      actions={isEmpty ? undefined : <CopyMenu choices={choices} copy={copying.copy} />}
      status={filter === "" ? "" : filtered}
      copying={copying}
      rootRef={root}
      onKeyDown={(event) => onItemKey(event.currentTarget, event, copyPlace)}
    >
      {isEmpty ? (
        <p className="sonde-empty">{t(view.shape === "paths" ? "noPaths" : "noMatches")}</p>
      ) : (
        <SearchToolbar model={model} />
      )}
      {filter !== "" && <p className="sonde-filtered">{counts.passing > 0 ? filtered : t("nothingFiltered")}</p>}
      {!isEmpty && <SearchBody model={model} actions={actions} {...(maxRows !== undefined && { maxRows })} />}
      <SearchNotes model={model} recovery={recovery} />
      {view.scope && (isEmpty || counts.missing > 0) && <ScopeReport scope={view.scope} />}
    </CardFrame>
  );
}

function countsText({ view, counts }: SearchCardModel, t: Translate<keyof (typeof searchMessages)["en"]>): string {
  const { listed, total, files } = counts;
  if (view.shape === "paths") {
    if (total === 0 && listed === 0) return t("noPaths");
    return listed >= total ? t("paths", { count: listed }) : t("showingPaths", { shown: listed, count: total });
  }
  if (total === 0 && listed === 0) return t("noMatches");
  const matches =
    listed >= total ? t("matches", { count: listed }) : t("showingMatches", { shown: listed, count: total });
  return files > 0 ? `${matches} · ${t("inFiles", { count: files })}` : matches;
}

/** Copies of the whole, of one file, and of the row that a place names. */
export function useSearchCopies(view: SearchView, copy: (text: string) => void) {
  const t = useTranslate(searchMessages);
  const copyFile = useCallback(
    (index: number) => {
      const file = view.shape === "matches" ? view.files[index] : undefined;
      if (file && view.shape === "matches") copy(formatSearch({ ...view, files: [file] }, "rg"));
    },
    [view, copy],
  );
  const copyPlace = (place: string) => {
    const [index, row] = place.split(".").map(Number);
    if (index === undefined || Number.isNaN(row)) return;
    if (view.shape === "paths") return copy(view.paths[index] ?? "");
    const file = view.files[index];
    copy((row === undefined ? file?.path : file?.matches[row]?.line) ?? "");
  };
  const choices = [
    { label: "copyText", format: () => formatSearch(view, "text") },
    { label: "copyMarkdown", format: () => formatSearch(view, "markdown") },
    { label: { own: t("copyRg") }, format: () => formatSearch(view, "rg") },
    { label: "copyJson", format: () => JSON.stringify(view, null, 2) },
  ] as const;
  return { copyFile, copyPlace, choices };
}
