import type { Provider } from "./provider.ts";
import { objectList, requestJson, sourcesOf, textOf } from "./request-json.ts";

export type TavilyOptions = {
  apiKey: string;
  fetch?: typeof fetch;
  url?: string;
  /** Ask for a written answer too. Default true. */
  answer?: boolean;
};

/** Tavily. Follows https://docs.tavily.com/documentation/api-reference/endpoint/search. */
export function tavily({
  apiKey,
  fetch,
  url = "https://api.tavily.com/search",
  answer = true,
}: TavilyOptions): Provider {
  const id = "tavily";
  return {
    id,
    async search(query, { maxResults, signal, domains, recency }) {
      const body = {
        query,
        max_results: Math.min(maxResults, 20),
        include_answer: answer,
        ...(domains.allowed && { include_domains: domains.allowed.map(bare) }),
        ...(domains.blocked && { exclude_domains: domains.blocked.map(bare) }),
        ...(recency && { time_range: recency }),
      };
      const headers = {
        "content-type": "application/json",
        accept: "application/json",
        authorization: `Bearer ${apiKey}`,
      };
      const init = { method: "POST", headers, body: JSON.stringify(body) };
      const json = await requestJson({
        provider: id,
        url,
        init,
        fetch,
        signal,
        hints: { 432: "its plan's limit is reached", 433: "its pay-as-you-go limit is reached" },
      });
      const sources = objectList(id, json.results, "results").map((result) => ({
        url: textOf(result.url),
        title: textOf(result.title),
        snippet: textOf(result.content),
        publishedAt: textOf(result.published_date),
      }));
      const text = textOf(json.answer);
      return { sources: sourcesOf(id, sources), ...(text !== undefined && { answer: text }) };
    },
  };
}

/** Tavily has no rule for subdomains alone; ours is applied to its results. A block rule for them must not drop the apex there. */
function bare(domain: string): string {
  return domain.replace(/^\*?\./, "");
}
