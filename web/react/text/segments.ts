import type { LineRange } from "../../presentation/types.ts";
import type { LineWindow } from "./excerpt.ts";

/** A host highlighter's finding: half-open UTF-16 offsets and the classes to style it with. */
export type HighlightToken = { start: number; end: number; className: string };

export type Segment = { start: number; text: string; isHit: boolean; className?: string };

/**
 * `line` within `window`, cut wherever a hit or a token begins or ends. Ranges
 * must be ascending and within the line; a range that would split a surrogate
 * pair is widened to it. Tokens that overlap or do not fit are ignored.
 */
export function segmentsOf(
  line: string,
  window: LineWindow,
  ranges: readonly LineRange[],
  tokens: readonly HighlightToken[] = [],
): Segment[] {
  const hits = ranges.map(([start, end]) => ({ start: outOfPair(line, start, -1), end: outOfPair(line, end, 1) }));
  const segments: Segment[] = [];
  let hit = 0;
  let token = 0;
  for (let start = window.start; start < window.end; ) {
    while (hit < hits.length && (hits[hit]?.end ?? 0) <= start) hit++;
    while (token < tokens.length && (tokens[token]?.end ?? 0) <= start) token++;
    const inHit = covering(hits[hit], start);
    const inToken = covering(tokens[token], start);
    const end = Math.min(window.end, nextEdge(hits[hit], start), nextEdge(tokens[token], start));
    const className = inToken ? tokens[token]?.className : undefined;
    segments.push({ start, text: line.slice(start, end), isHit: inHit, ...(className !== undefined && { className }) });
    start = end;
  }
  return segments;
}

type Span = { start: number; end: number } | undefined;

function covering(span: Span, offset: number): boolean {
  return span !== undefined && span.start <= offset && offset < span.end;
}

function nextEdge(span: Span, offset: number): number {
  if (span === undefined) return Number.POSITIVE_INFINITY;
  return span.start > offset ? span.start : span.end;
}

function outOfPair(line: string, offset: number, step: -1 | 1): number {
  const splits = /[\ud800-\udbff]/.test(line.charAt(offset - 1)) && /[\udc00-\udfff]/.test(line.charAt(offset));
  return splits ? offset + step : offset;
}
