import { attempt, searchViewFromMeta, webViewFromMeta } from "./narrow.ts";
import { isRecord } from "./shape.ts";
import { callTitle } from "./titles.ts";
import type { GenericView, SearchView, WebView } from "./types.ts";

const callKinds: ReadonlyMap<string, NonNullable<GenericView["kind"]>> = new Map([
  ["grep", "search"],
  ["glob", "search"],
  ["signal_grep", "search"],
  ["web_search", "search"],
  ["read", "read"],
  ["web_fetch", "fetch"],
]);

/** What to show while a call runs. `args` may be partial, malformed or absent. Never throws. */
export function presentCall(tool: string, args: unknown): GenericView {
  return {
    card: "generic",
    title: attempt(() => callTitle(tool, args)) ?? tool,
    kind: callKinds.get(tool) ?? "other",
    ...(args !== undefined && { rawInput: args }),
  };
}

/**
 * The card of a finished call, rebuilt from `result.meta` alone. Undefined for
 * an error, a missing or malformed meta, another tool's meta and tools without
 * a card: show the result's text then. Never throws.
 */
export function presentResult(tool: string, args: unknown, result: unknown): SearchView | WebView | undefined {
  return attempt(() => {
    if (!isRecord(result) || result.isError) return undefined;
    const view = viewOf(tool, result.meta);
    return view && { ...view, title: callTitle(tool, args) };
  });
}

function viewOf(tool: string, meta: unknown): SearchView | WebView | undefined {
  if (tool === "grep" || tool === "signal_grep" || tool === "glob") {
    const view = searchViewFromMeta(meta);
    return view?.shape === (tool === "glob" ? "paths" : "matches") ? view : undefined;
  }
  if (tool === "web_search" || tool === "web_fetch") {
    const view = webViewFromMeta(meta);
    return view?.kind === (tool === "web_search" ? "search" : "fetch") ? view : undefined;
  }
  return undefined;
}
