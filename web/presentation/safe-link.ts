// Threats: script and data URLs, credentials that imitate a host
// (`https://bank.example@evil.test`), hosts that imitate another by letters of
// a second script, addresses and ports that a name would hide.
import { decodeLabel } from "./punycode.ts";
import type { LinkFlag, SafeLink } from "./types.ts";

/** What may be linked, and how its host is shown. Only http and https become an `href`. Never throws. */
export function safeLink(url: unknown): SafeLink {
  const parsed = typeof url === "string" ? parse(url) : undefined;
  if (parsed === undefined) return { host: "", hostDisplay: "", flags: ["scheme"] };
  const flags: LinkFlag[] = [];
  if (parsed.username !== "" || parsed.password !== "") {
    flags.push("userinfo");
    parsed.username = "";
    parsed.password = "";
  }
  const labels = parsed.hostname.split(".");
  if (labels.some((label) => label.startsWith("xn--"))) flags.push("idn");
  if (parsed.hostname.startsWith("[") || /^\d+(?:\.\d+){3}$/.test(parsed.hostname)) flags.push("ip");
  const port = parsed.port && `:${parsed.port}`;
  if (port) flags.push("port");
  return { href: parsed.href, host: parsed.host, hostDisplay: labels.map(displayLabel).join(".") + port, flags };
}

function parse(url: string): URL | undefined {
  try {
    const parsed = new URL(url);
    return parsed.protocol === "https:" || parsed.protocol === "http:" ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Scripts in everyday use (Unicode UAX 31, table 5), Japanese, Korean and Chinese each with the Han they mix with. */
const scripts =
  "Latn Cyrl Grek Arab Hebr Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Geor Armn Ethi Khmr Thaa Hani,Hira,Kana Hani,Hang Hani,Bopo";

const singleScript = new RegExp(
  `^(?:${scripts
    .split(" ")
    .map(
      (names) =>
        `(?:[\\d-]|(?=[\\p{L}\\p{M}])[${names
          .split(",")
          .map((name) => `\\p{scx=${name}}`)
          .join("")}])+`,
    )
    .join("|")})$`,
  "u",
);

// Whole labels of Cyrillic or Greek letters that look Latin: one script, and still an imitation.
const looksLatin = /^(?:[асԁеһіјӏорԛѕԝхуѵѡ\d-]+|[ονυρικαχ\d-]+)$/;

function displayLabel(label: string): string {
  const decoded = label.startsWith("xn--") ? decodeLabel(label.slice(4)) : undefined;
  // A label that decodes to ASCII only exists to imitate the plain one.
  const isShown = decoded !== undefined && /[^\0-\x7f]/.test(decoded) && singleScript.test(decoded);
  return isShown && !looksLatin.test(decoded) ? decoded : label;
}
