import type { NetworkPolicy } from "./network-policy.ts";
import { sameSite } from "./same-site.ts";
import { WebError } from "./web-error.ts";

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** The Location of a redirect answer, or undefined when the answer is a result of its own. */
export function redirectLocation(response: Response): string | undefined {
  if (!redirectStatuses.has(response.status)) return undefined;
  const location = response.headers.get("location");
  return location === null || location.trim() === "" ? undefined : location;
}

/**
 * The next hop, checked by the same policy as the first URL BEFORE any request
 * is made to it. Threats: a public page that points at a private address, at
 * another scheme, at another origin than the one that was asked for, back to
 * http, or round in circles. `visited` holds the hops so far, the current one
 * last. Throws WEB_REDIRECT_BLOCKED, WEB_DOMAIN_BLOCKED or WEB_RESOLVE_BLOCKED.
 */
export async function nextHop(
  visited: readonly URL[],
  location: string,
  policy: NetworkPolicy,
  maxRedirects: number,
): Promise<URL> {
  const from = visited[visited.length - 1];
  const origin = visited[0];
  if (!from || !origin) throw new RangeError("nextHop needs the current URL");
  const text = decodeLocation(location.trim());
  const refused = (target: string, detail: string) =>
    WebError.of("WEB_REDIRECT_BLOCKED", { url: from.href, target, detail });
  if (!URL.canParse(text, from.href)) throw refused(JSON.stringify(text.slice(0, 200)), "the target is not a URL");
  const target = new URL(text, from.href);
  target.hash = "";
  try {
    policy.checkTarget(target);
  } catch (error) {
    if (error instanceof WebError && error.code !== "WEB_DOMAIN_BLOCKED") throw refused(shown(target), error.message);
    throw error;
  }
  if (from.protocol === "https:" && target.protocol === "http:") {
    throw refused(target.href, "it goes from https back to http");
  }
  if (visited.some((hop) => hop.href === target.href)) throw refused(target.href, "the redirects form a loop");
  if (visited.length > maxRedirects) throw refused(target.href, `there are more than ${maxRedirects} redirects`);
  if (!mayFollow(from, target, policy)) {
    throw refused(target.href, "it leads to another origin; fetch that address itself if you trust it");
  }
  await policy.checkResolution(target);
  return target;
}

function mayFollow(from: URL, target: URL, policy: NetworkPolicy): boolean {
  if (from.origin === target.origin) return true;
  // The everyday upgrade: one host, http to https.
  if (from.hostname === target.hostname && from.protocol === "http:" && target.protocol === "https:") return true;
  if (policy.crossOrigin === "any") return true;
  return policy.crossOrigin === "same-site" && sameSite(from.hostname, target.hostname);
}

/** A refused target as the message may show it: the model must not learn credentials from it. */
function shown(target: URL): string {
  if (target.username === "" && target.password === "") return target.href.slice(0, 500);
  const bare = new URL(target.href);
  bare.username = "";
  bare.password = "";
  return bare.href.slice(0, 500);
}

/** Header values arrive as one char a byte; servers send raw UTF-8 in Location nonetheless. */
function decodeLocation(location: string): string {
  if (!/[\x80-\xff]/.test(location) || /[^\x00-\xff]/.test(location)) return location;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(location, (char) => char.charCodeAt(0)));
  } catch {
    return location;
  }
}
