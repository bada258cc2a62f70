import type { Recency } from "../arguments.ts";

/** A source as a provider names it; titles and snippets may hold HTML. */
export type ProviderSource = {
  url: string;
  title?: string | undefined;
  snippet?: string | undefined;
  publishedAt?: string | undefined;
};

export type ProviderAnswer = {
  sources: ProviderSource[];
  answer?: string | undefined;
  truncated?: boolean | undefined;
};

export type ProviderQuery = {
  /** 1 to 20. */
  maxResults: number;
  signal: AbortSignal;
  /** A provider may pass them on; results are filtered by them in any case. */
  domains: { allowed?: readonly string[]; blocked?: readonly string[] };
  recency?: Recency;
};

/**
 * A search engine. `search` resolves to what it found (an empty list only when
 * there truly is nothing) and rejects with a WebError when it could not search.
 */
export type Provider = { id: string; search(query: string, options: ProviderQuery): Promise<ProviderAnswer> };
