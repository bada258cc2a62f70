import type { Provider, ProviderAnswer } from "./provider.ts";
import { objectList, requestJson, sourcesOf, textOf } from "./request-json.ts";

export type RemoteSearchOptions = {
  /** Address of the edge handler's `/search`. */
  url: string;
  /** Sent with every request: the handler's token. The provider's key stays on the server. */
  headers?: Readonly<Record<string, string>>;
  fetch?: typeof fetch;
};

/** Body of `POST /search`. */
export type RemoteSearchRequest = {
  query: string;
  maxResults: number;
  domains: { allowed?: readonly string[]; blocked?: readonly string[] };
  recency?: string;
};

/** Search through our edge handler: browsers can't call providers themselves (CORS), and must not hold their keys. */
export function remoteSearch({ url, headers, fetch }: RemoteSearchOptions): Provider {
  const id = "remote";
  return {
    id,
    async search(query, { maxResults, signal, domains, recency }): Promise<ProviderAnswer> {
      const request: RemoteSearchRequest = { query, maxResults, domains, ...(recency && { recency }) };
      const init = {
        method: "POST",
        headers: { "content-type": "application/json", accept: "application/json", ...headers },
        body: JSON.stringify(request),
      };
      const json = await requestJson({ provider: id, url, init, fetch, signal });
      const sources = objectList(id, json.sources, "sources").map((source) => ({
        url: textOf(source.url),
        title: textOf(source.title),
        snippet: textOf(source.snippet),
        publishedAt: textOf(source.publishedAt),
      }));
      const answer = textOf(json.answer);
      return {
        sources: sourcesOf(id, sources),
        truncated: json.truncated === true,
        ...(answer !== undefined && { answer }),
      };
    },
  };
}
