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

/** TeX source of a formula where the page gives it, between dollar signs; undefined when only its symbols are there. */
export function mathText(tape: Tape, node: number): string | undefined {
  const end = tape.ends[node] ?? node + 1;
  const attributes = tape.attributes[node] ?? {};
  let source = attributes.alttext;
  for (let inner = node + 1; inner < end && source === undefined; inner++) {
    if (tape.tags[inner]?.name === "annotation" && /tex/i.test(tape.attributes[inner]?.encoding ?? "")) {
      source = subtreeText(tape, inner);
    }
  }
  const tex = source?.replace(/\s+/g, " ").trim();
  if (!tex) return undefined;
  return attributes.display === "block" ? `$$${tex}$$` : `$${tex}$`;
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
