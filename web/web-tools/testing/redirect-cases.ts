// Redirects: what is followed, what is refused, and (by the log) that a refused hop was never asked for.
import type { WebToolsOptions } from "../index.ts";
import { type Case, contains, equal, errorOf, fetchValue, textOf } from "./check.ts";
import { pub, run } from "./run-fetch.ts";
import { html, redirect, type Script, text } from "./scripted-web.ts";

type Hops = {
  name: string;
  start: string;
  script: Script;
  code?: string;
  final?: string;
  log: string[];
  says?: string;
  options?: WebToolsOptions;
};

const refusedTargets = [
  "http://169.254.169.254/latest/",
  "//127.0.0.1/",
  "http://[::ffff:10.0.0.1]/",
  "http://2130706433/",
  "file:///etc/passwd",
  "http://u:p@pub.test/",
  "https://u:p@pub.test/",
  "https://localhost/",
  "https://intranet/",
  "https://x.internal/",
  "https://[fd00::1]/",
  "https://pub.test:25/",
  "javascript:alert(1)",
  "data:text/html,x",
  "ftp://pub.test/",
  "https://0x7f.1/",
  "\\\\127.0.0.1\\",
  "https://192.168.0.1/admin",
  "https://[64:ff9b::a9fe:a9fe]/",
  "https://pub.test:99999/",
  "http://0177.0.0.1/",
  "http://127.1/",
  "//0x7f000001/",
  "///127.0.0.1/",
  "http:127.0.0.1",
  "http:\\\\127.0.0.1",
  "https://127.0.0.1./",
  // Full-width digits and ideographic stops, as the UTF-8 bytes that a header holds.
  "https://\u00ef\u00bc\u0091\u00ef\u00bc\u0092\u00ef\u00bc\u0097\u00e3\u0080\u00820\u00e3\u0080\u00820\u00e3\u0080\u00821/",
  "https://[::1].",
  "https://[::ffff:7f00:1]/",
  "https://[::127.0.0.1]/",
  "https://[64:ff9b:1::1]/",
  "https://[2002:7f00:1::]/",
  "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
  "https://100.100.100.200/",
  "https://168.63.129.16/",
  "https://localhost./",
  "https://foo.localhost./",
  "https://metadata.google.internal/",
  "https://a@pub.test/",
  "https://pub.test@127.0.0.1/",
  "https://169.254.169.254%2f@pub.test/",
  "https://pub.test%00.evil.test/",
  "https://pub.test:6000/",
  "https://pub.test./",
  "blob:https://pub.test/1",
  "java\tscript:alert(1)",
  "https://[",
  "https://",
  `/${"a".repeat(3000)}`,
];

const hops: readonly Hops[] = [
  ...refusedTargets.map(
    (target): Hops => ({
      name: `to ${target}`,
      start: pub,
      script: { [pub]: redirect(target) },
      code: "WEB_REDIRECT_BLOCKED",
      log: [pub],
    }),
  ),
  ...[301, 302, 303, 307, 308].map(
    (status): Hops => ({
      name: `same origin, ${status}`,
      start: pub,
      script: { [pub]: redirect("/next", status), "https://pub.test/next": html("<p>there") },
      final: "https://pub.test/next",
      log: [pub, "https://pub.test/next"],
    }),
  ),
  {
    name: "relative, with ..",
    start: "https://pub.test/a/b",
    script: { "https://pub.test/a/b": redirect("../c?q=1#frag"), "https://pub.test/c?q=1": text("c") },
    final: "https://pub.test/c?q=1",
    log: ["https://pub.test/a/b", "https://pub.test/c?q=1"],
  },
  {
    name: "UTF-8 bytes in Location",
    start: pub,
    script: { [pub]: redirect("/caf\u00c3\u00a9"), "https://pub.test/caf%C3%A9": text("c") },
    final: "https://pub.test/caf%C3%A9",
    log: [pub, "https://pub.test/caf%C3%A9"],
  },
  {
    name: "upgrade to https of one host",
    start: "http://pub.test/",
    script: { "http://pub.test/": redirect(pub), [pub]: text("s") },
    final: pub,
    log: ["http://pub.test/", pub],
  },
  {
    name: "downgrade of one host",
    start: pub,
    script: { [pub]: redirect("http://pub.test/") },
    code: "WEB_REDIRECT_BLOCKED",
    says: "http://pub.test/",
    log: [pub],
  },
  {
    name: "downgrade, even when any origin may be followed",
    start: pub,
    script: { [pub]: redirect("http://other.test/") },
    code: "WEB_REDIRECT_BLOCKED",
    log: [pub],
    options: { policy: { crossOrigin: "any" } },
  },
  {
    name: "another origin is reported",
    start: pub,
    script: { [pub]: redirect("https://other.test/page") },
    code: "WEB_REDIRECT_BLOCKED",
    says: "https://other.test/page",
    log: [pub],
  },
  {
    name: "another port is another origin",
    start: pub,
    script: { [pub]: redirect("https://pub.test:8443/") },
    code: "WEB_REDIRECT_BLOCKED",
    log: [pub],
  },
  {
    name: "www is another origin",
    start: pub,
    script: { [pub]: redirect("https://www.pub.test/") },
    code: "WEB_REDIRECT_BLOCKED",
    says: "https://www.pub.test/",
    log: [pub],
  },
  {
    name: "www is the same site",
    start: pub,
    script: { [pub]: redirect("https://www.pub.test/"), "https://www.pub.test/": text("w") },
    final: "https://www.pub.test/",
    log: [pub, "https://www.pub.test/"],
    options: { policy: { crossOrigin: "same-site" } },
  },
  {
    name: "other tenants of a shared host are other sites",
    start: "https://a.github.io/",
    script: { "https://a.github.io/": redirect("https://b.github.io/") },
    code: "WEB_REDIRECT_BLOCKED",
    log: ["https://a.github.io/"],
    options: { policy: { crossOrigin: "same-site" } },
  },
  {
    name: "other names under a registry are other sites",
    start: "https://a.co.uk/",
    script: { "https://a.co.uk/": redirect("https://b.co.uk/") },
    code: "WEB_REDIRECT_BLOCKED",
    log: ["https://a.co.uk/"],
    options: { policy: { crossOrigin: "same-site" } },
  },
  {
    name: "any origin, when asked for",
    start: pub,
    script: { [pub]: redirect("https://other.test/"), "https://other.test/": text("o") },
    final: "https://other.test/",
    log: [pub, "https://other.test/"],
    options: { policy: { crossOrigin: "any" } },
  },
  {
    name: "any origin is still no private one",
    start: pub,
    script: { [pub]: redirect("https://other.test/"), "https://other.test/": redirect("https://10.0.0.1/") },
    code: "WEB_REDIRECT_BLOCKED",
    log: [pub, "https://other.test/"],
    options: { policy: { crossOrigin: "any" } },
  },
  {
    name: "outside of the allowed domains",
    start: pub,
    script: { [pub]: redirect("https://evil.test/") },
    code: "WEB_DOMAIN_BLOCKED",
    log: [pub],
    options: { policy: { allowedDomains: ["pub.test"], crossOrigin: "any" } },
  },
  {
    name: "into a blocked domain",
    start: pub,
    script: { [pub]: redirect("https://x.evil.test/") },
    code: "WEB_DOMAIN_BLOCKED",
    log: [pub],
    options: { policy: { blockedDomains: ["evil.test"] } },
  },
  {
    name: "a loop of two",
    start: pub,
    script: { [pub]: redirect("/b"), "https://pub.test/b": redirect("/") },
    code: "WEB_REDIRECT_BLOCKED",
    says: "loop",
    log: [pub, "https://pub.test/b"],
  },
  {
    name: "to itself",
    start: pub,
    script: { [pub]: redirect("#x") },
    code: "WEB_REDIRECT_BLOCKED",
    says: "loop",
    log: [pub],
  },
  {
    name: "five are followed",
    start: "https://pub.test/0",
    script: chain(5),
    final: "https://pub.test/5",
    log: steps(5),
  },
  {
    name: "six are not",
    start: "https://pub.test/0",
    script: chain(6),
    code: "WEB_REDIRECT_BLOCKED",
    says: "more than 5",
    log: steps(5),
  },
  {
    name: "a private address at the end of a chain",
    start: "http://pub.test/0",
    script: {
      "http://pub.test/0": redirect("/1"),
      "http://pub.test/1": redirect("https://pub.test/2"),
      "https://pub.test/2": redirect("/3", 307),
      "https://pub.test/3": redirect("https://10.0.0.8/", 308),
    },
    code: "WEB_REDIRECT_BLOCKED",
    says: "https://10.0.0.8/",
    log: ["http://pub.test/0", "http://pub.test/1", "https://pub.test/2", "https://pub.test/3"],
  },
  {
    name: "a loop of three that differs by fragments only",
    start: `${pub}#a`,
    script: {
      [pub]: redirect("/x#b"),
      "https://pub.test/x": redirect("/y#c"),
      "https://pub.test/y": redirect("/#d"),
    },
    code: "WEB_REDIRECT_BLOCKED",
    says: "loop",
    log: [pub, "https://pub.test/x", "https://pub.test/y"],
  },
  {
    name: "an error page with a Location is a result",
    start: pub,
    script: {
      [pub]: { status: 404, headers: { location: "https://10.0.0.1/", "content-type": "text/plain" }, body: "no" },
    },
    final: pub,
    log: [pub],
  },
  {
    name: "300 is a result",
    start: pub,
    script: { [pub]: { status: 300, headers: { location: "/other", "content-type": "text/plain" }, body: "choose" } },
    final: pub,
    log: [pub],
  },
  {
    name: "the upgrade keeps to its host",
    start: "http://pub.test/",
    script: { "http://pub.test/": redirect("https://www.pub.test/") },
    code: "WEB_REDIRECT_BLOCKED",
    log: ["http://pub.test/"],
  },
  {
    name: "another host that only begins alike is no same site",
    start: pub,
    script: { [pub]: redirect("https://pub.test.evil.example/") },
    code: "WEB_REDIRECT_BLOCKED",
    log: [pub],
    options: { policy: { crossOrigin: "same-site" } },
  },
  {
    name: "without Location it is a result",
    start: pub,
    script: { [pub]: { status: 302, headers: { "content-type": "text/plain" }, body: "moved" } },
    final: pub,
    log: [pub],
  },
  { name: "304 is a result", start: pub, script: { [pub]: { status: 304 } }, final: pub, log: [pub] },
  {
    name: "a name that resolves to a private address",
    start: pub,
    script: {},
    code: "WEB_RESOLVE_BLOCKED",
    log: [],
    options: { policy: { resolve: () => ["93.184.216.34", "10.0.0.5"] } },
  },
  {
    name: "a name that resolves to a mapped address",
    start: pub,
    script: {},
    code: "WEB_RESOLVE_BLOCKED",
    log: [],
    options: { policy: { resolve: () => ["::ffff:127.0.0.1"] } },
  },
  {
    name: "a name that does not resolve",
    start: pub,
    script: {},
    code: "WEB_RESOLVE_BLOCKED",
    log: [],
    options: { policy: { resolve: async () => [] } },
  },
  {
    name: "a resolver that fails",
    start: pub,
    script: {},
    code: "WEB_RESOLVE_BLOCKED",
    log: [],
    options: {
      policy: {
        resolve: () => {
          throw new Error("no DNS");
        },
      },
    },
  },
  {
    name: "a name that resolves to public addresses",
    start: pub,
    script: { [pub]: text("p") },
    final: pub,
    log: [pub],
    options: { policy: { resolve: () => ["93.184.216.34", "2606:4700::1"] } },
  },
  {
    name: "a hop whose name resolves to a private address",
    start: pub,
    script: { [pub]: redirect("https://in.pub.test/") },
    code: "WEB_RESOLVE_BLOCKED",
    log: [pub],
    options: {
      policy: { crossOrigin: "any", resolve: (host) => [host === "in.pub.test" ? "192.168.1.1" : "93.184.216.34"] },
    },
  },
  {
    name: "an unknown URL",
    start: pub,
    script: {},
    code: "WEB_BLOCKED_URL",
    log: [],
    options: { policy: { knownUrls: () => false } },
  },
  {
    name: "a known URL",
    start: `${pub}#part`,
    script: { [pub]: text("k") },
    final: pub,
    log: [pub],
    options: { policy: { knownUrls: (url) => url === pub } },
  },
];

function chain(length: number): Script {
  const script: Record<string, ReturnType<typeof redirect>> = {};
  for (let step = 0; step < length; step++) script[`https://pub.test/${step}`] = redirect(`/${step + 1}`);
  return { ...script, [`https://pub.test/${length}`]: text("end") };
}

function steps(last: number): string[] {
  return Array.from({ length: last + 1 }, (_, step) => `https://pub.test/${step}`);
}

/** The scripts alone; `optioned` ones need a policy of their own. */
export const redirectScripts = hops.map(({ name, start, script, log, options }) => ({
  name,
  start,
  script,
  log,
  optioned: options !== undefined,
}));

export const redirectCases: Case[] = hops.map(({ name, start, script, code, final, log: expected, says, options }) => ({
  name: `redirect: ${name}`,
  async run() {
    const { result, log } = await run(script, start, {}, options);
    equal(log, expected, "requests");
    if (code !== undefined) contains(errorOf(result, code), says ?? "", "message");
    else {
      equal(fetchValue(result).url, final, "url");
      equal((result.meta as { url: string }).url, final, "meta.url");
      contains(textOf(result), `Fetched ${final} (HTTP `);
    }
  },
}));
