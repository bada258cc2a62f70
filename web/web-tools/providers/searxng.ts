import type { Provider } from "./provider.ts";
import { objectList, providerError, requestJson, sourcesOf, textOf } from "./request-json.ts";

export type SearxngOptions = {
  /** Address of the instance; a path before `/search` is kept. May be a private address: you configure it, no page does. */
  url: string;
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
};

const timeRanges = { day: "day", week: "week", month: "month", year: "year" } as const;

/** A SearXNG instance. Follows https://docs.searxng.org/dev/search_api.html. */
export function searxng({ url, headers, fetch }: SearxngOptions): Provider {
  const id = "searxng";
  return {
    id,
    async search(query, { signal, recency }) {
      if (!URL.canParse(url)) throw providerError(id, "its configured address is not a URL");
      const address = new URL(url);
      address.pathname = `${address.pathname.replace(/\/(?:search\/?)?$/, "")}/search`;
      address.searchParams.set("q", query);
      address.searchParams.set("format", "json");
      if (recency) address.searchParams.set("time_range", timeRanges[recency]);
      const json = await requestJson({
        provider: id,
        url: address.href,
        init: { headers: { accept: "application/json", ...headers } },
        fetch,
        signal,
        hints: { 403: "the instance refuses JSON; add json to search.formats in its settings.yml" },
      });
      const results = objectList(id, json.results, "results");
      const answer = answersOf(json.answers);
      const silent = silentEngines(json.unresponsive_engines);
      // No results while engines were throttled says nothing about the web.
      if (results.length === 0 && answer === undefined && silent.length > 0) {
        throw providerError(id, `its engines did not answer (${silent.join(", ")})`);
      }
      const sources = results.map((result) => ({
        url: textOf(result.url),
        title: textOf(result.title),
        snippet: textOf(result.content),
        publishedAt: textOf(result.publishedDate),
      }));
      return { sources: sourcesOf(id, sources), ...(answer !== undefined && { answer }) };
    },
  };
}

/** Answers are texts, or objects with an `answer` in newer instances. */
function answersOf(value: unknown): string | undefined {
  if (!Array.isArray(value)) return undefined;
  const texts = value.map((item: unknown) =>
    textOf(typeof item === "object" && item !== null && "answer" in item ? item.answer : item),
  );
  return texts.filter((text) => text !== undefined).join("\n\n") || undefined;
}

/** `[engine, reason]` pairs. */
function silentEngines(value: unknown): string[] {
  if (!Array.isArray(value)) return [];
  return value
    .map((item: unknown) =>
      Array.isArray(item) ? item.filter((part) => typeof part === "string").join(": ") : textOf(item),
    )
    .filter((text): text is string => text !== undefined && text !== "")
    .slice(0, 10);
}
