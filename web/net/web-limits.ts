// Numbers of the web tools that are no tool argument; argument bounds live in
// the tool descriptors (core/contract/tools.json).

export type WebLimits = {
  /** Longest URL that is fetched. Unit: UTF-16 units. */
  maxUrlLength: number;
  /** Largest body that is read, after content decoding. Unit: bytes. */
  maxBytes: number;
  /** Time of one call, redirects and body included. Unit: milliseconds. */
  timeoutMs: number;
  /** Redirect hops that are followed. */
  maxRedirects: number;
  /** Page size when the call names none. Unit: UTF-16 units of the converted body. */
  defaultChars: number;
  /** Body shown of an answer that is not 2xx. Unit: UTF-16 units. */
  errorBodyChars: number;
  /** Largest JSON body that is re-indented. Unit: UTF-16 units. */
  prettyJsonChars: number;
  /** Life of a cached page. Unit: milliseconds. */
  cacheTtlMs: number;
  /** Pages kept by the built-in cache, and their text together. Units: pages, UTF-16 units. */
  cacheMaxPages: number;
  cacheMaxChars: number;
  /** Largest meta of web_search, and the share of it that answers may take. Unit: UTF-8 bytes of compact JSON. */
  metaMaxBytes: number;
  answerMaxBytes: number;
  /** Time that one provider gets before the next in the chain is asked. Unit: milliseconds. */
  providerTimeoutMs: number;
  /** Largest answer of a provider. Unit: bytes. */
  providerMaxBytes: number;
};

export const defaultWebLimits: Readonly<WebLimits> = {
  maxUrlLength: 2048,
  maxBytes: 5_000_000,
  timeoutMs: 30_000,
  maxRedirects: 5,
  defaultChars: 50_000,
  errorBodyChars: 4_000,
  prettyJsonChars: 1_000_000,
  cacheTtlMs: 15 * 60_000,
  cacheMaxPages: 64,
  cacheMaxChars: 20_000_000,
  metaMaxBytes: 65_536,
  answerMaxBytes: 16_384,
  providerTimeoutMs: 10_000,
  providerMaxBytes: 4_000_000,
};
