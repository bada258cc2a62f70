// Client of the edge handler's POST /fetch: how a browser reads pages of other
// origins. The proxy applies the network policy itself; what it says about the
// final address is checked again here.
import { errorTexts } from "../contract/errors.generated.ts";
import { decodeBase64 } from "./base64.ts";
import type { Deadline } from "./deadline.ts";
import type { FetchedBytes } from "./fetch-bytes.ts";
import type { NetworkPolicy } from "./network-policy.ts";
import { readBody } from "./read-body.ts";
import { WebError } from "./web-error.ts";
import type { WebLimits } from "./web-limits.ts";

export type ProxyOptions = {
  /** Address of the edge handler's `/fetch`. */
  url: string;
  /** Sent with every request: the proxy's token, never a page's. */
  headers?: Readonly<Record<string, string>>;
};

/** Body of `POST /fetch`. */
export type ProxyRequest = { url: string };

/** Answer of `POST /fetch`. `bodyBase64`: the entity's bytes after content decoding. */
export type ProxyResponse = {
  url: string;
  finalUrl: string;
  status: number;
  headers: { "content-type"?: string; "x-markdown-tokens"?: string; "cache-control"?: string };
  truncated: boolean;
  bodyBase64: string;
};

type ProxyFetchOptions = { fetch: typeof fetch; policy: NetworkPolicy; limits: WebLimits; deadline: Deadline };

/** Fetches a checked URL through the proxy. Throws the proxy's own WebError, WEB_RATE_LIMITED on 429, or what went wrong with the proxy itself. */
export async function fetchThroughProxy(
  url: URL,
  proxy: ProxyOptions,
  options: ProxyFetchOptions,
): Promise<FetchedBytes> {
  const { deadline, limits } = options;
  let response: Response;
  let text: string;
  try {
    response = await deadline.race(
      options.fetch(proxy.url, {
        method: "POST",
        redirect: "manual",
        signal: deadline.signal,
        headers: { "content-type": "application/json", accept: "application/json", ...proxy.headers },
        body: JSON.stringify({ url: url.href } satisfies ProxyRequest),
      }),
    );
    // Base64 takes four bytes for three, and the JSON around it is small.
    const body = await readBody(response, Math.ceil((limits.maxBytes * 4) / 3) + 65_536, deadline);
    if (body.truncated) throw proxyFailure("its answer is larger than the byte limit allows");
    text = new TextDecoder().decode(body.bytes);
  } catch (error) {
    if (error instanceof WebError) throw error;
    // A browser tells a proxy that is down from one that refuses this page's origin as little as from a wrong address.
    throw deadline.ended() ?? proxyFailure("it gave no answer; check its address, and that it admits this origin");
  }
  const json = parse(text);
  if (!response.ok) throw refusal(response.status, json);
  return accept(url, json, options);
}

function accept(url: URL, json: unknown, { policy, limits }: ProxyFetchOptions): FetchedBytes {
  if (!isProxyResponse(json) || !URL.canParse(json.finalUrl)) throw proxyFailure("its answer has another shape");
  const finalUrl = new URL(json.finalUrl);
  finalUrl.hash = "";
  policy.checkTarget(finalUrl);
  const bytes = decodeBase64(json.bodyBase64);
  if (!bytes) throw proxyFailure("its body is not base64");
  const redirected = finalUrl.href !== url.href;
  return {
    url: finalUrl.href,
    status: json.status,
    contentType: json.headers["content-type"] ?? "",
    storable: !/no-store/i.test(json.headers["cache-control"] ?? ""),
    bytes: bytes.subarray(0, limits.maxBytes),
    truncated: json.truncated || bytes.length > limits.maxBytes,
    redirects: redirected ? [finalUrl.href] : [],
  };
}

function isProxyResponse(json: unknown): json is ProxyResponse {
  if (typeof json !== "object" || json === null) return false;
  const { finalUrl, status, headers, truncated, bodyBase64 } = json as Partial<ProxyResponse>;
  return (
    typeof finalUrl === "string" &&
    Number.isInteger(status) &&
    typeof headers === "object" &&
    headers !== null &&
    Object.values(headers).every((value) => typeof value === "string") &&
    typeof truncated === "boolean" &&
    typeof bodyBase64 === "string"
  );
}

function refusal(status: number, json: unknown): WebError {
  const error: unknown = typeof json === "object" && json !== null && "error" in json ? json.error : undefined;
  const { code, message } = (typeof error === "object" && error !== null ? error : {}) as {
    code?: unknown;
    message?: unknown;
  };
  if (typeof code === "string" && typeof message === "string" && isWebCode(code))
    return new WebError(code, message.slice(0, 2000));
  if (status === 429)
    return WebError.of("WEB_RATE_LIMITED", { detail: "the web proxy takes no more requests now (HTTP 429)" });
  return proxyFailure(`it answered HTTP ${status}`);
}

function isWebCode(code: string): code is Extract<keyof typeof errorTexts, `WEB_${string}`> {
  return code.startsWith("WEB_") && Object.hasOwn(errorTexts, code);
}

function proxyFailure(detail: string): WebError {
  return WebError.of("WEB_INVALID_URL", { detail: `the configured web proxy failed: ${detail}` });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
