"use client";
import { useTranslate } from "../CardProvider.tsx";
import { searchMessages } from "../i18n/search.ts";
import { signalMessages } from "../i18n/signal.ts";
import type { SignalFacts } from "./signal-facts.ts";

/** What the page left out, and why. */
export function SignalNotes({ facts, isCut }: { facts: SignalFacts; isCut: boolean }) {
  const t = useTranslate(signalMessages);
  const search = useTranslate(searchMessages);
  const isShortened = facts.budgetTier === "tight" || facts.budgetTier === "critical";
  const notes = [
    isCut && facts.returnedMatches !== undefined && t("page", { count: facts.returnedMatches }),
    isCut && facts.returnedMatches === undefined && search("listCut"),
    facts.summaryFilesOmitted > 0 && t("moreFiles", { count: facts.summaryFilesOmitted }),
    facts.summaryPreviewsOmitted > 0 && t("withoutSample", { count: facts.summaryPreviewsOmitted }),
    facts.selectionMissingPaths > 0 && t("missingPaths", { count: facts.selectionMissingPaths }),
    facts.contextChangedFiles > 0 && t("contextChanged", { count: facts.contextChangedFiles }),
    facts.contextOmittedFiles > 0 && t("contextOmitted", { count: facts.contextOmittedFiles }),
    facts.lineContentTruncated && t("linesCut"),
    facts.occurrenceRangesOmitted > 0 && t("rangesOmitted", { count: facts.occurrenceRangesOmitted }),
    isShortened &&
      facts.contextRemainderPercent !== undefined &&
      t("budget", { percent: facts.contextRemainderPercent }),
  ].filter((note) => note !== false);
  if (notes.length === 0) return null;
  return (
    <div className="sonde-notes">
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
    </div>
  );
}
