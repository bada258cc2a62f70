import { describe, expect, it } from "vitest";
import { safeLink } from "./index.ts";
import type { LinkFlag } from "./types.ts";

/** [input, href, host, hostDisplay if it differs from host, flags] */
type Row = [url: unknown, href: string | undefined, host: string, display?: string | undefined, flags?: LinkFlag[]];

const linked: Row[] = [
  ["https://example.com", "https://example.com/", "example.com"],
  ["http://example.com/a?b=c#d", "http://example.com/a?b=c#d", "example.com"],
  ["HTTPS://EXAMPLE.COM/Path", "https://example.com/Path", "example.com"],
  ["  https://example.com/  ", "https://example.com/", "example.com"],
  ["https:\\\\example.com\\a", "https://example.com/a", "example.com"],
  ["https:/example.com", "https://example.com/", "example.com"],
  ["https:example.com", "https://example.com/", "example.com"],
  ["ht\ntps://exa\tmple.com", "https://example.com/", "example.com"],
  ["https://example.com.", "https://example.com./", "example.com."],
  ["https://a.b.c.example.co.uk/x", "https://a.b.c.example.co.uk/x", "a.b.c.example.co.uk"],
  ["https://example.com/%2e%2e/x", "https://example.com/x", "example.com"],
  ["https://example.com/\u202egpj.exe", "https://example.com/%E2%80%AEgpj.exe", "example.com"],
  ['https://example.com/"><script>', "https://example.com/%22%3E%3Cscript%3E", "example.com"],
  ["https://example.com/?q=<b>", "https://example.com/?q=%3Cb%3E", "example.com"],
  ["https://example.com/javascript:alert(1)", "https://example.com/javascript:alert(1)", "example.com"],
  ["https://sub_domain.example.com/", "https://sub_domain.example.com/", "sub_domain.example.com"],
  ["https://localhost/", "https://localhost/", "localhost"],
  ["http://intranet/", "http://intranet/", "intranet"],
  ["https://1a.example/", "https://1a.example/", "1a.example"],
  ["https://ⓖⓞⓞⓖⓛⓔ.com/", "https://google.com/", "google.com"],
  ["https://ｅｘａｍｐｌｅ.com/", "https://example.com/", "example.com"],
  ["https://exa%6Dple.com/", "https://example.com/", "example.com"],
  ["https://example.com。evil.test/", "https://example.com.evil.test/", "example.com.evil.test"],
  // credentials
  ["https://user@example.com/", "https://example.com/", "example.com", undefined, ["userinfo"]],
  ["https://user:secret@example.com/a", "https://example.com/a", "example.com", undefined, ["userinfo"]],
  ["https://:secret@example.com/", "https://example.com/", "example.com", undefined, ["userinfo"]],
  ["https://bank.example@evil.test/", "https://evil.test/", "evil.test", undefined, ["userinfo"]],
  [
    "https://bank.example:443@evil.test:8443/",
    "https://evil.test:8443/",
    "evil.test:8443",
    undefined,
    ["userinfo", "port"],
  ],
  ["https://a@b@evil.test/", "https://evil.test/", "evil.test", undefined, ["userinfo"]],
  ["https://bank.example%2f@evil.test/", "https://evil.test/", "evil.test", undefined, ["userinfo"]],
  ["https://bank.example\\@evil.test/", "https://bank.example/@evil.test/", "bank.example"],
  ["https://@example.com/", "https://example.com/", "example.com"],
  // ports
  ["https://example.com:443/", "https://example.com/", "example.com"],
  ["http://example.com:80/", "http://example.com/", "example.com"],
  ["http://example.com:8080/", "http://example.com:8080/", "example.com:8080", undefined, ["port"]],
  ["https://example.com:80/", "https://example.com:80/", "example.com:80", undefined, ["port"]],
  ["https://example.com:0/", "https://example.com:0/", "example.com:0", undefined, ["port"]],
  // addresses, in every spelling
  ["http://127.0.0.1/", "http://127.0.0.1/", "127.0.0.1", undefined, ["ip"]],
  ["http://2130706433/", "http://127.0.0.1/", "127.0.0.1", undefined, ["ip"]],
  ["http://0x7f.1/", "http://127.0.0.1/", "127.0.0.1", undefined, ["ip"]],
  ["http://0177.0.0.1/", "http://127.0.0.1/", "127.0.0.1", undefined, ["ip"]],
  ["http://127.1/", "http://127.0.0.1/", "127.0.0.1", undefined, ["ip"]],
  ["http://8.8.8.8:53/", "http://8.8.8.8:53/", "8.8.8.8:53", undefined, ["ip", "port"]],
  ["http://１２７.０.０.１/", "http://127.0.0.1/", "127.0.0.1", undefined, ["ip"]],
  ["http://[::1]/", "http://[::1]/", "[::1]", undefined, ["ip"]],
  ["http://[::ffff:10.0.0.1]/", "http://[::ffff:a00:1]/", "[::ffff:a00:1]", undefined, ["ip"]],
  ["http://[2001:db8::1]:8080/", "http://[2001:db8::1]:8080/", "[2001:db8::1]:8080", undefined, ["ip", "port"]],
  [
    "http://u:p@169.254.169.254/latest",
    "http://169.254.169.254/latest",
    "169.254.169.254",
    undefined,
    ["userinfo", "ip"],
  ],
  // one script a label: shown in Unicode
  ["https://münchen.de/", "https://xn--mnchen-3ya.de/", "xn--mnchen-3ya.de", "münchen.de", ["idn"]],
  ["https://xn--mnchen-3ya.de/", "https://xn--mnchen-3ya.de/", "xn--mnchen-3ya.de", "münchen.de", ["idn"]],
  [
    "https://MÜNCHEN.de:8443/",
    "https://xn--mnchen-3ya.de:8443/",
    "xn--mnchen-3ya.de:8443",
    "münchen.de:8443",
    ["idn", "port"],
  ],
  ["https://例え.jp/", "https://xn--r8jz45g.jp/", "xn--r8jz45g.jp", "例え.jp", ["idn"]],
  ["https://コーヒー.jp/", "https://xn--tck2c4fb.jp/", "xn--tck2c4fb.jp", "コーヒー.jp", ["idn"]],
  ["https://中文网.中国/", "https://xn--fiq228c5hs.xn--fiqs8s/", "xn--fiq228c5hs.xn--fiqs8s", "中文网.中国", ["idn"]],
  ["https://한국.kr/", "https://xn--3e0b707e.kr/", "xn--3e0b707e.kr", "한국.kr", ["idn"]],
  ["https://пример.рф/", "https://xn--e1afmkfd.xn--p1ai/", "xn--e1afmkfd.xn--p1ai", "пример.рф", ["idn"]],
  ["https://παράδειγμα.gr/", "https://xn--hxajbheg2az3al.gr/", "xn--hxajbheg2az3al.gr", "παράδειγμα.gr", ["idn"]],
  ["https://مثال.example/", "https://xn--mgbh0fb.example/", "xn--mgbh0fb.example", "مثال.example", ["idn"]],
  ["https://דוגמה.example/", "https://xn--6dbbec0c.example/", "xn--6dbbec0c.example", "דוגמה.example", ["idn"]],
  ["https://ไทย.example/", "https://xn--o3cw4h.example/", "xn--o3cw4h.example", "ไทย.example", ["idn"]],
  ["https://हिन्दी.example/", "https://xn--j2bd4cyah0f.example/", "xn--j2bd4cyah0f.example", "हिन्दी.example", ["idn"]],
  [
    "https://bücher-2.example/",
    "https://xn--bcher-2-n2a.example/",
    "xn--bcher-2-n2a.example",
    "bücher-2.example",
    ["idn"],
  ],
  ["https://user@münchen.de/", "https://xn--mnchen-3ya.de/", "xn--mnchen-3ya.de", "münchen.de", ["userinfo", "idn"]],
  // mixed scripts and imitations: shown as punycode
  ["https://аpple.com/", "https://xn--pple-43d.com/", "xn--pple-43d.com", undefined, ["idn"]],
  ["https://gооgle.com/", "https://xn--ggle-55da.com/", "xn--ggle-55da.com", undefined, ["idn"]],
  ["https://аррӏе.com/", "https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com", undefined, ["idn"]],
  ["https://xn--80ak6aa92e.com/", "https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com", undefined, ["idn"]],
  ["https://οικαχ.example/", "https://xn--mxapds7b.example/", "xn--mxapds7b.example", undefined, ["idn"]],
  ["https://i❤.ws/", "https://xn--i-7iq.ws/", "xn--i-7iq.ws", undefined, ["idn"]],
  ["https://例a.example/", "https://xn--a-kb7a.example/", "xn--a-kb7a.example", undefined, ["idn"]],
  ["https://l·l.example/", "https://xn--ll-0ea.example/", "xn--ll-0ea.example", undefined, ["idn"]],
];

const refused: unknown[] = [
  "",
  " ",
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  "java\nscript:alert(1)",
  "\u0001javascript:alert(1)",
  "javascript://example.com/%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:msgbox(1)",
  "file:///etc/passwd",
  "file://host/share",
  "ftp://example.com/",
  "blob:https://example.com/1",
  "mailto:a@example.com",
  "tel:123",
  "ws://example.com/",
  "about:blank",
  "view-source:https://example.com/",
  "filesystem:https://example.com/x",
  "chrome://settings",
  "example.com",
  "//example.com/x",
  "/path",
  "?q",
  "#fragment",
  "https://",
  "http://",
  "https:///",
  "https://exa mple.com/",
  "https://example.com:99999/",
  "https://[::1/",
  "http://1.2.3.4.5/",
  "http://256.1.1.1/",
  "https://exa<mple.com/",
  "https://%00.com/",
  "://example.com",
  "http//example.com",
  undefined,
  null,
  5,
  {},
  [],
  ["https://example.com"],
  { href: "https://example.com" },
  true,
];

describe("safeLink", () => {
  it.each(linked)("links %j", (url, href, host, display, flags) => {
    expect(safeLink(url as string)).toStrictEqual({ href, host, hostDisplay: display ?? host, flags: flags ?? [] });
  });

  it.each(refused)("refuses %j", (url) => {
    expect(safeLink(url as string)).toStrictEqual({ host: "", hostDisplay: "", flags: ["scheme"] });
  });

  it("has a corpus of at least 80 addresses", () => {
    expect(linked.length + refused.length).toBeGreaterThanOrEqual(80);
  });
});
