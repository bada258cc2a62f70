// From untrusted meta to views. Whatever is passed, nothing here throws.
import { ignore, isRecord, type Reading, read } from "./shape.ts";
import { searchMatches, searchPaths, webFetch, webSearch } from "./shapes.ts";
import type { SearchView, WebView } from "./types.ts";

const strictly: Reading = { report: ignore, lenient: false };

/** The search card of a grep, glob or signal_grep meta; undefined when the meta can't be trusted. */
export function searchViewFromMeta(meta: unknown): SearchView | undefined {
  return attempt(() => readSearchView(meta, strictly));
}

/** The web card of a web_search or web_fetch meta; undefined when the meta can't be trusted. */
export function webViewFromMeta(meta: unknown): WebView | undefined {
  return attempt(() => readWebView(meta, strictly));
}

export function readSearchView(meta: unknown, reading: Reading): SearchView | undefined {
  const shape = isRecord(meta) ? meta.shape : undefined;
  if (shape === "matches") return tagged("search", read(searchMatches, meta, reading));
  if (shape === "paths") return tagged("search", read(searchPaths, meta, reading));
  reading.report(isRecord(meta) ? "/shape" : "", isRecord(meta) ? "unknown-shape" : "wrong-type");
  return undefined;
}

/** A meta with `sources` is a search, whatever else it holds. */
export function readWebView(meta: unknown, reading: Reading): WebView | undefined {
  if (isRecord(meta) && meta.sources === undefined) {
    const fetched = read(webFetch, meta, reading);
    return fetched && { card: "web", kind: "fetch", ...fetched };
  }
  const searched = read(webSearch, meta, reading);
  return searched && { card: "web", kind: "search", ...searched };
}

function tagged<Meta extends object>(card: "search", meta: Meta | undefined): ({ card: "search" } & Meta) | undefined {
  return meta && { card, ...meta };
}

/** JSON can't throw when it is read, but a live object (a proxy, a getter) can. */
export function attempt<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
