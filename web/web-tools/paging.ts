/** One page of a body. Offsets count UTF-16 units of the whole body. */
export type Page = {
  /** Exactly the body from `start` to `end`. */
  content: string;
  start: number;
  end: number;
  /** The body goes on at `end`. */
  more: boolean;
  /** Lines that show a code block cut by the page as closed: they are no part of the body, so offsets don't count them. */
  reopen: string;
  close: string;
};

/**
 * The page of `body` that begins at `offset` and holds at most `maxChars`.
 * Pages that follow each other's `end` leave no gap and don't overlap. The cut
 * is at a paragraph of the page's second half, outside of code where there is
 * one; else at a code point. `fences`: the body is Markdown.
 */
export function pageOf(body: string, offset: number, maxChars: number, fences: boolean): Page {
  const start = Math.min(offset, body.length);
  const limit = Math.min(start + maxChars, body.length);
  const inside = fences ? new FenceScan(body) : undefined;
  const end = limit === body.length ? limit : cut(body, start, limit, inside);
  const before = inside?.at(start);
  const after = inside?.at(end);
  return {
    content: body.slice(start, end),
    start,
    end,
    more: end < body.length,
    reopen: before && start < body.length ? `${before.prefix}${before.opening}\n` : "",
    close:
      after && end < body.length && end > start
        ? `${body[end - 1] === "\n" ? "" : "\n"}${after.prefix}${after.fence}`
        : "",
  };
}

function cut(body: string, start: number, limit: number, fences: FenceScan | undefined): number {
  // The first place in the body where a paragraph end (two line ends) may begin, to end in the page's second half.
  const first = Math.max(start, start + Math.ceil((limit - start) / 2) - 2);
  let inCode: number | undefined;
  // Several are tried, since those in code are second best.
  for (let at = limit - 2; at >= first; at--) {
    at = body.lastIndexOf("\n\n", at);
    if (at < first) break;
    const end = at + 2;
    if (!fences?.at(end)) return end;
    inCode ??= end;
  }
  if (inCode !== undefined) return inCode;
  if (fences?.at(limit)) {
    const line = body.lastIndexOf("\n", limit - 1);
    if (line >= first) return line + 1;
  }
  // Never between the halves of a surrogate pair, unless that would leave the page empty.
  const splitsPair = isHigh(body.charCodeAt(limit - 1)) && isLow(body.charCodeAt(limit));
  if (!splitsPair) return limit;
  return limit - 1 > start ? limit - 1 : limit + 1;
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}

type Fence = { prefix: string; fence: string; opening: string; from: number; to: number };

/** The fenced blocks of a Markdown body, found in one pass. */
class FenceScan {
  private readonly blocks: Fence[] = [];

  constructor(body: string) {
    let open: Fence | undefined;
    // A fence may follow the marker of the quote or list item that it opens.
    const lines = /^((?:[ >]|[-*+] |\d{1,9}[.)] )*)(`{3,}|~{3,})([^\n]*)\n?/gm;
    for (let match = lines.exec(body); match; match = lines.exec(body)) {
      const [line, prefix = "", fence = "", info = ""] = match;
      const next = match.index + line.length;
      if (!open) {
        if (fence.startsWith("`") && info.includes("`")) continue;
        open = { prefix: prefix.replace(/[^ >]/g, " "), fence, opening: fence + info, from: next, to: body.length };
        this.blocks.push(open);
      } else if (fence.startsWith(open.fence) && info.trim() === "") {
        open.to = match.index;
        open = undefined;
      }
    }
  }

  /** The block whose inside holds the boundary at `offset`: a cut there would leave it open. */
  at(offset: number): Fence | undefined {
    let low = 0;
    let high = this.blocks.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.blocks[middle]?.from ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    const block = this.blocks[low - 1];
    return block && offset <= block.to ? block : undefined;
  }
}
