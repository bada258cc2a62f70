// The card contract. Type aliases, not interfaces, so that every meta is a
// JsonValue. Absent optional fields are absent, never null or undefined.
import type { JsonValue, TextBlock } from "../contract/types.ts";

/** Half-open UTF-16 offsets into the line they belong to. */
export type LineRange = [start: number, end: number];

export type SearchLineMatch = {
  /** 1-based. */
  lineNumber: number;
  /** The line, or the part of it that the producer kept, without its line end. */
  line: string;
  /** Ascending, not overlapping, within `line`. */
  ranges?: LineRange[];
};

export type SearchFileMatches = { path: string; matches: SearchLineMatch[] };

/** Files that a search looked at, and those it left out, each under the first reason that applies. */
export type SearchScope = {
  searched: number;
  hidden?: number;
  ignored?: number;
  binary?: number;
  tooLarge?: number;
  globFiltered?: number;
  /** Lines, not files. */
  longLines?: number;
};

export type SignalMode = "auto" | "summary" | "matches" | "files" | "inspect";

/**
 * Structured facts of a signal_grep page. Only `version` and `mode` are
 * checked: read any other field as the untrusted JSON it is.
 */
export type SignalDetails = { version: 1; mode: SignalMode; [field: string]: JsonValue };

/** Presentation meta of grep and signal_grep. `total` counts matching lines, also those not listed. */
export type SearchMatchesMeta = {
  shape: "matches";
  files: SearchFileMatches[];
  truncated: boolean;
  total: number;
  scope?: SearchScope;
  /** Revision of the file tree that was searched. */
  revision?: number;
  signal?: SignalDetails;
};

/** Presentation meta of glob. `total` counts paths, also those not listed. */
export type SearchPathsMeta = {
  shape: "paths";
  paths: string[];
  truncated: boolean;
  total: number;
  scope?: SearchScope;
  revision?: number;
};

export type SearchMeta = SearchMatchesMeta | SearchPathsMeta;

export type WebSource = { url: string; title?: string; snippet?: string; publishedAt?: string };

export type WebSearchMeta = { sources: WebSource[]; answer?: string; truncated: boolean };
export type WebFetchMeta = { url: string; statusCode: number; truncated: boolean };
export type WebMeta = WebSearchMeta | WebFetchMeta;

type Card<Tag extends string, Meta> = { card: Tag; title?: string } & Meta;

export type SearchMatchesView = Card<"search", SearchMatchesMeta>;
export type SearchPathsView = Card<"search", SearchPathsMeta>;
export type SearchView = SearchMatchesView | SearchPathsView;
export type WebSearchView = Card<"web", { kind: "search" } & WebSearchMeta>;
export type WebFetchView = Card<"web", { kind: "fetch" } & WebFetchMeta>;
export type WebView = WebSearchView | WebFetchView;

export type ContentBlock = TextBlock;

/** What a call looks like before its result is there. Never a search or web card. */
export type GenericView = {
  card: "generic";
  title?: string;
  kind?: "read" | "search" | "fetch" | "other";
  rawInput?: unknown;
  content?: ContentBlock[];
};

export type CardIssueCode =
  | "missing"
  | "wrong-type"
  | "unknown-shape"
  | "dropped"
  | "null-as-absent"
  | "truncated-assumed"
  | "view-as-meta"
  | "title-in-meta"
  | "content-in-meta"
  | "json-string"
  | "not-json"
  | "mcp-result"
  | "tool-result"
  | "error-result";

/** `path` is a JSON Pointer into the input; "" is the input itself. */
export type CardIssue = { path: string; code: CardIssueCode; message: string };

/** `text` is the fallback text, where the input carried one. */
export type ParsedCard =
  | { ok: true; view: SearchView | WebView; issues: CardIssue[]; text?: string }
  | { ok: false; issues: CardIssue[]; text?: string };

export type LinkFlag = "userinfo" | "idn" | "ip" | "port" | "scheme";

export type SafeLink = {
  /** http or https, without credentials. Absent when the input must not be a link. */
  href?: string;
  /** As the network sees it: punycode, with a port that is not the default. */
  host: string;
  /** `host` for people: Unicode where every label keeps to one script. */
  hostDisplay: string;
  flags: LinkFlag[];
};
