// web_search and web_fetch for any runtime with fetch. See webTools.
export type { CrossOrigin, PolicyOptions } from "../net/network-policy.ts";
export { type CachedPage, cacheApiStore, memoryCache, type PageCache } from "../net/page-cache.ts";
export type { ProxyOptions, ProxyRequest, ProxyResponse } from "../net/proxy-client.ts";
export { WebError } from "../net/web-error.ts";
export { defaultWebLimits, type WebLimits } from "../net/web-limits.ts";
export { type Converted, type ConvertFormat, convert, type HtmlConverter } from "./html/convert.ts";
export type { ConvertHook } from "./interpret.ts";
export { type BraveOptions, brave } from "./providers/brave.ts";
export type { Provider, ProviderAnswer, ProviderQuery, ProviderSource } from "./providers/provider.ts";
export { type RemoteSearchOptions, type RemoteSearchRequest, remoteSearch } from "./providers/remote-search.ts";
export { type SearxngOptions, searxng } from "./providers/searxng.ts";
export { type TavilyOptions, tavily } from "./providers/tavily.ts";
export type { SearchMeta } from "./search-meta.ts";
export type { WebSource } from "./sources.ts";
export type { FetchMeta } from "./web-fetch.ts";
export { type CallOptions, type WebTools, type WebToolsOptions, webTools } from "./web-tools.ts";
