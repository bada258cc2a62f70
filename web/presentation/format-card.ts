import { formatSearch } from "./format-search.ts";
import { formatWeb } from "./format-web.ts";
import type { SearchView, WebView } from "./types.ts";

export type CardFormat = "text" | "markdown" | "rg" | "json";

/**
 * A card as text to copy. `text` and `markdown` state every cut; `rg` is the
 * heading form of ripgrep (path line, then `<line number>:<text>`, files apart
 * by a blank line), which parses back to the same rows; `json` parses back to
 * the view. A line feed inside a path or line becomes `␊`, since it would
 * imitate a row. Web cards have no rg form: their text is given.
 */
export function formatCard(view: SearchView | WebView, options: { as: CardFormat }): string {
  if (options.as === "json") return JSON.stringify(view, null, 2);
  return view.card === "search" ? formatSearch(view, options.as) : formatWeb(view, options.as === "markdown");
}
