"use client";
import type { SearchFileMatches } from "../../presentation/types.ts";
import { useLocale, useTranslate } from "../CardProvider.tsx";
import { signalMessages } from "../i18n/signal.ts";
import { formatNumber } from "../i18n/translator.ts";
import { type LineActions, LineRow } from "../search/LineRow.tsx";
import { PathText } from "../search/PathText.tsx";
import { splitPath } from "../search/search-model.ts";

type SignalSummaryProps = {
  files: readonly SearchFileMatches[];
  /** In the order of `files`; empty when the result does not tell. */
  counts: readonly number[];
  actions: LineActions;
  /** Asks for the lines of one file. Absent when the page has no cursor. */
  openFile: ((path: string) => void) | undefined;
};

/** Files by count, each with its bar and its sample. */
export function SignalSummary({ files, counts, actions, openFile }: SignalSummaryProps) {
  const t = useTranslate(signalMessages);
  const locale = useLocale();
  const most = Math.max(1, ...counts);
  return (
    <ol className="sonde-groups">
      {files.map((file, index) => {
        const { folder, name } = splitPath(file.path);
        const count = counts[index];
        return (
          <li key={index} className="sonde-group">
            <div className="sonde-group-heading">
              {count !== undefined && (
                <>
                  <Bar share={count / most} />
                  <span className="sonde-bar-count">{formatNumber(count, locale)}</span>
                </>
              )}
              <span className="sonde-group-button">
                <PathText folder={folder} name={name} />
              </span>
              {openFile && (
                <button
                  type="button"
                  className="sonde-button"
                  aria-label={t("openFileOf", { path: name })}
                  onClick={() => openFile(file.path)}
                >
                  {t("openFile")}
                </button>
              )}
            </div>
            {file.matches.length > 0 && (
              <ol className="sonde-rows">
                {file.matches.map((match, row) => (
                  <LineRow key={row} match={match} path={file.path} place={`${index}.${row}`} actions={actions} />
                ))}
              </ol>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Drawn by attributes, not by styles: a strict content security policy drops style attributes of server markup. */
function Bar({ share }: { share: number }) {
  return (
    <svg className="sonde-bar" width="48" height="8" aria-hidden="true">
      <rect className="sonde-bar-track" width="48" height="8" rx="2" />
      <rect className="sonde-bar-fill" width={Math.max(2, Math.round(48 * share))} height="8" rx="2" />
    </svg>
  );
}
