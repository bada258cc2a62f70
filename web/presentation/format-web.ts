import { escapeMarkdown, oneLine } from "./format-search.ts";
import { safeLink } from "./safe-link.ts";
import type { WebSource, WebView } from "./types.ts";

export function formatWeb(view: WebView, isMarkdown: boolean): string {
  const plain = isMarkdown ? (text: string) => escapeMarkdown(oneLine(text)) : oneLine;
  const blocks = view.title === undefined ? [] : [plain(view.title)];
  if (view.kind === "fetch") {
    blocks.push(`Fetched ${link(view.url, view.url, isMarkdown)} (HTTP ${view.statusCode})`);
    if (view.truncated) blocks.push("(The page was cut.)");
    return blocks.join("\n\n");
  }
  if (view.answer !== undefined) blocks.push(isMarkdown ? inertMarkdown(view.answer) : view.answer);
  const sources = view.sources.map((source, index) => `${index + 1}. ${formatSource(source, isMarkdown, plain)}`);
  blocks.push(sources.length > 0 ? `Sources:\n\n${sources.join("\n")}` : "No sources");
  if (view.truncated) blocks.push("(The list of sources or the answer was cut.)");
  return blocks.join("\n\n");
}

function formatSource(source: WebSource, isMarkdown: boolean, plain: (text: string) => string): string {
  const title = source.title || safeLink(source.url).host || source.url;
  const snippet = source.snippet ? ` — ${plain(source.snippet)}` : "";
  const date = source.publishedAt ? ` (${plain(source.publishedAt)})` : "";
  return `${link(source.url, title, isMarkdown)}${snippet}${date}`;
}

/** In text the address always stands beside the title; in Markdown it is a link only when safeLink allows it. */
function link(url: string, title: string, isMarkdown: boolean): string {
  if (!isMarkdown) return title === url ? oneLine(url) : `${oneLine(title)} <${oneLine(url)}>`;
  const { href } = safeLink(url);
  return href === undefined ? escapeMarkdown(oneLine(title)) : `[${escapeMarkdown(oneLine(title))}](<${href}>)`;
}

/** Provider text keeps its Markdown, but nothing that would load or run where it is pasted. */
function inertMarkdown(markdown: string): string {
  return markdown.replace(/!(?=\[)|<(?=[a-z!/?])/gi, "\\$&");
}
