import type { Kind } from "./content-type.ts";
import { readProlog } from "./prolog.ts";

// Formats that servers mislabel; offset 0 unless told otherwise.
const signatures: readonly (readonly [string, string, number?])[] = [
  ["%PDF-", "application/pdf"],
  ["\x89PNG\r\n\x1a\n", "image/png"],
  ["\xff\xd8\xff", "image/jpeg"],
  ["GIF87a", "image/gif"],
  ["GIF89a", "image/gif"],
  ["WEBP", "image/webp", 8],
  ["AVI ", "video/x-msvideo", 8],
  ["WAVE", "audio/wav", 8],
  ["ftyp", "video/mp4", 4],
  ["PK\x03\x04", "application/zip"],
  ["PK\x05\x06", "application/zip"],
  ["\x1f\x8b\x08", "application/gzip"],
  ["BZh9", "application/x-bzip2"],
  ["\xfd7zXZ\0", "application/x-xz"],
  ["\x28\xb5\x2f\xfd", "application/zstd"],
  ["7z\xbc\xaf\x27\x1c", "application/x-7z-compressed"],
  ["Rar!\x1a\x07", "application/vnd.rar"],
  ["\x7fELF", "application/x-elf"],
  ["MZ\x90\0", "application/x-msdownload"],
  ["\0asm", "application/wasm"],
  ["\xca\xfe\xba\xbe", "application/java-vm"],
  ["OggS", "audio/ogg"],
  ["ID3\x02", "audio/mpeg"],
  ["ID3\x03", "audio/mpeg"],
  ["ID3\x04", "audio/mpeg"],
  ["fLaC", "audio/flac"],
  ["\x1aE\xdf\xa3", "video/webm"],
  ["wOFF", "font/woff"],
  ["wOF2", "font/woff2"],
  ["\0\x01\0\0\0", "font/ttf"],
  ["OTTO\0", "font/otf"],
  ["SQLite format 3\0", "application/vnd.sqlite3"],
  ["\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "application/x-ole-storage"],
  ["\0\0\x01\0", "image/x-icon"],
  ["II*\0", "image/tiff"],
  ["MM\0*", "image/tiff"],
];

/** The binary format whose signature `bytes` begin with, or undefined. A byte order mark and blanks before %PDF- are forgiven. */
export function binarySignature(bytes: Uint8Array): string | undefined {
  const head = latin1(bytes.subarray(0, 64));
  for (const [mark, type, at = 0] of signatures) if (head.startsWith(mark, at)) return type;
  return /^(?:\xef\xbb\xbf)?\s*%PDF-/.test(head) ? "application/pdf" : undefined;
}

/** Whether bytes without a text encoding of two-byte units hold more control bytes than any text does. Looks at the first 64 KiB. */
export function looksBinary(bytes: Uint8Array): boolean {
  const sample = bytes.subarray(0, 65_536);
  let controls = 0;
  for (const byte of sample) if (isControl(byte)) controls++;
  // One stray control byte in a page of text is forgiven, a scatter of them is not.
  return controls > 0 && controls * 100 > sample.length;
}

/** Whether `bytes` hold no control byte at all: what an undeclared body must satisfy to pass as text. */
export function hasNoControls(bytes: Uint8Array): boolean {
  return !bytes.some(isControl);
}

// The binary data bytes of https://mimesniff.spec.whatwg.org/ (ESC is not one: ISO-2022-JP).
function isControl(byte: number): boolean {
  return byte < 0x20 && !(byte >= 0x09 && byte <= 0x0d && byte !== 0x0b) && byte !== 0x1b;
}

const pageTag =
  /^<(?:head|body|title|meta|link|script|style|h[1-6]|div|p|table|ul|ol|a|br|b|i|span|main|article|section|header|nav|iframe|font|center|pre)[\s/>]/i;

/** What decoded text of an undeclared type is: HTML and XML by their first tag, JSON when it parses, else plain text. */
export function sniffText(text: string): Exclude<Kind, "binary" | "unknown" | "markdown"> {
  if (isXhtml(text)) return "html";
  const { xml, root } = readProlog(text);
  if (!xml && pageTag.test(root)) return "html";
  if (xml || /^<(?:rss|feed|rdf:RDF|svg|urlset|sitemapindex)[\s>]/.test(root)) return "xml";
  if (/^[[{]/.test(root) && isJson(text)) return "json";
  return "text";
}

/** Whether XML is a page: XHTML under a label of XML. */
export function isXhtml(xml: string): boolean {
  const { doctype, root } = readProlog(xml);
  return doctype === "html" || /^<html[\s/>]/i.test(root);
}

/** Whether a document is an RSS, Atom or RDF feed, by its root element. */
export function isFeed(text: string): boolean {
  return /^<(?:rss|feed|rdf:RDF)[\s>]/i.test(readProlog(text).root);
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function latin1(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
