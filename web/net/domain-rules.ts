import { SondeError } from "../contract/sonde-error.ts";

/** Compiled domain rules: an allow list or a block list, never both. */
export type DomainRules = {
  /** Whether a host (punycode, lower case, no trailing dot) passes. */
  allows(host: string): boolean;
};

export type DomainLists = { allowed?: readonly string[] | undefined; blocked?: readonly string[] | undefined };

type Rule = { name: string; subdomainsOnly: boolean };

/** `hostname` of a URL without its one root dot. */
export function normalHost(hostname: string): string {
  return hostname.endsWith(".") ? hostname.slice(0, -1) : hostname;
}

/**
 * Compiles domain rules. `example.com` covers the apex and its subdomains,
 * `.example.com` (or `*.example.com`) the subdomains only. Names are compared
 * in punycode, so that a homograph or an upper-case spelling can't slip by.
 * An allow list that is given but empty allows nothing.
 * Fails with INVALID_ARGS when both lists are given or a rule is no domain name.
 */
export function domainRules(
  lists: DomainLists,
  names = { allowed: "allowedDomains", blocked: "blockedDomains" },
): DomainRules {
  const { allowed, blocked } = lists;
  if (allowed !== undefined && blocked !== undefined) {
    throw SondeError.of("INVALID_ARGS", { detail: `give ${names.allowed} or ${names.blocked}, not both` });
  }
  const rules = (allowed ?? blocked ?? []).map(parseRule);
  if (allowed !== undefined) return { allows: (host) => rules.some((rule) => covers(rule, host)) };
  return { allows: (host) => !rules.some((rule) => covers(rule, host)) };
}

function covers(rule: Rule, host: string): boolean {
  // The dot matters: badexample.com must not pass for example.com.
  return (!rule.subdomainsOnly && host === rule.name) || host.endsWith(`.${rule.name}`);
}

function parseRule(text: string): Rule {
  const refused = () =>
    SondeError.of("INVALID_ARGS", {
      detail: `${JSON.stringify(text)} is not a domain name: write example.com or .example.com`,
    });
  if (typeof text !== "string") throw refused();
  const trimmed = text.trim();
  const subdomainsOnly = trimmed.startsWith(".") || trimmed.startsWith("*.");
  const name = subdomainsOnly ? trimmed.slice(trimmed.indexOf(".") + 1) : trimmed;
  if (
    name === "" ||
    name.startsWith(".") ||
    /[\s/\\?#@*%]/.test(name) ||
    (name.includes(":") && !name.startsWith("["))
  ) {
    throw refused();
  }
  const url = URL.canParse(`http://${name}/`) ? new URL(`http://${name}/`) : undefined;
  if (url === undefined || url.hostname === "" || url.port !== "") throw refused();
  return { name: normalHost(url.hostname), subdomainsOnly };
}
