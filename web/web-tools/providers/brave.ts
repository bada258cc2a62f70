import type { Provider } from "./provider.ts";
import { objectList, requestJson, sourcesOf, textOf } from "./request-json.ts";

export type BraveOptions = { apiKey: string; fetch?: typeof fetch; url?: string };

const freshness = { day: "pd", week: "pw", month: "pm", year: "py" } as const;

/** Brave Search. Follows https://api-dashboard.search.brave.com/app/documentation/web-search/get-started. */
export function brave({
  apiKey,
  fetch,
  url = "https://api.search.brave.com/res/v1/web/search",
}: BraveOptions): Provider {
  const id = "brave";
  return {
    id,
    async search(query, { maxResults, signal, recency }) {
      const address = new URL(url);
      address.searchParams.set("q", query);
      address.searchParams.set("count", String(Math.min(maxResults, 20)));
      if (recency) address.searchParams.set("freshness", freshness[recency]);
      const headers = { accept: "application/json", "x-subscription-token": apiKey };
      const json = await requestJson({ provider: id, url: address.href, init: { headers }, fetch, signal });
      // A query without web results has no `web` at all; an answer of another kind has no `type`.
      const web = json.web ?? (json.type === "search" ? { results: [] } : undefined);
      const results = objectList(id, (web as Record<string, unknown> | undefined)?.results, "web.results");
      const sources = results.map((result) => ({
        url: textOf(result.url),
        title: textOf(result.title),
        snippet: textOf(result.description),
        publishedAt: textOf(result.page_age),
      }));
      return { sources: sourcesOf(id, sources) };
    },
  };
}
