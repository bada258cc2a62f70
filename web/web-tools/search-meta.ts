import type { WebSource } from "./sources.ts";

/** Meta of web_search: what the card shows. */
export type SearchMeta = { sources: WebSource[]; truncated: boolean; answer?: string };

const encoder = new TextEncoder();

/** UTF-8 bytes of the compact JSON of a value. */
export function jsonBytes(value: unknown): number {
  return encoder.encode(JSON.stringify(value)).length;
}

/**
 * The meta within `maxBytes` of compact JSON. The answer is cut first, to
 * `answerMaxBytes` and at a code point; then sources go from the end, but for
 * the first, which loses its snippet and the end of its title before it goes.
 * Whatever is cut sets `truncated`.
 */
export function boundedMeta(meta: SearchMeta, maxBytes: number, answerMaxBytes: number): SearchMeta {
  if (jsonBytes(meta) <= maxBytes) return meta;
  const bounded: SearchMeta = { ...meta, sources: [...meta.sources], truncated: true };
  if (bounded.answer !== undefined) {
    bounded.answer = cutToBytes(bounded.answer, answerMaxBytes);
    if (bounded.answer === "") delete bounded.answer;
  }
  // One pass: the size of each source is counted once.
  let size = jsonBytes({ ...bounded, sources: [] });
  let kept = 0;
  for (const source of bounded.sources) {
    size += jsonBytes(source) + (kept > 0 ? 1 : 0);
    if (size > maxBytes) break;
    kept++;
  }
  bounded.sources.length = Math.max(kept, Math.min(1, bounded.sources.length));
  const [first] = bounded.sources;
  if (kept === 0 && first) bounded.sources = [shorten(first, maxBytes, jsonBytes({ ...bounded, sources: [] }))];
  return bounded;
}

function shorten({ url, title, publishedAt }: WebSource, maxBytes: number, around: number): WebSource {
  const bare: WebSource = { url, ...(publishedAt !== undefined && { publishedAt }) };
  const room = maxBytes - around - jsonBytes({ ...bare, title: "" });
  const short = title === undefined ? "" : cutToBytes(title, room);
  return { url, ...(short !== "" && { title: short }), ...(publishedAt !== undefined && { publishedAt }) };
}

/** The longest beginning of `text` whose JSON string takes at most `maxBytes` with its quotes, never within a code point. */
function cutToBytes(text: string, maxBytes: number): string {
  let size = 2;
  let end = 0;
  for (const char of text) {
    size += jsonBytes(char) - 2;
    if (size > maxBytes) break;
    end += char.length;
  }
  return text.slice(0, end);
}
