// Texts that the growth tables are measured on.

export const KB = 1000;
export const MB = 1000 * KB;

/** `count` lines, each made from its number. */
export const lines = (count, line) => Array.from({ length: count }, (_, i) => line(i)).join("\n");

/** `size` characters without order, so that no automaton state comes up twice; a line feed now and then. */
export function noise(size) {
  let state = 1;
  return Array.from({ length: size }, () => {
    state = (state * 48271) % 2147483647;
    return state % 61 === 0 ? "\n" : "abcdefgh"[state % 8];
  }).join("");
}
