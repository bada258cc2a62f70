// What signal_grep must find and show, told again without its code: lines by
// JavaScript's own string functions, columns by UTF-16 indices.

export type OracleLine = { path: string; line: number; text: string; columns: [number, number][] };

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** Path order: component by component, as a tree is walked. */
const byPath = (a: string, b: string): number => byBytes(a.replaceAll("/", "\0"), b.replaceAll("/", "\0"));

/** Lines as search.md defines them: no line feed, no carriage return before it. */
export function linesOf(text: string): string[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  const ends = text.endsWith("\n") ? lines.length : lines.length - 1;
  return lines.map((line, index) => (index < ends && line.endsWith("\r") ? line.slice(0, -1) : line));
}

/** Every line that holds `needle`, in path and line order; columns 1-based inclusive UTF-16. */
export function search(files: ReadonlyMap<string, string>, needle: string): OracleLine[] {
  const found: OracleLine[] = [];
  for (const path of [...files.keys()].sort(byPath)) {
    for (const [index, text] of linesOf(files.get(path) ?? "").entries()) {
      const columns: [number, number][] = [];
      for (let at = text.indexOf(needle); at >= 0; at = text.indexOf(needle, at + needle.length)) {
        columns.push([at + 1, at + needle.length]);
      }
      if (columns.length > 0) found.push({ path, line: index + 1, text, columns });
    }
  }
  return found;
}

/** Count descending, then path byte order. */
export function ranked(found: OracleLine[]): { path: string; count: number; first: OracleLine; index: number }[] {
  const files = new Map<string, { path: string; count: number; first: OracleLine; index: number }>();
  for (const [place, line] of found.entries()) {
    const file = files.get(line.path);
    if (file) ++file.count;
    else files.set(line.path, { path: line.path, count: 1, first: line, index: place + 1 });
  }
  return [...files.values()].sort((a, b) => b.count - a.count || byBytes(a.path, b.path));
}

/** The context lines of each match: those nearest to it, ties to the earlier match. */
export function contextOf(files: ReadonlyMap<string, string>, found: OracleLine[], context: number) {
  const owner = new Map<string, number>();
  for (const [path, text] of files) {
    const matches = found.flatMap((match, index) =>
      match.path === path ? [{ index: index + 1, line: match.line }] : [],
    );
    const taken = new Set(matches.map(({ line }) => line));
    for (let line = 1; line <= linesOf(text).length; ++line) {
      if (taken.has(line)) continue;
      let best: { index: number; distance: number } | undefined;
      for (const match of matches) {
        const distance = Math.abs(match.line - line);
        if (distance <= context && (!best || distance < best.distance)) best = { index: match.index, distance };
      }
      if (best) owner.set(`${path}:${line}`, best.index);
    }
  }
  return owner;
}

/** signal.md §3: at most 500 units, centred on the first hit, cut at code points. */
export function isExcerptOf(shown: string, text: string, column: [number, number] | undefined): boolean {
  if (text.length <= 500) return shown === text;
  const cutBefore = shown.startsWith("…") && !text.startsWith("…");
  const cutAfter = shown.endsWith("…") && !text.endsWith("…");
  const body = shown.slice(cutBefore ? 1 : 0, shown.length - (cutAfter ? 1 : 0));
  if (body.length > 500 || body.length < 498 || /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/.test(body)) return false;
  const [first, last] = column ?? [1, 1];
  const width = Math.min(500, last - first + 1);
  // Every place at which the body stands in the line and shows the hit.
  for (let at = text.indexOf(body); at >= 0; at = text.indexOf(body, at + 1)) {
    const shows = at <= first - 1 && first - 1 + width <= at + body.length;
    const sidesAgree = at > 0 === cutBefore && at + body.length < text.length === cutAfter;
    const before = first - 1 - at;
    const after = at + body.length - (first - 1 + width);
    const centred = Math.abs(before - after) <= 3 || at === 0 || at + body.length === text.length;
    if (shows && sidesAgree && centred) return true;
  }
  return false;
}
