import { errorResult, SondeError } from "../contract/sonde-error.ts";
import { webToolDescriptors } from "../contract/tools.generated.ts";
import type { ToolDescriptor, ToolResult } from "../contract/types.ts";
import { abortError } from "../net/deadline.ts";
import { networkPolicy, type PolicyOptions } from "../net/network-policy.ts";
import { memoryCache, type PageCache } from "../net/page-cache.ts";
import type { ProxyOptions } from "../net/proxy-client.ts";
import { defaultWebLimits, type WebLimits } from "../net/web-limits.ts";
import { convert, type HtmlConverter } from "./html/convert.ts";
import type { ConvertHook } from "./interpret.ts";
import type { Provider } from "./providers/provider.ts";
import { randomHex } from "./random-id.ts";
import { type FetchContext, webFetch } from "./web-fetch.ts";
import { type SearchContext, webSearch } from "./web-search.ts";

export type WebToolsOptions = {
  /** Default: the runtime's. On Node, `pinnedFetch()` of sonde/node also closes DNS rebinding. */
  fetch?: typeof fetch;
  /** Search provider, or several in order: the next one is asked when one fails. */
  search?: Provider | readonly Provider[];
  /** Our edge handler's `/fetch`, through which a browser reads pages of other origins. When given, every page goes through it. */
  proxy?: ProxyOptions;
  policy?: PolicyOptions;
  /** Where pages are kept between calls; false keeps none. Default: a bounded map of this instance. */
  cache?: PageCache | false;
  limits?: Partial<WebLimits>;
  /** Turns bodies that are no text (PDF, images) into Markdown. */
  convert?: ConvertHook;
  /** Stands in for the built-in HTML converter. */
  htmlConverter?: HtmlConverter;
  /** 128 bits of hexadecimal, for the delimiter around a page. For tests that need equal bytes. */
  randomId?: () => string;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** The call comes from a program, not a model: the canonical value is returned too. */
  nested?: boolean;
  /** Return the canonical value. */
  value?: boolean;
};

export type WebTools = {
  tools: ToolDescriptor[];
  /**
   * Runs web_search or web_fetch. What a tool can report comes back as a result
   * with `isError` and a code; rejects only for a tool that does not exist.
   */
  call(name: string, args: unknown, options?: CallOptions): Promise<ToolResult>;
};

/** The web tools. Fails with INVALID_ARGS on unusable domain rules and LIMIT_INVALID on unusable limits. */
export function webTools(options: WebToolsOptions = {}): WebTools {
  const limits = checkLimits(options.limits ?? {});
  const policyOptions = options.policy ?? {};
  const policy = networkPolicy(policyOptions, limits.maxUrlLength);
  const { search } = options;
  const cache =
    options.cache === false ? undefined : (options.cache ?? memoryCache(limits.cacheMaxPages, limits.cacheMaxChars));
  const fetchContext: FetchContext = {
    // Called without a `this`: browsers and workerd refuse fetch as a method of another object.
    fetch: (input, init) => (options.fetch ?? globalThis.fetch)(input, init),
    policy,
    limits,
    proxy: options.proxy,
    cache,
    hook: options.convert,
    convert: withFallback(options.htmlConverter),
    bodies: new WeakMap(),
    randomId: options.randomId ?? randomHex,
  };
  const searchContext: SearchContext = {
    providers: search === undefined ? [] : isList(search) ? search : [search],
    policy,
    domains: policyOptions,
    limits,
  };
  return {
    tools: structuredClone(webToolDescriptors) as ToolDescriptor[],
    async call(name, args, { signal, nested = false, value = false } = {}) {
      if (name !== "web_fetch" && name !== "web_search")
        throw new RangeError(`there is no web tool named ${JSON.stringify(name)}`);
      try {
        if (signal?.aborted) throw abortError(signal.reason, name, 0);
        if (name === "web_fetch") return await webFetch(fetchContext, args, signal, nested || value);
        return await webSearch(searchContext, args, signal, nested || value);
      } catch (error) {
        if (!(error instanceof SondeError)) throw error;
        return errorResult(error.name, error.code, error.message);
      }
    },
  };
}

function isList(search: Provider | readonly Provider[]): search is readonly Provider[] {
  return Array.isArray(search);
}

/** Another converter does Markdown only; text and clean HTML stay ours. */
function withFallback(other: HtmlConverter | undefined): HtmlConverter {
  if (!other) return convert;
  return (html, page) => ((page.format ?? "markdown") === "markdown" ? other(html, page) : convert(html, page));
}

function checkLimits(given: Partial<WebLimits>): WebLimits {
  const limits: WebLimits = { ...defaultWebLimits };
  for (const name of Object.keys(defaultWebLimits) as (keyof WebLimits)[]) {
    const value = given[name];
    if (value === undefined) continue;
    // Zero redirects is a choice; zero of anything else is a mistake.
    const least = name === "maxRedirects" ? 0 : 1;
    if (!Number.isSafeInteger(value) || value < least) throw SondeError.of("LIMIT_INVALID", { name, value });
    limits[name] = value;
  }
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(defaultWebLimits, name))
      throw SondeError.of("LIMIT_INVALID", { name, value: "an unknown name" });
  }
  return limits;
}
