import { bareHost, isAddress } from "./address.ts";
import { normalHost } from "./domain-rules.ts";

// Second-level labels under which country registries sell names.
const registrySeconds = new Set([
  "ac",
  "co",
  "com",
  "edu",
  "gov",
  "gob",
  "go",
  "ne",
  "net",
  "or",
  "org",
  "nom",
  "id",
  "in",
]);

// Hosts whose direct subdomains belong to different people.
const sharedHosts = new Set([
  "appspot.com",
  "azurewebsites.net",
  "blogspot.com",
  "cloudfront.net",
  "deno.dev",
  "firebaseapp.com",
  "fly.dev",
  "github.io",
  "gitlab.io",
  "herokuapp.com",
  "myshopify.com",
  "netlify.app",
  "neocities.org",
  "ngrok.io",
  "onrender.com",
  "pages.dev",
  "readthedocs.io",
  "surge.sh",
  "vercel.app",
  "web.app",
  "wordpress.com",
  "workers.dev",
]);

/**
 * Whether two hosts share a registrable domain. Without the public suffix list
 * (300 KB) this is an estimate that errs towards no: it knows the usual
 * country-code second levels and the largest shared hosts. Used only for the
 * opt-in `crossOrigin: "same-site"`, after the address checks.
 */
export function sameSite(a: string, b: string): boolean {
  const [left, right] = [normalHost(bareHost(a)), normalHost(bareHost(b))];
  if (left === right) return true;
  if (isAddress(left) || isAddress(right)) return false;
  const site = registrableDomain(left);
  return site !== undefined && site === registrableDomain(right);
}

function registrableDomain(host: string): string | undefined {
  const labels = host.split(".");
  let suffixLabels = 1;
  const [second = "", top = ""] = labels.slice(-2);
  if (top.length === 2 && registrySeconds.has(second)) suffixLabels = 2;
  if (sharedHosts.has(labels.slice(-2).join("."))) suffixLabels = 2;
  return labels.length > suffixLabels ? labels.slice(-suffixLabels - 1).join(".") : undefined;
}
