import { subtreeText } from "./subtree-text.ts";
import type { Tape } from "./tape.ts";

/** TeX source of a formula where the page gives it, between dollar signs; undefined when only its symbols are there. */
export function mathSource(tape: Tape, node: number): string | undefined {
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

/** A formula's symbols on one line, with signs for what their positions say: `(a+b)/2`, `x^2`, `√(y)`. */
export function mathSymbols(tape: Tape, node: number): string {
  // As deep as a tape, which bounds it.
  const written = (at: number): string => {
    const tag = tape.tags[at];
    if (!tag) return (tape.texts[at] ?? "").replace(/\s+/g, " ").trim();
    const parts = children(tape, at).map(written);
    const [only] = parts;
    const [first = "", second = "", third = ""] = parts.filter((part) => part !== "");
    switch (tag.name) {
      case "mfrac":
        return `${group(first)}/${group(second)}`;
      case "msup":
      case "mover":
        return `${group(first)}^${group(second)}`;
      case "msub":
      case "munder":
        return `${group(first)}_${group(second)}`;
      case "msubsup":
      case "munderover":
        return `${group(first)}_${group(second)}^${group(third)}`;
      case "msqrt":
        return `√(${parts.join("")})`;
      case "mroot":
        return `√[${second}](${first})`;
      case "mfenced":
        return `(${parts.join(", ")})`;
      case "mtable":
        return `[${parts.join("; ")}]`;
      case "mtr":
        return parts.join(", ");
      case "mtext":
        return ` ${parts.join("")} `;
      // The first child is the formula, the others say the same in other languages.
      case "semantics":
        return first;
      case "annotation":
      case "annotation-xml":
      case "mphantom":
        return "";
      default:
        return only !== undefined && parts.length === 1 ? only : parts.join("");
    }
  };
  return written(node).replace(/\s+/g, " ").trim();
}

function children(tape: Tape, node: number): number[] {
  const found: number[] = [];
  const end = tape.ends[node] ?? node + 1;
  for (let inner = node + 1; inner < end; inner = Math.max(inner + 1, tape.ends[inner] ?? 0)) found.push(inner);
  return found;
}

// Whether a longer text is one symbol or has its parentheses is not looked at: every level around it would look again.
const longestSymbol = 100;

/** In parentheses, unless it is one symbol, one number, one word, or in parentheses already. */
function group(text: string): string {
  const isWhole = text.length <= longestSymbol && (/^(?:[\p{L}\p{N}.]*|.)$/u.test(text) || isInParentheses(text));
  return isWhole ? text : `(${text})`;
}

function isInParentheses(text: string): boolean {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")") depth--;
    if (depth === 0) return at === text.length - 1 && at > 0;
  }
  return false;
}
