import type { ToolResult } from "../contract/types.ts";
import { kindOfType } from "../net/content-type.ts";
import { type Deadline, startDeadline } from "../net/deadline.ts";
import { acceptHeader, fetchBytes } from "../net/fetch-bytes.ts";
import type { NetworkPolicy } from "../net/network-policy.ts";
import { type CachedPage, cacheKey, type PageCache } from "../net/page-cache.ts";
import { fetchThroughProxy, type ProxyOptions } from "../net/proxy-client.ts";
import type { WebLimits } from "../net/web-limits.ts";
import { fetchArguments } from "./arguments.ts";
import { fetchText } from "./fetch-text.ts";
import type { ConvertFormat, HtmlConverter } from "./html/convert.ts";
import { type ConvertHook, interpret } from "./interpret.ts";
import { type PageBody, pageBody } from "./page-body.ts";
import { pageOf } from "./paging.ts";

export type FetchContext = {
  fetch: typeof fetch;
  policy: NetworkPolicy;
  limits: WebLimits;
  proxy?: ProxyOptions | undefined;
  cache?: PageCache | undefined;
  /** For bodies that are no text. */
  hook?: ConvertHook | undefined;
  convert: HtmlConverter;
  /** Converted bodies, so that the next page of one is not converted again. Holds nothing once the cache has let a page go. */
  bodies: WeakMap<CachedPage, Map<string, PageBody>>;
  randomId: () => string;
};

/** Meta of web_fetch: what the card shows. Never the body. */
export type FetchMeta = { url: string; statusCode: number; truncated: boolean };

/** Runs web_fetch. Throws SondeError for what the caller reports as an error result. */
export async function webFetch(
  context: FetchContext,
  args: unknown,
  signal: AbortSignal | undefined,
  withValue: boolean,
): Promise<ToolResult> {
  const { limits, policy } = context;
  const { url: text, format, offset, maxChars = limits.defaultChars } = fetchArguments(args);
  const url = policy.checkUrl(text);
  const deadline = startDeadline(signal, limits.timeoutMs, url.href);
  try {
    const page = await loadPage(context, url, deadline);
    return present(context, page, bodyOf(context, page, format), { offset, maxChars, withValue });
  } finally {
    deadline.dispose();
  }
}

async function loadPage(context: FetchContext, url: URL, deadline: Deadline): Promise<CachedPage> {
  const { cache, policy, limits } = context;
  const ended = deadline.ended();
  if (ended) throw ended;
  const key = cacheKey(url, acceptHeader);
  const cached = await deadline.race(Promise.resolve(cache?.get(key)).catch(() => undefined));
  if (cached) {
    // A shared cache may hold what this policy refuses.
    policy.checkTarget(new URL(cached.url));
    return cached;
  }
  const { fetch, proxy, hook } = context;
  const wants = (essence: string) => hook !== undefined || kindOfType(essence) !== "binary";
  const fetched = await (proxy
    ? fetchThroughProxy(url, proxy, { fetch, policy, limits, deadline })
    : fetchBytes(url, { fetch, policy, limits, deadline, wants }));
  const page = await deadline.race(interpret(fetched, hook));
  const ok = page.status >= 200 && page.status < 300;
  if (ok && fetched.storable)
    await deadline.race(Promise.resolve(cache?.put(key, page, limits.cacheTtlMs)).catch(() => undefined));
  return page;
}

function bodyOf(context: FetchContext, page: CachedPage, format: ConvertFormat): PageBody {
  const known = context.bodies.get(page) ?? new Map<string, PageBody>();
  context.bodies.set(page, known);
  const body =
    known.get(format) ??
    pageBody(page, format, { convert: context.convert, prettyJsonChars: context.limits.prettyJsonChars });
  known.set(format, body);
  return body;
}

type Shown = { offset: number; maxChars: number; withValue: boolean };

function present(context: FetchContext, source: CachedPage, body: PageBody, shown: Shown): ToolResult {
  const { limits } = context;
  const isErrorAnswer = source.status < 200 || source.status >= 300;
  const maxChars = isErrorAnswer ? Math.min(shown.maxChars, limits.errorBodyChars) : shown.maxChars;
  const page = pageOf(body.content, isErrorAnswer ? 0 : shown.offset, maxChars, body.kind === "markdown");
  const totalChars = body.content.length;
  const truncated = page.more || source.truncated;
  const text = fetchText({
    url: source.url,
    status: source.status,
    page,
    totalChars,
    offset: shown.offset,
    isErrorAnswer,
    nonce: context.randomId(),
    ...(source.truncated && { cutAtBytes: limits.maxBytes }),
  });
  const meta: FetchMeta = { url: source.url, statusCode: source.status, truncated };
  const result: ToolResult = { isError: false, content: [{ type: "text", text }], meta };
  if (!shown.withValue) return result;
  return {
    ...result,
    value: {
      url: source.url,
      statusCode: source.status,
      contentType: source.contentType,
      ...(body.title !== undefined && { title: body.title }),
      body: { kind: body.kind, content: page.content },
      truncated,
      ...(page.more && !isErrorAnswer && { nextOffset: page.end }),
      totalChars,
      redirects: source.redirects,
    },
  };
}
