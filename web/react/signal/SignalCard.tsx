"use client";
import { useCallback, useRef } from "react";
import type { SearchMatchesView, SearchView } from "../../presentation/types.ts";
import { useTranslate } from "../CardProvider.tsx";
import { CardFrame, type CardLook } from "../frame/CardFrame.tsx";
import { CopyMenu } from "../frame/CopyMenu.tsx";
import { WarningIcon } from "../frame/icons.tsx";
import { useCopy } from "../frame/use-copy.ts";
import { searchMessages } from "../i18n/search.ts";
import { signalMessages } from "../i18n/signal.ts";
import { onItemKey, useFocusKeeper } from "../search/keyboard.ts";
import { ScopeReport } from "../search/ScopeReport.tsx";
import { SearchBody, SearchToolbar, useGroupActions } from "../search/SearchBody.tsx";
import { useSearchCopies } from "../search/SearchCard.tsx";
import { useSearchCard } from "../search/use-search-card.ts";
import { TextCard } from "../state/TextCard.tsx";
import { SignalInspect } from "./SignalInspect.tsx";
import { SignalNotes } from "./SignalNotes.tsx";
import { SignalSummary } from "./SignalSummary.tsx";
import { countsInText, type NextRequest, type SignalFacts, signalFacts } from "./signal-facts.ts";

export type SignalCardProps = CardLook & {
  view: SearchView;
  /** The result's text: shown when the view has no signal details that this version knows. */
  text?: string;
  /** Receives the exact arguments of the next call. Without it the card has no action buttons. */
  onAction?: (request: NextRequest) => void;
};

/** A signal_grep page. */
export function SignalCard({ view, text, onAction, ...look }: SignalCardProps) {
  const t = useTranslate(signalMessages);
  if (view.shape === "matches" && view.signal !== undefined) {
    const facts = signalFacts(view.signal);
    return <SignalPage {...look} view={view} facts={facts} text={text} onAction={onAction} />;
  }
  return <TextCard {...look} title={view.title ?? t("signalResult")} text={text ?? ""} />;
}

type SignalPageProps = CardLook & {
  view: SearchMatchesView;
  facts: SignalFacts;
  text: string | undefined;
  onAction: ((request: NextRequest) => void) | undefined;
};

function SignalPage({ view, facts, text, onAction, ...look }: SignalPageProps) {
  const t = useTranslate(signalMessages);
  const search = useTranslate(searchMessages);
  const model = useSearchCard(view);
  const copying = useCopy();
  const { copyFile, copyPlace, choices } = useSearchCopies(view, copying.copy);
  const inspect = useInspect(onAction);
  const actions = useGroupActions(model, copying.copy, copyFile, inspect);
  const root = useRef<HTMLElement>(null);
  useFocusKeeper(root);
  const isSummary = facts.mode === "summary" || facts.mode === "files";
  const isInspect = facts.inspections.length > 0;
  const isEmpty = view.files.length === 0 && !isInspect;
  const counts =
    facts.fileCounts.length > 0
      ? facts.fileCounts
      : countsInText(
          text ?? "",
          view.files.map((file) => file.path),
        );
  const { cursor } = facts;
  const openFile =
    cursor !== undefined && onAction ? (path: string) => onAction({ cursor, path, mode: "matches" }) : undefined;
  return (
    <CardFrame
      {...look}
      kind="signal"
      title={view.title ?? t("signalResult")}
      summary={
        <>
          {facts.isPartial && (
            <strong className="sonde-badge sonde-partial">
              <WarningIcon />
              {t("partial")}
            </strong>
          )}
          {facts.inspections.length !== 1 && (
            <span className="sonde-counts">{isInspect ? inspectedText(facts, t) : totalsText(view, facts, t)}</span>
          )}
        </>
      }
      actions={isEmpty ? undefined : <CopyMenu choices={choices} copy={copying.copy} />}
      copying={copying}
      rootRef={root}
      onKeyDown={(event) => onItemKey(event.currentTarget, event, copyPlace)}
    >
      {facts.isPartial && (
        <p className="sonde-partial-note">
          {facts.storedMatches !== undefined && facts.storedMatches < (facts.totalMatches ?? 0)
            ? t("partialRetained", { stored: facts.storedMatches, count: facts.totalMatches ?? 0 })
            : t("partialEvidence")}
        </p>
      )}
      {isEmpty && <p className="sonde-empty">{search("noMatches")}</p>}
      {isEmpty && view.scope && <ScopeReport scope={view.scope} />}
      {isInspect ? (
        <SignalInspect files={view.files} inspections={facts.inspections} actions={actions} onAction={onAction} />
      ) : isSummary ? (
        <SignalSummary files={view.files} counts={counts} actions={actions} openFile={openFile} />
      ) : (
        <>
          {!isEmpty && <SearchToolbar model={model} />}
          <SearchBody model={model} actions={actions} />
        </>
      )}
      <SignalNotes facts={facts} isCut={view.truncated && !isSummary && !isInspect} />
      {onAction && <NextSteps facts={facts} onAction={onAction} />}
    </CardFrame>
  );
}

type NextStepsProps = { facts: SignalFacts; onAction: (request: NextRequest) => void };

/** The calls that go on from this page. A list of files has two: more files, and the lines of the ones with most. */
function NextSteps({ facts, onAction }: NextStepsProps) {
  const t = useTranslate(signalMessages);
  const steps = nextSteps(facts, t);
  if (steps.length === 0) return null;
  return (
    <div className="sonde-next">
      {steps.map(({ label, request }) => (
        <button key={label} type="button" className="sonde-button" onClick={() => onAction(request)}>
          {label}
        </button>
      ))}
    </div>
  );
}

function nextSteps({ mode, cursor, nextRequest, summaryFilesOmitted }: SignalFacts, t: Texts) {
  const isList = mode === "summary" || mode === "files";
  const steps: { label: string; request: NextRequest }[] = [];
  if (isList && cursor !== undefined && summaryFilesOmitted > 0 && nextRequest?.mode !== mode) {
    steps.push({ label: t("nextFiles"), request: { cursor, mode } });
  }
  if (nextRequest !== undefined) steps.push({ label: labelOf(nextRequest, isList, t), request: nextRequest });
  return steps;
}

function labelOf({ mode, paths }: NextRequest, isList: boolean, t: Texts): string {
  if (mode !== "matches") return t(isList ? "nextFiles" : "nextPage");
  return Array.isArray(paths) ? t("linesOfFiles", { count: paths.length }) : t("keptLines");
}

function useInspect(onAction: ((request: NextRequest) => void) | undefined) {
  const inspect = useCallback((path: string, line: number) => onAction?.({ mode: "inspect", path, line }), [onAction]);
  return onAction ? inspect : undefined;
}

type Texts = ReturnType<typeof useTranslate<keyof (typeof signalMessages)["en"]>>;

function totalsText(view: SearchMatchesView, facts: SignalFacts, t: Texts): string {
  const files = t("files", { count: facts.totalFiles ?? view.files.length });
  return t("matchesInFiles", { count: facts.totalMatches ?? view.total, files });
}

function inspectedText({ inspections }: SignalFacts, t: Texts): string {
  const returned = inspections.filter((inspection) => inspection.status === "returned");
  return t("inspected", { shown: returned.length, count: inspections.length });
}
