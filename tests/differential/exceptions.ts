// Where grep differs from ripgrep on purpose. Any other difference fails the
// test, and so does a row that excuses nothing.
import type { Match } from "./ripgrep.ts";

/** One line on which the engines differ. */
export type Difference = {
  pattern: string;
  path: string;
  lineNumber: number;
  ours: Match | undefined;
  theirs: Match | undefined;
  /** What the file holds. */
  content: Buffer;
  /** True when ripgrep would not search the file without the glob or the path that it was given. */
  ignored: boolean;
  /** True when a folder or file was named. */
  named: boolean;
};

export type Exception = { name: string; reason: string; excuses: (difference: Difference) => boolean };

function endsInCrlf({ content, lineNumber }: Difference) {
  let begin = 0;
  for (let number = 1; number < lineNumber; ++number) begin = content.indexOf(0x0a, begin) + 1;
  const feed = content.indexOf(0x0a, begin);
  return feed > begin && content[feed - 1] === 0x0d;
}

/** Whether both say the same once each is rid of what only it may say; undefined where there is nothing to take away. */
function sameWithoutEmpty({ ours, theirs, content }: Difference) {
  if (!ours || !theirs || ours.line !== theirs.line || ours.line === undefined) return {};
  const bytes = Buffer.from(ours.line);
  const inner = theirs.ranges.filter(([a, b]) => a === b && ((bytes[a] ?? 0) & 0xc0) === 0x80);
  // The last range, when it is empty and stands at the end of a file without a last line feed.
  const last = ours.ranges.at(-1);
  const atEnd = last !== undefined && last[0] === bytes.length && last[1] === bytes.length && content.at(-1) !== 0x0a;
  const left = atEnd && theirs.ranges.at(-1)?.[0] !== bytes.length ? ours.ranges.slice(0, -1) : ours.ranges;
  const right = theirs.ranges.filter((range) => !inner.includes(range));
  return { same: left.join(" ") === right.join(" "), inner: inner.length > 0, atEnd: left !== ours.ranges };
}

export const exceptions: Exception[] = [
  {
    name: "a file with a NUL byte is binary as a whole",
    reason: "ripgrep shows what it found before it met the NUL byte, which depends on its buffer",
    excuses: ({ content, ours }) => ours === undefined && content.includes(0) && content[0] !== 0xff,
  },
  {
    name: "\\b is ASCII",
    reason: "RE2 knows ASCII word boundaries only; \\w, \\d and \\s are Unicode",
    excuses: ({ pattern, ours, theirs }) =>
      /\\[bB]/.test(pattern) && /[^\0-\x7f]/.test(theirs?.line ?? ours?.line ?? ""),
  },
  {
    name: "the carriage return of CRLF belongs to the line end",
    reason: "$ matches where an editor shows the end of the line, and no hit holds an invisible character",
    excuses: (difference) => {
      if (!endsInCrlf(difference)) return false;
      const { ours, theirs } = difference;
      const end = Buffer.byteLength(theirs?.line ?? ours?.line ?? "");
      // Whatever does not touch the line's end must be the same.
      const inside = (match: Match | undefined) => (match?.ranges ?? []).filter(([, b]) => b < end).join(" ");
      return inside(ours) === inside(theirs);
    },
  },
  {
    name: "a line that is not UTF-8 is named, not shown",
    reason: "JSON and models take Unicode only",
    excuses: ({ ours, theirs }) =>
      ours !== undefined && theirs !== undefined && ours.line === undefined && theirs.line === undefined,
  },
  {
    name: "an empty hit never stands inside a character",
    reason: "ripgrep 13 steps on by bytes; half a character can't be marked",
    excuses: (difference) => {
      const { same, inner } = sameWithoutEmpty(difference);
      return same === true && inner === true;
    },
  },
  {
    name: "an empty hit at the end of the last line has a place",
    reason: "ripgrep 13 shows the line and no hit in it",
    excuses: (difference) => {
      const { same, atEnd } = sameWithoutEmpty(difference);
      return same === true && atEnd === true;
    },
  },
  {
    name: "^ stands at the begin of the line only",
    reason: "ripgrep 13 lets it hold right behind a hit, too: (?:^[a-z]|-)+ finds a and b- in ab-cd",
    excuses: ({ pattern, ours, theirs }) => {
      if (!/(?:^|[^[\\])\^/.test(pattern) || !ours || !theirs || ours.line !== theirs.line) return false;
      const differing = theirs.ranges.filter(
        (range) => !ours.ranges.some(([a, b]) => a === range[0] && b === range[1]),
      );
      // Behind an empty hit the search steps on by a character.
      return differing.every(([a]) => theirs.ranges.some(([b, c]) => c === a || (b === c && a > c && a - c <= 4)));
    },
  },
  {
    name: "$^ is an empty line as ^$ is",
    reason: "ripgrep 13 finds none for $^, though both anchors hold there",
    excuses: ({ pattern, ours, theirs }) => /\$.*\^/.test(pattern) && ours?.line === "" && theirs === undefined,
  },
  {
    name: "a glob never un-ignores",
    reason: "a filter that widens the search surprises; what is left out is counted in the scope",
    excuses: ({ ours, ignored, named }) => ours === undefined && ignored && !named,
  },
  {
    name: "rules from above hold below a named folder",
    reason: "ripgrep 13 forgets anchored ones (its issue 1757, mended in 14); git does not",
    excuses: ({ ours, ignored, named }) => ours === undefined && ignored && named,
  },
];
