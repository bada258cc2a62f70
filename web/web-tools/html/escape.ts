/** Where a piece of text stands, for what Markdown would read into it. */
export type TextPlace = { lineStart: boolean; inLink: boolean; inCell: boolean };

// A label this long is taken for text: looking further for its end would be quadratic on a page of brackets. Unit: UTF-16 units.
const longestLabel = 200;

const special = /[\\`*_[\]<&~|]/;

/**
 * Escapes text so that Markdown shows it as it is: only characters that would be
 * read as markup where they stand, since every backslash costs the reader.
 */
export function escapeMarkdown(text: string, place: TextPlace): string {
  let escaped = text;
  if (special.test(text)) {
    escaped = text.replace(/[\\`*_[\]<&|]|~~/g, (mark, at: number) =>
      isMarkup(mark, text, at, place) ? `\\${mark}` : mark,
    );
  }
  return place.lineStart ? escapeLineStart(escaped) : escaped;
}

function isMarkup(mark: string, text: string, at: number, place: TextPlace): boolean {
  const before = text[at - 1] ?? "";
  const after = text[at + mark.length] ?? "";
  switch (mark) {
    case "\\":
      return /[!-/:-@[-`{-~]/.test(after);
    case "`":
    case "~~":
      return true;
    case "*":
      // Between blanks it opens nothing; at the start of a line it would be a bullet.
      return !((before === " " || (before === "" && !place.lineStart)) && after === " ");
    case "_":
      // Inside of a word it opens nothing.
      return !(isWord(before) && isWord(after)) && !(before === " " && after === " ");
    case "[":
      return (
        place.inLink ||
        /^\[[^\]]*\](?:\(|\[|:)/.test(text.slice(at, at + longestLabel)) ||
        /^\[[ xX]\] /.test(text.slice(at))
      );
    case "]":
      return place.inLink;
    case "<":
      return /[a-z/!?]/i.test(after);
    case "&":
      return /^&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/i.test(text.slice(at, at + 40));
    default:
      return place.inCell;
  }
}

function isWord(char: string): boolean {
  return char !== "" && /[\p{L}\p{N}]/u.test(char);
}

/** What only means something at the start of a line: headings, bullets, numbers, quotes, rules. */
function escapeLineStart(text: string): string {
  return text
    .replace(/^(#{1,6}(?=\s|$)|[-+](?=\s|$)|>|=+(?=\s*$)|-{2,}(?=\s*$)|~{3})/, "\\$1")
    .replace(/^(\d{1,9})([.)])(?=\s|$)/, "$1\\$2");
}

/** A code span around `code` (one line): its fence is longer than any run of backticks inside. */
export function codeSpan(code: string, inCell: boolean): string {
  const fence = "`".repeat(longestRun(code, "`", 1) + 1);
  const padded = code.startsWith("`") || code.endsWith("`") || /^ .*[^ ].* $/.test(code) ? ` ${code} ` : code;
  return fence + (inCell ? padded.replaceAll("|", "\\|") : padded) + fence;
}

/** The fence for a block of code: at least three backticks, one more than the longest run that could close it. */
export function codeFence(code: string): string {
  return "`".repeat(Math.max(3, longestRun(code, "`", 3) + 1));
}

/** Length of the longest run of `char` in `text`; runs shorter than `atLeast` count as 0. */
function longestRun(text: string, char: string, atLeast: number): number {
  let longest = 0;
  for (let at = text.indexOf(char); at >= 0; at = text.indexOf(char, at)) {
    const start = at;
    while (text[at] === char) at++;
    longest = Math.max(longest, at - start);
  }
  return longest >= atLeast ? longest : 0;
}

/** Destination of a Markdown link: in angle brackets where parentheses or blanks would end it; without a pipe in a table's cell, which it would end. */
export function linkDestination(address: string, inCell = false): string {
  const url = inCell ? address.replaceAll("|", "%7C") : address;
  return /[()\s<>]/.test(url) ? `<${url.replace(/[<>\s]/g, (char) => encodeURIComponent(char))}>` : url;
}
