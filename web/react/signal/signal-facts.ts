// signal_grep's details as the card reads them. The details are untrusted
// JSON: a field of another type than documented is absent.
import type { JsonValue } from "../../contract/types.ts";
import type { SignalDetails, SignalMode } from "../../presentation/types.ts";

export type NextRequest = { [argument: string]: JsonValue };

export type InspectionFacts = {
  path: string;
  line: number;
  matchIndex: number | undefined;
  status: "returned" | "deferred" | "error";
  /** Targets of one block share their source. */
  block: number | undefined;
  structure: StructureFacts | undefined;
  source: { startLine: number; endLine: number; omittedBefore: number; omittedAfter: number } | undefined;
  error: string | undefined;
  retry: NextRequest | undefined;
};

export type StructureFacts = {
  status: string;
  provider: string | undefined;
  symbol: { name: string; kind: string; scope: string[]; startLine: number; endLine: number } | undefined;
};

export type SignalFacts = {
  mode: SignalMode;
  isPartial: boolean;
  totalMatches: number | undefined;
  storedMatches: number | undefined;
  totalFiles: number | undefined;
  returnedMatches: number | undefined;
  cursor: string | undefined;
  nextRequest: NextRequest | undefined;
  summaryFilesOmitted: number;
  summaryPreviewsOmitted: number;
  /** Matching lines of each file of the page, in the page's order. */
  fileCounts: readonly number[];
  selectionMissingPaths: number;
  lineContentTruncated: boolean;
  occurrenceRangesOmitted: number;
  budgetTier: string | undefined;
  contextRemainderPercent: number | undefined;
  contextOmittedFiles: number;
  contextChangedFiles: number;
  inspections: readonly InspectionFacts[];
};

export function signalFacts(details: SignalDetails): SignalFacts {
  const inspections = list(details.inspections)
    .map(inspectionFacts)
    .filter((facts) => facts !== undefined);
  return {
    mode: details.mode,
    isPartial: details.status === "partial" || details.snapshotComplete === false,
    totalMatches: count(details.totalMatches),
    storedMatches: count(details.storedMatches),
    totalFiles: count(details.totalFiles),
    returnedMatches: count(details.returnedMatches),
    cursor: text(details.cursor),
    nextRequest: object(details.nextRequest),
    summaryFilesOmitted: count(details.summaryFilesOmitted) ?? 0,
    summaryPreviewsOmitted: count(details.summaryPreviewsOmitted) ?? 0,
    fileCounts: list(details.fileCounts).map((value) => count(value) ?? 0),
    selectionMissingPaths: amount(details, "selectionMissingPaths"),
    lineContentTruncated: isSet(details.lineContentTruncated),
    occurrenceRangesOmitted: count(details.occurrenceRangesOmitted) ?? 0,
    budgetTier: text(details.budgetTier),
    contextRemainderPercent:
      typeof details.contextRemainderPercent === "number" ? details.contextRemainderPercent : undefined,
    contextOmittedFiles: amount(details, "contextOmittedFiles"),
    contextChangedFiles: amount(details, "contextChangedFiles"),
    inspections,
  };
}

/** Counts of a summary's text rows, `<count>  <path>`, for details that carry none. */
export function countsInText(summary: string, paths: readonly string[]): number[] {
  const counts = new Map<string, number>();
  for (const [, number, path] of summary.matchAll(/^ {0,5}(\d+) {2}(.+)$/gm)) {
    if (path !== undefined) counts.set(path, Number(number));
  }
  return paths.every((path) => counts.has(path)) ? paths.map((path) => counts.get(path) ?? 0) : [];
}

function inspectionFacts(value: JsonValue): InspectionFacts | undefined {
  const facts = object(value);
  const path = text(facts?.path);
  const line = count(facts?.line);
  if (facts === undefined || path === undefined || line === undefined) return undefined;
  const status = facts.status === "returned" || facts.status === "deferred" ? facts.status : "error";
  const source = object(facts.source);
  const startLine = count(source?.startLine);
  const endLine = count(source?.endLine);
  const error = object(facts.error);
  return {
    path,
    line,
    matchIndex: count(facts.matchIndex),
    status,
    block: count(facts.block),
    structure: structureFacts(object(facts.structure)),
    source:
      startLine === undefined || endLine === undefined
        ? undefined
        : {
            startLine,
            endLine,
            omittedBefore: count(source?.omittedBefore) ?? 0,
            omittedAfter: count(source?.omittedAfter) ?? 0,
          },
    error: text(facts.error) ?? text(error?.message) ?? text(error?.code),
    retry: object(facts.retry),
  };
}

function structureFacts(structure: NextRequest | undefined): StructureFacts | undefined {
  const status = text(structure?.status);
  if (structure === undefined || status === undefined) return undefined;
  const symbol = object(structure.symbol);
  const name = text(symbol?.name);
  const startLine = count(symbol?.startLine);
  const endLine = count(symbol?.endLine);
  const isWhole = name !== undefined && startLine !== undefined && endLine !== undefined;
  return {
    status,
    provider: text(structure.provider),
    symbol: isWhole
      ? {
          name,
          kind: text(symbol?.kind) ?? "",
          scope: list(symbol?.scope).filter((part) => typeof part === "string"),
          startLine,
          endLine,
        }
      : undefined,
  };
}

/** A path list may be capped: its count says how many there were. */
function amount(details: SignalDetails, field: string): number {
  return count(details[`${field}Count`]) ?? count(details[field]) ?? list(details[field]).length;
}

function isSet(value: JsonValue | undefined): boolean {
  return value === true || (typeof value === "number" && value > 0);
}

function count(value: JsonValue | undefined): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function text(value: JsonValue | undefined): string | undefined {
  return typeof value === "string" ? value : undefined;
}

function list(value: JsonValue | undefined): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function object(value: JsonValue | undefined): NextRequest | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
}
