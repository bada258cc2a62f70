import { readSearchView, readWebView } from "./narrow.ts";
import { isInteger, isRecord, type JsonRecord } from "./shape.ts";
import type { CardIssue, CardIssueCode, ParsedCard, SearchView, WebView } from "./types.ts";

const messages: Readonly<Record<CardIssueCode, string>> = {
  missing: "a required field is missing",
  "wrong-type": "the value is not of the type, or not in the range, that the card needs",
  "unknown-shape": 'shape must be "matches" or "paths"',
  dropped: "the value is not valid: it was left out and the rest kept",
  "null-as-absent": "null was read as absent",
  "truncated-assumed": "truncated is missing: it was derived from what is listed",
  "view-as-meta": "a whole view was given instead of a bare meta",
  "title-in-meta": "the title stood inside the meta",
  "content-in-meta": "the meta carries result text: it was taken as fallback text",
  "json-string": "the meta was given as a JSON string",
  "not-json": "the string is not JSON",
  "mcp-result": "the meta was taken from an MCP result's structuredContent",
  "tool-result": "the meta was taken from a tool result",
  "error-result": "the result is an error: it has no card",
};

/**
 * Reads one card. `strict` takes exactly a bare meta; `lenient` also what other
 * producers emit: a view, a JSON string, a tool result, an MCP result, a
 * missing `truncated`, null for absent. Every leniency and every dropped value
 * is an issue, so no issues means the input was exactly right. Never throws.
 */
export function parseCard(input: unknown, options: { mode: "strict" | "lenient" }): ParsedCard {
  const issues: CardIssue[] = [];
  const report = (path: string, code: CardIssueCode) => {
    issues.push({ path, code, message: messages[code] });
  };
  const found: { text?: string } = {};
  let view: SearchView | WebView | undefined;
  try {
    const lenient = options.mode === "lenient";
    const { meta, path, title } = lenient ? unwrap(input, report, found) : { meta: input, path: "", title: undefined };
    const within = (pointer: string, code: CardIssueCode) => report(path + pointer, code);
    if (meta !== undefined || !lenient) view = readView(meta, { report: within, lenient });
    if (view && title !== undefined) view = { ...view, title };
  } catch {
    report("", "wrong-type");
  }
  return view ? { ok: true, view, issues, ...found } : { ok: false, issues, ...found };
}

type Report = (path: string, code: CardIssueCode) => void;

function readView(meta: unknown, reading: { report: Report; lenient: boolean }): SearchView | WebView | undefined {
  const holds = (name: string) => isRecord(meta) && meta[name] !== undefined;
  const isWeb = (holds("sources") || holds("url")) && !holds("files") && !holds("paths");
  return isWeb ? readWebView(meta, reading) : readSearchView(meta, reading);
}

type Unwrapped = { meta: unknown; path: string; title: string | undefined };

/** Peels off what surrounds the meta; `meta` is undefined when an issue has already said why there is none. */
function unwrap(input: unknown, report: Report, found: { text?: string }): Unwrapped {
  let meta = input;
  let path = "";
  if (typeof meta === "string") {
    const parsed = parseJson(meta);
    if (parsed === undefined) {
      report("", "not-json");
      return { meta: undefined, path, title: undefined };
    }
    report("", "json-string");
    meta = parsed;
  }
  if (isRecord(meta)) {
    const key = meta.structuredContent !== undefined ? "structuredContent" : "meta";
    if (meta[key] !== undefined) {
      const text = textOf(meta.content);
      if (text !== undefined) found.text = text;
      if (meta.isError) {
        report("/isError", "error-result");
        return { meta: undefined, path, title: undefined };
      }
      report(`/${key}`, key === "meta" ? "tool-result" : "mcp-result");
      path = `/${key}`;
      meta = meta[key];
    }
  }
  if (!isRecord(meta)) return { meta, path, title: undefined };
  return { meta: withTruncated(meta, path, report), path, title: takeExtras(meta, path, report, found) };
}

/** Reports what a bare meta would not hold, and returns the title. */
function takeExtras(meta: JsonRecord, path: string, report: Report, found: { text?: string }): string | undefined {
  if (meta.card !== undefined) report(`${path}/card`, "view-as-meta");
  const text = textOf(meta.content);
  if (text !== undefined) {
    found.text = text;
    report(`${path}/content`, "content-in-meta");
  }
  if (typeof meta.title !== "string") return undefined;
  report(`${path}/title`, "title-in-meta");
  return meta.title;
}

function withTruncated(meta: JsonRecord, path: string, report: Report): JsonRecord {
  if (meta.truncated !== undefined && meta.truncated !== null) return meta;
  report(`${path}/truncated`, "truncated-assumed");
  return { ...meta, truncated: isInteger(meta.total) && meta.total > listedIn(meta) };
}

function listedIn({ paths, files }: JsonRecord): number {
  if (Array.isArray(paths)) return paths.length;
  if (!Array.isArray(files)) return 0;
  return files.reduce<number>(
    (sum, file) => sum + (isRecord(file) && Array.isArray(file.matches) ? file.matches.length : 0),
    0,
  );
}

function textOf(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.filter((block) => isRecord(block) && typeof block.text === "string").map((block) => block.text);
  return texts.length > 0 ? texts.join("\n") : undefined;
}

function parseJson(input: string): unknown {
  try {
    return JSON.parse(input);
  } catch {
    return undefined;
  }
}
