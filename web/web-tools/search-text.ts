import { untrustedNotice } from "./fetch-text.ts";
import { linkDestination } from "./html/escape.ts";
import { markdownLine } from "./plain-line.ts";
import type { WebSource } from "./sources.ts";

export type SearchTextInput = {
  sources: readonly WebSource[];
  answer?: string | undefined;
  truncated: boolean;
  /** Which provider answered, where another one of the chain failed before. */
  fallback?: string | undefined;
};

/** What the model reads of a search. */
export function searchText({ sources, answer, truncated, fallback }: SearchTextInput): string {
  const note = fallback === undefined ? [] : [fallback];
  if (sources.length === 0 && answer === undefined) {
    return [
      ...note,
      truncated ? "No results to show: all that were found are outside of the allowed domains." : "No results found.",
    ].join("\n\n");
  }
  const parts = [untrustedNotice, ...note];
  if (answer !== undefined) parts.push(answer);
  if (sources.length > 0) parts.push(["Sources:", ...sources.map(sourceLine)].join("\n"));
  if (truncated) parts.push("There were more results than are shown; narrow the query or raise max_results.");
  parts.push("Cite the URLs of the sources that you use.");
  return parts.join("\n\n");
}

function sourceLine({ url, title, snippet, publishedAt }: WebSource): string {
  const name = markdownLine(title ?? new URL(url).host);
  const tail = snippet === undefined ? "" : ` — ${markdownLine(snippet)}`;
  const date = publishedAt === undefined ? "" : ` (${markdownLine(publishedAt)})`;
  return `- [${name}](${linkDestination(url)})${tail}${date}`;
}
