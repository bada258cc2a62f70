// Random patterns of what both engines' syntaxes share, seeded.

const characters = [
  "a",
  "b",
  "c",
  "A",
  "0",
  "1",
  "_",
  "-",
  " ",
  "\\.",
  "é",
  "É",
  "α",
  "日",
  "😀",
  "ſ",
  "k",
  "K",
  "\\t",
];
const classes = [
  ".",
  "\\w",
  "\\d",
  "\\s",
  "\\W",
  "\\D",
  "\\S",
  "[abc]",
  "[^abc]",
  "[a-c0]",
  "[\\w-]",
  "[^\\s]",
  "[^\\W\\d]",
  "[é-ω]",
  "[^é]",
  "[[:alpha:]]",
  "[[:^digit:]]",
  "\\pL",
  "\\p{Lu}",
  "\\P{Greek}",
  "[\\d_]",
  "[A-Zk]",
];
const quantifiers = ["?", "*", "+", "{2}", "{1,3}", "{0,2}", "*?", "+?", "??", "{1,2}?"];

type Part = { text: string; nullable: boolean };

export function randomPatterns(count: number, seed: number): string[] {
  let state = seed;
  const below = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const pick = (list: string[]) => list[below(list.length)] ?? "";

  const atom = (depth: number): Part => {
    const kind = below(depth > 0 ? 10 : 7);
    if (kind < 5) return { text: pick(characters), nullable: false };
    if (kind < 7) return { text: pick(classes), nullable: false };
    const inner = alternation(depth - 1);
    return { text: `${pick(["(", "(?:", "(?i:"])}${inner.text})`, nullable: inner.nullable };
  };
  const piece = (depth: number): Part => {
    if (below(12) === 0) return { text: pick(["^", "$"]), nullable: true };
    const one = atom(depth);
    // Engines differ in what an empty turn of a loop means; no one writes it.
    if (one.nullable || below(3) > 0) return one;
    const quantifier = pick(quantifiers);
    return { text: one.text + quantifier, nullable: /^(?:[?*]|\{0)/.test(quantifier) };
  };
  const sequence = (depth: number): Part => {
    const parts = Array.from({ length: 1 + below(4) }, () => piece(depth));
    return { text: parts.map(({ text }) => text).join(""), nullable: parts.every(({ nullable }) => nullable) };
  };
  const alternation = (depth: number): Part => {
    const parts = Array.from({ length: below(3) === 0 ? 2 + below(2) : 1 }, () => sequence(depth));
    return { text: parts.map(({ text }) => text).join("|"), nullable: parts.some(({ nullable }) => nullable) };
  };
  return Array.from({ length: count }, () => (below(6) === 0 ? "(?i)" : "") + alternation(2).text);
}
