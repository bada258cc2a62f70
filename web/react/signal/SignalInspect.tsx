"use client";
import type { SearchFileMatches } from "../../presentation/types.ts";
import { useTranslate } from "../CardProvider.tsx";
import { type SignalKey, signalMessages } from "../i18n/signal.ts";
import { type LineActions, LineRow } from "../search/LineRow.tsx";
import { PathText } from "../search/PathText.tsx";
import { splitPath } from "../search/search-model.ts";
import { VisibleText } from "../text/VisibleText.tsx";
import type { InspectionFacts, NextRequest, StructureFacts } from "./signal-facts.ts";

type SignalInspectProps = {
  files: readonly SearchFileMatches[];
  inspections: readonly InspectionFacts[];
  actions: LineActions;
  onAction: ((request: NextRequest) => void) | undefined;
};

/** Numbered source around each target; targets that share a block share their source. */
export function SignalInspect({ files, inspections, actions, onAction }: SignalInspectProps) {
  const t = useTranslate(signalMessages);
  const isBatch = inspections.length > 1;
  const shown = new Set<number>();
  return (
    <ol className="sonde-groups">
      {inspections.map((inspection, index) => {
        const { path, line, status, block, structure, error, retry } = inspection;
        const { folder, name } = splitPath(path);
        const isRepeated = block !== undefined && shown.has(block);
        if (block !== undefined) shown.add(block);
        return (
          <li key={index} className="sonde-group">
            <div className="sonde-group-heading">
              {isBatch && <span className="sonde-count">{t("target", { number: index + 1 })}</span>}
              <span className="sonde-group-button">
                <PathText folder={folder} name={`${name}:${line}`} />
              </span>
              {isBatch && (
                <span className={status === "returned" ? "sonde-badge" : "sonde-badge sonde-warning"}>{t(status)}</span>
              )}
              {retry && onAction && (
                <button type="button" className="sonde-button" onClick={() => onAction(retry)}>
                  {t("retry")}
                </button>
              )}
            </div>
            {error !== undefined && (
              <p className="sonde-failure">
                <VisibleText text={error} />
              </p>
            )}
            {status !== "returned" && error === undefined && structure && <SymbolLine structure={structure} />}
            {status === "returned" && !isRepeated && (
              <Source
                inspection={inspection}
                targets={inspections}
                files={files}
                fileIndex={files.findIndex((file) => file.path === path)}
                actions={actions}
              />
            )}
          </li>
        );
      })}
    </ol>
  );
}

type SourceProps = {
  inspection: InspectionFacts;
  targets: readonly InspectionFacts[];
  files: readonly SearchFileMatches[];
  fileIndex: number;
  actions: LineActions;
};

function Source({ inspection, targets, files, fileIndex, actions }: SourceProps) {
  const t = useTranslate(signalMessages);
  const { path, structure } = inspection;
  const parts = sharingBlock(inspection, targets).flatMap(({ source }) => source ?? []);
  const isShown = (line: number) =>
    parts.length === 0 || parts.some(({ startLine, endLine }) => line >= startLine && line <= endLine);
  const rows = (files[fileIndex]?.matches ?? []).map((match, index) => ({ match, index }));
  const targetLines = new Set(targets.filter((target) => target.path === path).map((target) => target.line));
  const before = Math.min(...parts.map(({ omittedBefore }) => omittedBefore));
  const after = Math.min(...parts.map(({ omittedAfter }) => omittedAfter));
  return (
    <>
      {structure && <SymbolLine structure={structure} />}
      <ol className="sonde-rows">
        {rows
          .filter(({ match }) => isShown(match.lineNumber))
          .map(({ match, index }) => (
            <LineRow
              key={index}
              match={match}
              path={path}
              place={`${fileIndex}.${index}`}
              actions={actions}
              isTarget={targetLines.has(match.lineNumber)}
            />
          ))}
      </ol>
      {parts.length > 0 && before + after > 0 && <p className="sonde-scope">{t("omitted", { before, after })}</p>}
    </>
  );
}

/** The targets whose source is shown together with this one's, each with a range of its own. */
function sharingBlock(inspection: InspectionFacts, targets: readonly InspectionFacts[]): readonly InspectionFacts[] {
  const { block, path } = inspection;
  if (block === undefined) return [inspection];
  return targets.filter((target) => target.block === block && target.path === path && target.status === "returned");
}

const structureStatus: Record<string, SignalKey | undefined> = {
  "no-symbol": "noSymbol",
  "provider-unavailable": "providerUnavailable",
  "unsupported-language": "unsupportedLanguage",
  "source-unavailable": "sourceUnavailable",
  "source-changed": "sourceChanged",
  "parse-error": "parseError",
  "file-too-large": "fileTooLarge",
};

function SymbolLine({ structure }: { structure: StructureFacts }) {
  const t = useTranslate(signalMessages);
  const { symbol, status } = structure;
  if (symbol === undefined) {
    const key = Object.hasOwn(structureStatus, status) ? structureStatus[status] : undefined;
    return <p className="sonde-symbol">{key ? t(key) : <VisibleText text={status} />}</p>;
  }
  return (
    <p className="sonde-symbol">
      <bdi dir="ltr" className="sonde-symbol-name">
        <span className="sonde-folder">
          <VisibleText text={symbol.scope.map((part) => `${part}.`).join("")} />
        </span>
        <VisibleText text={symbol.name} />
      </bdi>{" "}
      <VisibleText text={symbol.kind} />
      {", "}
      {t("symbolLines", { start: String(symbol.startLine), end: String(symbol.endLine) })}
    </p>
  );
}
