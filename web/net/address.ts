import ipaddr from "ipaddr.js";

// Azure's platform address answers on every virtual machine there (DNS, agent,
// wire server), yet lies in space that the registries call public.
const azurePlatform = "168.63.129.16";

/** `hostname` of a URL without the brackets of an IPv6 literal. */
export function bareHost(hostname: string): string {
  return hostname.startsWith("[") && hostname.endsWith("]") ? hostname.slice(1, -1) : hostname;
}

/** Whether `host` (no brackets) is an IPv4 or IPv6 literal in a form that `new URL` can yield or a resolver returns. */
export function isAddress(host: string): boolean {
  return ipaddr.isValid(host) && (host.includes(":") || ipaddr.IPv4.isValidFourPartDecimal(host));
}

/**
 * The reason why an IP address must not be contacted, or undefined when it is public.
 *
 * Threat: server-side request forgery. A page, a redirect or a DNS answer names
 * loopback, a private network or a cloud's metadata service, and the model reads
 * what it says. `process` unwraps IPv4-mapped IPv6; addresses that embed an IPv4
 * address in another way (NAT64, 6to4, Teredo) are refused as a whole.
 */
export function refusedAddress(address: string): string | undefined {
  if (!ipaddr.isValid(address)) return "not an IP address";
  const parsed = ipaddr.process(address);
  const range = parsed.range();
  if (range !== "unicast") return `${range} address`;
  if (parsed instanceof ipaddr.IPv6) {
    if (parsed.zoneId !== undefined && parsed.zoneId !== null) return "address with a zone";
    // Only 2000::/3 is allocated; `range` calls unallocated space (such as the
    // IPv4-compatible ::a.b.c.d) unicast.
    const [first = 0] = parsed.parts;
    if (first >> 13 !== 1) return "address outside of global unicast space";
    return undefined;
  }
  return parsed.toString() === azurePlatform ? "cloud platform address" : undefined;
}
