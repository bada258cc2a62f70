import {
  checked,
  constant,
  count,
  droppable,
  flag,
  integer,
  isInteger,
  isRecord,
  lineNumber,
  list,
  record,
  type Shape,
  strict,
  text,
} from "./shape.ts";
import type {
  LineRange,
  SearchFileMatches,
  SearchLineMatch,
  SearchMatchesMeta,
  SearchPathsMeta,
  SearchScope,
  SignalDetails,
  SignalMode,
  WebFetchMeta,
  WebSearchMeta,
  WebSource,
} from "./types.ts";

const signalModes: readonly SignalMode[] = ["auto", "summary", "matches", "files", "inspect"];

const ranges: Shape<LineRange[]> = checked(
  {
    type: "array",
    items: {
      type: "array",
      prefixItems: [
        { type: "integer", minimum: 0 },
        { type: "integer", minimum: 0 },
      ],
      minItems: 2,
      maxItems: 2,
    },
    description: "Half-open UTF-16 offsets into line, ascending, not overlapping.",
  },
  (value, { line }) => {
    if (!Array.isArray(value)) return false;
    let previous = 0;
    for (const range of value) {
      if (!Array.isArray(range) || range.length !== 2) return false;
      if (!isInteger(range[0], previous) || !isInteger(range[1], range[0])) return false;
      previous = range[1];
    }
    return previous <= (line as string).length;
  },
);

const signal: Shape<SignalDetails> = checked(
  { type: "object", properties: { version: { const: 1 }, mode: { enum: signalModes } }, required: ["version", "mode"] },
  (value) => isRecord(value) && value.version === 1 && signalModes.includes(value.mode as SignalMode),
);

const scope = record<SearchScope>(
  { searched: count },
  {
    hidden: strict(count),
    ignored: strict(count),
    binary: strict(count),
    tooLarge: strict(count),
    globFiltered: strict(count),
    longLines: strict(count),
  },
);

const lineMatch = record<SearchLineMatch>({ lineNumber, line: text }, { ranges: droppable(ranges) });
const fileMatches = record<SearchFileMatches>({ path: text, matches: list(lineMatch) }, {});

export const searchMatches = record<SearchMatchesMeta>(
  { shape: constant("matches"), files: list(fileMatches), truncated: flag, total: count },
  { scope: droppable(scope), revision: droppable(count), signal: droppable(signal) },
);

export const searchPaths = record<SearchPathsMeta>(
  { shape: constant("paths"), paths: list(text), truncated: flag, total: count },
  { scope: droppable(scope), revision: droppable(count) },
);

const source = record<WebSource>(
  { url: text },
  { title: strict(text), snippet: strict(text), publishedAt: strict(text) },
);

export const webSearch = record<WebSearchMeta>({ sources: list(source), truncated: flag }, { answer: strict(text) });

export const webFetch = record<WebFetchMeta>({ url: text, statusCode: integer, truncated: flag }, {});
