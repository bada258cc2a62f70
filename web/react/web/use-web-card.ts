import { useMemo } from "react";
import { safeLink } from "../../presentation/safe-link.ts";
import type { SafeLink, WebSource, WebView } from "../../presentation/types.ts";
import { onOneLine } from "../text/visible.ts";

export type WebSourceModel = WebSource & {
  /** 1-based, as `[n]` in an answer means it. */
  number: number;
  link: SafeLink;
  /** What to call it: its title, else its host, else its address. */
  name: string;
  /** A page that was fetched later. */
  isRead: boolean;
};

export type StatusKind = "2" | "3" | "4" | "5" | "Other";

export type WebCardModel =
  | { kind: "search"; sources: readonly WebSourceModel[]; answer: string | undefined; isTruncated: boolean }
  | { kind: "fetch"; url: string; link: SafeLink; statusCode: number; statusKind: StatusKind; isTruncated: boolean };

/** The web card without its markup. */
export function useWebCard(view: WebView, options: { readUrls?: readonly string[] } = {}): WebCardModel {
  const { readUrls } = options;
  return useMemo(() => {
    const isTruncated = view.truncated;
    if (view.kind === "fetch") {
      const { url, statusCode } = view;
      return { kind: "fetch", url, link: safeLink(url), statusCode, statusKind: statusKindOf(statusCode), isTruncated };
    }
    const read = new Set(readUrls?.map(pageOf));
    const sources = view.sources.map((source, index) => {
      const link = safeLink(source.url);
      const name = onOneLine(source.title ?? "").trim() || link.hostDisplay || source.url;
      return { ...source, number: index + 1, link, name, isRead: read.has(pageOf(source.url)) };
    });
    return { kind: "search", sources, answer: view.answer, isTruncated };
  }, [view, readUrls]);
}

function statusKindOf(code: number): StatusKind {
  const kinds: Record<number, StatusKind | undefined> = { 2: "2", 3: "3", 4: "4", 5: "5" };
  return kinds[Math.floor(code / 100)] ?? "Other";
}

/** A page is the same page at any of its fragments. */
function pageOf(url: string): string {
  return (safeLink(url).href ?? url).replace(/#.*$/s, "");
}
