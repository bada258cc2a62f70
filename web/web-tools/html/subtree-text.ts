import type { Tape } from "./tape.ts";

/** All text of a subtree, as it stands; `<br>` is a blank. */
export function subtreeText(tape: Tape, node: number): string {
  let text = "";
  const end = tape.ends[node] ?? node + 1;
  for (let inner = node + 1; inner < end; inner++) {
    text += tape.tags[inner]?.name === "br" ? " " : (tape.texts[inner] ?? "");
  }
  return text;
}

/** Preformatted text of a subtree: line ends kept, blocks on lines of their own, no blank lines around it. */
export function preText(tape: Tape, node: number): string {
  const parts: string[] = [];
  // Ends of the open blocks inside, innermost last.
  const blockEnds: number[] = [];
  let atLineStart = true;
  const push = (text: string) => {
    if (text === "") return;
    parts.push(text);
    atLineStart = text.endsWith("\n");
  };
  const end = tape.ends[node] ?? node + 1;
  for (let inner = node + 1; inner <= end; inner++) {
    while (blockEnds.length > 0 && (blockEnds[blockEnds.length - 1] ?? 0) <= inner) {
      blockEnds.pop();
      if (!atLineStart) push("\n");
    }
    if (inner === end) break;
    const tag = tape.tags[inner];
    if (!tag) push((tape.texts[inner] ?? "").replace(/\r\n?/g, "\n").replaceAll("\u00a0", " "));
    else if (tag.name === "br") push("\n");
    else if (tag.block) {
      if (!atLineStart) push("\n");
      blockEnds.push(tape.ends[inner] ?? inner + 1);
    }
  }
  return trimBlankLines(parts.join(""));
}

/** Without the blank lines before and after the text. One pass each way: a pattern for it would be quadratic on blank lines. */
function trimBlankLines(text: string): string {
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "\n") start = at + 1;
    else if (char !== " " && char !== "\t") break;
  }
  return text.slice(start).trimEnd();
}

/**
 * The code of a fragment in which every line is an element of its own (Doxygen's):
 * white space between them is the page's, and a blank before all of them parts
 * them from their numbers.
 */
export function lineElementsText(tape: Tape, node: number): string {
  const lines: string[] = [];
  const end = tape.ends[node] ?? node + 1;
  for (let inner = node + 1; inner < end; inner = Math.max(inner + 1, tape.ends[inner] ?? 0)) {
    if (tape.tags[inner]) lines.push(subtreeText(tape, inner).replaceAll("\u00a0", " ").trimEnd());
  }
  const areIndented = lines.every((line) => line === "" || line.startsWith(" "));
  return (areIndented ? lines.map((line) => line.slice(1)) : lines).join("\n");
}

/** Whether an element is code whose lines are elements. */
export function hasLineElements(tape: Tape, node: number): boolean {
  const names = tape.attributes[node]?.class;
  if (names === undefined || !/(?:^|\s)fragment(?:\s|$)/.test(names)) return false;
  const first = tape.tags[node + 1] ? node + 1 : node + 2;
  return first < (tape.ends[node] ?? 0) && /(?:^|\s)line(?:\s|$)/.test(tape.attributes[first]?.class ?? "");
}

/** A heading's link to itself, shown as a sign: it says nothing to a reader. */
export function isPermalink(tape: Tape, node: number): boolean {
  const href = tape.attributes[node]?.href;
  if (href === undefined || !href.includes("#")) return false;
  if ((tape.ends[node] ?? node + 1) - node > 4) return false;
  return /^\s*[¶#§🔗⚓\uf0c1]\ufe0f?\s*$/u.test(subtreeText(tape, node));
}

/** Whether a subtree holds a block, such as a `<pre>` inside of a `<code>`. */
export function holdsBlock(tape: Tape, node: number): boolean {
  const end = tape.ends[node] ?? node + 1;
  for (let inner = node + 1; inner < end; inner++) if (tape.tags[inner]?.block) return true;
  return false;
}
