// The honest rival: a RegExp loop over strings that were decoded before.
import { javascriptRegExp } from "../queries.mjs";

const decoder = new TextDecoder();
export const decodeAll = (files) => files.map((file) => decoder.decode(file.data));

/** Matching lines in one text, by a RegExp with the flag g. */
function countLines(expression, text, most) {
  let lines = 0;
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    if (++lines === most) break;
    const feed = text.indexOf("\n", match.index);
    if (feed < 0) break;
    expression.lastIndex = feed + 1;
  }
  return lines;
}

/**
 * Counts the matching lines of `texts`, at most `most` a text, after replacing
 * its last text by one letter as an edit. The pattern is not varied: nothing is
 * kept between runs, and an empty group would only slow a literal down.
 */
export function javascriptCount(texts, query, run, most = Number.POSITIVE_INFINITY) {
  const edited = texts.length - 1;
  texts[edited] = run % 2 ? "a" : "b";
  const began = performance.now();
  const expression = javascriptRegExp(query);
  let count = 0;
  for (const text of texts) count += countLines(expression, text, most);
  return { milliseconds: performance.now() - began, count };
}

/** Decoded texts, with one more for the edits. */
export const loopTexts = (files) => [...decodeAll(files), ""];
