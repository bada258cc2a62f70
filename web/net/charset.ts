// Bytes to text, as a browser would and the same on every runtime: byte order
// mark, header, declaration inside of the document, valid UTF-8, windows-1252.
import { type Decoder, decoderFor, utf8Decoder, windows1252Decoder } from "./text-decoders.ts";

export type Decoded = {
  text: string;
  /** Name of the encoding that was used, as the Encoding standard spells it. */
  encoding: string;
};

export type DecodeOptions = {
  /** Charset label of the Content-Type header. */
  label?: string | undefined;
  /** Look for `<meta charset>` or `<?xml encoding?>` in the first 4 KiB. */
  declarations?: "html" | "xml" | undefined;
  /** The body was cut: an unfinished character at its end is left out instead of becoming U+FFFD. */
  truncated?: boolean;
};

const prescanBytes = 4096;
// Where a page without any other sign of its encoding may still declare it.
const lateScanBytes = 65_536;

/**
 * Decodes a body. Never fails: an unknown label falls through to the next
 * source. A declared encoding that the bytes contradict gives way to a later
 * declaration that they satisfy (a server's default header over a page's own
 * right `<meta>`), then to UTF-8; where neither fits it stands, and bad bytes become U+FFFD.
 */
export function decodeText(bytes: Uint8Array, options: DecodeOptions = {}): Decoded {
  const truncated = options.truncated ?? false;
  const marked = byteOrderMark(bytes);
  if (marked) return run(marked.decoder, bytes.subarray(marked.length), truncated);
  const declared = [decoderFor(options.label), options.declarations && prescan(bytes, options.declarations)];
  const candidates = declared.filter((decoder) => decoder !== undefined);
  for (const decoder of candidates) {
    const text = decoder.strict(bytes, truncated);
    if (text !== undefined) return { text, encoding: decoder.encoding };
  }
  // Bytes that break their declaration yet are valid UTF-8 are hardly so by chance.
  const text = utf8Decoder.strict(bytes, truncated);
  if (text !== undefined) return { text, encoding: utf8Decoder.encoding };
  const [first] = candidates;
  if (first) return run(first, bytes, truncated);
  return lateDeclaration(bytes, options) ?? run(windows1252Decoder, bytes, truncated);
}

/** Whether the bytes, taken as UTF-8 or as marked by a byte order mark, are text throughout. */
export function isCleanUnicode(bytes: Uint8Array, truncated: boolean): boolean {
  return byteOrderMark(bytes) !== undefined || utf8Decoder.strict(bytes, truncated) !== undefined;
}

/** Whether the encoding uses units of two bytes, so that zero bytes are no sign of binary data. */
export function isWide(bytes: Uint8Array, label: string | undefined): boolean {
  const decoder = byteOrderMark(bytes)?.decoder ?? decoderFor(label);
  return decoder?.encoding.startsWith("utf-16") ?? false;
}

function run(decoder: Decoder, bytes: Uint8Array, truncated: boolean): Decoded {
  return { text: decoder.lenient(bytes, truncated), encoding: decoder.encoding };
}

function byteOrderMark(bytes: Uint8Array): { decoder: Decoder; length: number } | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return { decoder: utf8Decoder, length: 3 };
  const label = a === 0xff && b === 0xfe ? "utf-16le" : a === 0xfe && b === 0xff ? "utf-16be" : undefined;
  const decoder = decoderFor(label);
  return decoder && { decoder, length: 2 };
}

/**
 * What a page declares beyond the prescan, as browsers take it: only where nothing
 * else says what the bytes are, and only when they fit.
 */
function lateDeclaration(bytes: Uint8Array, { declarations, truncated = false }: DecodeOptions): Decoded | undefined {
  if (declarations !== "html" || bytes.length <= prescanBytes) return undefined;
  const decoder = prescan(bytes, "html", lateScanBytes);
  const text = decoder?.strict(bytes, truncated);
  return decoder && text !== undefined ? { text, encoding: decoder.encoding } : undefined;
}

// One piece of a page's markup: a comment, an element whose content is text, or a tag with its quoted values.
const markup =
  /<!--[\s\S]*?(?:-->|$)|<(script|style|title|textarea)\b[\s\S]*?(?:<\/\1|$)|<\/?[a-z](?:[^>"'=]+|=\s*(?:"[^"]*"|'[^']*')?|["'])*/gi;

/** The encoding that the document itself declares in its first `limit` bytes. */
function prescan(bytes: Uint8Array, kind: "html" | "xml", limit = prescanBytes): Decoder | undefined {
  const head = latin1(bytes.subarray(0, limit));
  // Two-byte units without a byte order mark: only an XML declaration gives them away.
  if (head.startsWith("<\0?\0")) return decoderFor("utf-16le");
  if (head.startsWith("\0<\0?")) return decoderFor("utf-16be");
  const xml = /^\s*<\?xml\s[^>]*?\bencoding\s*=\s*["']([^"']+)["']/.exec(head)?.[1];
  const fromXml = declaredDecoder(xml);
  if (kind === "xml" || fromXml) return fromXml;
  for (const [tag] of head.matchAll(markup)) {
    const decoder = /^<meta[\s/]/i.test(tag) ? declaredDecoder(metaCharset(tag)) : undefined;
    if (decoder) return decoder;
  }
  return undefined;
}

function latin1(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) parts.push(String.fromCharCode(...bytes.subarray(at, at + 8192)));
  return parts.join("");
}

function metaCharset(tag: string): string | undefined {
  const attributes = new Map<string, string>();
  for (const match of tag.slice(5).matchAll(/([^\s"'>/=]+)\s*(?:=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+)))?/g)) {
    const name = match[1]?.toLowerCase();
    if (name !== undefined && !attributes.has(name)) attributes.set(name, match[2] ?? match[3] ?? match[4] ?? "");
  }
  const charset = attributes.get("charset");
  if (charset !== undefined) return charset;
  if (attributes.get("http-equiv")?.trim().toLowerCase() !== "content-type") return undefined;
  return /charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;"']+))/i
    .exec(attributes.get("content") ?? "")
    ?.slice(1)
    .find(Boolean);
}

/** A declaration that could be read byte by byte can't be UTF-16: the standard takes it as UTF-8, and x-user-defined as windows-1252. */
function declaredDecoder(label: string | undefined): Decoder | undefined {
  const decoder = decoderFor(label);
  if (decoder?.encoding === "x-user-defined") return windows1252Decoder;
  return decoder?.encoding.startsWith("utf-16") ? utf8Decoder : decoder;
}
