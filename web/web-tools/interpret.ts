// Bytes to text: what the server says, checked against what the bytes are.
import { decodeText, isCleanUnicode, isWide } from "../net/charset.ts";
import { kindOfType, parseContentType } from "../net/content-type.ts";
import type { FetchedBytes } from "../net/fetch-bytes.ts";
import type { CachedPage } from "../net/page-cache.ts";
import { binarySignature, hasNoControls, isFeed, isXhtml, looksBinary, sniffText } from "../net/sniff.ts";
import { WebError } from "../net/web-error.ts";

/** Turns a body that is no text (a PDF, an image) into Markdown; undefined when it can't. May be slow; runs inside of the call's time limit. */
export type ConvertHook = (input: {
  bytes: Uint8Array;
  /** Content-Type as the server sent it, or what the bytes turned out to be. */
  contentType: string;
  url: string;
  truncated: boolean;
}) =>
  | Promise<{ markdown: string; title?: string } | string | undefined>
  | { markdown: string; title?: string }
  | string
  | undefined;

/**
 * The text of a fetched body. Throws WEB_UNSUPPORTED_CONTENT_TYPE for what is no
 * text and what no hook converts; an answer that is not 2xx is a result all the
 * same, with an empty body.
 */
export async function interpret(fetched: FetchedBytes, hook: ConvertHook | undefined): Promise<CachedPage> {
  const { url, status, contentType, truncated, redirects } = fetched;
  const facts = { url, status, contentType, truncated, redirects };
  const read = readText(fetched);
  if (typeof read !== "string") return { ...facts, ...read };
  const { converted, failed } = await runHook(hook, {
    bytes: fetched.bytes,
    contentType: contentType || read,
    url,
    truncated,
  });
  if (converted !== undefined) {
    const { markdown, title } = typeof converted === "string" ? { markdown: converted, title: undefined } : converted;
    return { ...facts, text: markdown, kind: "markdown", ...(title !== undefined && { title }) };
  }
  if (status < 200 || status >= 300) return { ...facts, text: "", kind: "text" };
  const type = failed ? `${read}, on which the convert hook failed,` : read;
  throw WebError.of("WEB_UNSUPPORTED_CONTENT_TYPE", { url, type, size: sizeOf(fetched) });
}

async function runHook(hook: ConvertHook | undefined, input: Parameters<ConvertHook>[0]) {
  try {
    return { converted: await hook?.(input), failed: false };
  } catch {
    return { converted: undefined, failed: true };
  }
}

function sizeOf({ bytes, claimedBytes, truncated }: FetchedBytes): string {
  const size = claimedBytes ?? bytes.length;
  return truncated ? `more than ${size} bytes` : `${size} bytes`;
}

/** Text and kind of a body, or the name of what it is instead. */
function readText({ bytes, contentType, truncated }: FetchedBytes): Pick<CachedPage, "text" | "kind"> | string {
  const { essence, charset } = parseContentType(contentType);
  const declared = kindOfType(essence);
  if (declared === "binary") return essence;
  if (bytes.length === 0) return { text: "", kind: "text" };
  const labelled = (type: string) => (essence === "" || essence === type ? type : `${type}, labelled ${essence}`);
  const signature = binarySignature(bytes);
  if (signature !== undefined) return labelled(signature);
  const wide = isWide(bytes, charset);
  if (declared === "unknown") {
    if (!wide && !hasNoControls(bytes)) return essence === "" ? "binary data without a type" : essence;
    // Without a label, only text of a known encoding passes; a page may declare its own.
    const declarations = looksLikeMarkup(bytes) ? ("html" as const) : undefined;
    const trusted =
      wide || charset !== undefined || declarations !== undefined || isCleanUnicode(bytes, truncated) || essence === "";
    if (!trusted) return essence;
    const { text } = decodeText(bytes, { label: charset, declarations, truncated });
    return isSoup(text) ? labelled("binary data") : { text, kind: sniffText(text) };
  }
  if (!wide && looksBinary(bytes)) return labelled("binary data");
  const declarations = declared === "html" || declared === "xml" ? declared : undefined;
  const { text } = decodeText(bytes, { label: charset, declarations, truncated });
  if (isSoup(text)) return labelled("binary data");
  // XHTML under an XML label, and the feeds that many servers send as pages.
  if (declared === "xml" && isXhtml(text)) return { text, kind: "html" };
  if (declared === "html" && isFeed(text)) return { text, kind: "xml" };
  return { text, kind: declared };
}

function looksLikeMarkup(bytes: Uint8Array): boolean {
  return /^\s*(?:\xef\xbb\xbf)?\s*<[!?a-z]/i.test(String.fromCharCode(...bytes.subarray(0, 256)));
}

/** Whether so much of a text could not be decoded that it is no text. A few bad bytes in a page are forgiven. */
function isSoup(text: string): boolean {
  let bad = 0;
  for (let at = text.indexOf("\ufffd"); at >= 0; at = text.indexOf("\ufffd", at + 1)) bad++;
  return bad > 8 && bad * 10 > text.length;
}
