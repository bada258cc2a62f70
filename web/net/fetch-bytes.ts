// One page as bytes: policy → request → redirects → limits. Nothing here knows
// what a page means. The edge handler's /fetch and the tool share it.
import { parseContentType } from "./content-type.ts";
import type { Deadline } from "./deadline.ts";
import type { NetworkPolicy } from "./network-policy.ts";
import { discardBody, readBody } from "./read-body.ts";
import { nextHop, redirectLocation } from "./redirects.ts";
import { isBrowser, networkFailure } from "./runtime.ts";
import { WebError } from "./web-error.ts";
import type { WebLimits } from "./web-limits.ts";

/** What a page is asked for, best first. At most 128 bytes: longer, a browser would ask the server's leave (CORS preflight). */
export const acceptHeader =
  "text/markdown, text/html;q=0.9, application/xhtml+xml;q=0.9, text/plain;q=0.8, application/json;q=0.8, */*;q=0.1";

export const userAgent = "Sonde/0.1 (web_fetch; fetches pages a user's agent asks for)";

export type FetchedBytes = {
  /** The address that answered, without fragment. */
  url: string;
  status: number;
  /** Content-Type as the server sent it, or "". */
  contentType: string;
  /** Whether the answer may be kept for later calls. */
  storable: boolean;
  bytes: Uint8Array;
  /** The body was cut at the byte limit. */
  truncated: boolean;
  /** Content-Length as claimed, where the body was not read. */
  claimedBytes?: number;
  /** The addresses that redirects led to, in order. */
  redirects: string[];
};

export type FetchBytesOptions = {
  fetch: typeof fetch;
  policy: NetworkPolicy;
  limits: WebLimits;
  deadline: Deadline;
  /** Whether a body of this declared type is worth reading; it is skipped when the size is known anyway. */
  wants?: (essence: string) => boolean;
};

/**
 * Fetches a checked URL. Redirects are followed by hand, each hop checked before
 * it is requested. Throws WebError: refusals, WEB_FETCH_TOO_LARGE when a 2xx
 * answer announces more than `maxBytes`, timeouts, aborts, network failures.
 */
export async function fetchBytes(url: URL, options: FetchBytesOptions): Promise<FetchedBytes> {
  const { policy, limits, deadline } = options;
  await deadline.race(policy.checkResolution(url));
  const visited = [url];
  let current = url;
  for (;;) {
    const response = await request(current, options);
    const location = redirectLocation(response);
    if (location === undefined) return receive(current, response, visited.slice(1), options);
    discardBody(response);
    current = await deadline.race(nextHop(visited, location, policy, limits.maxRedirects));
    visited.push(current);
  }
}

async function request(url: URL, options: FetchBytesOptions): Promise<Response> {
  const response = await send(url, acceptHeader, options);
  if (response.status !== 406) return response;
  discardBody(response);
  return send(url, "*/*", options);
}

async function send(url: URL, accept: string, { fetch, deadline }: FetchBytesOptions): Promise<Response> {
  let response: Response;
  try {
    response = await deadline.race(fetch(url.href, requestInit(accept, deadline.signal)));
  } catch (error) {
    throw deadline.ended() ?? networkFailure(error, url);
  }
  // A browser hides where a redirect leads, so no hop could be checked: refused rather than followed blindly.
  if (response.type === "opaqueredirect" || response.type === "opaque") {
    throw WebError.of("WEB_CORS_BLOCKED", { url: url.href });
  }
  // Threat: a fetch that follows redirects on its own has already left the checked address.
  if (response.redirected) {
    discardBody(response);
    throw WebError.of("WEB_REDIRECT_BLOCKED", {
      url: url.href,
      target: response.url,
      detail: 'the configured fetch ignores redirect: "manual"',
    });
  }
  return response;
}

/**
 * Threats: cookies or ambient logins that turn a public URL into a private page
 * (`credentials`), and an address that leaks where the user was (`referrer`).
 * Some edge runtimes have no such fields and reject them, and send neither.
 */
function requestInit(accept: string, signal: AbortSignal): RequestInit {
  const init: RequestInit = { method: "GET", redirect: "manual", signal, headers: { accept } };
  // A browser names itself; a header of ours would cost a preflight.
  if (!isBrowser()) init.headers = { accept, "user-agent": userAgent };
  if ("credentials" in Request.prototype) init.credentials = "omit";
  if ("referrerPolicy" in Request.prototype) init.referrerPolicy = "no-referrer";
  return init;
}

async function receive(
  url: URL,
  response: Response,
  hops: readonly URL[],
  { limits, deadline, wants }: FetchBytesOptions,
): Promise<FetchedBytes> {
  const contentType = response.headers.get("content-type") ?? "";
  const claimed = claimedLength(response);
  const facts = {
    url: url.href,
    status: response.status,
    contentType,
    storable: isStorable(response),
    redirects: hops.map((hop) => hop.href),
  };
  if (claimed !== undefined && wants && !wants(parseContentType(contentType).essence)) {
    discardBody(response);
    return { ...facts, bytes: new Uint8Array(0), truncated: false, claimedBytes: claimed };
  }
  const ok = response.status >= 200 && response.status < 300;
  if (ok && claimed !== undefined && claimed > limits.maxBytes) {
    discardBody(response);
    throw WebError.of("WEB_FETCH_TOO_LARGE", { url: url.href, limit: limits.maxBytes });
  }
  try {
    const body = await readBody(response, limits.maxBytes, deadline);
    return { ...facts, ...body };
  } catch (error) {
    throw deadline.ended() ?? networkFailure(error, url);
  }
}

function claimedLength(response: Response): number | undefined {
  const header = response.headers.get("content-length");
  return header !== null && /^\s*\d+\s*$/.test(header) ? Number(header) : undefined;
}

function isStorable(response: Response): boolean {
  return !/(?:^|[\s,])no-store(?:$|[\s,;=])/i.test(response.headers.get("cache-control") ?? "");
}
