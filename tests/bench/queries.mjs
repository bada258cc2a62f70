// What is searched for, on each corpus.

/**
 * `javascript` is the source for engines that look at whole files: there `\s`
 * must not cross a line's end, or they would count something else.
 * `small` replaces the pattern where the small corpus has other words.
 */
export const queries = [
  { name: "absent literal", pattern: "zzqqabsent", literal: true },
  { name: "rare literal", pattern: "sched_clock_register", small: "bad repetition operator", literal: true },
  { name: "common literal", pattern: "return", literal: true },
  { name: "literal, any case", pattern: "(?i)return" },
  { name: "whole word", pattern: "\\bkmalloc\\b", small: "\\bMutexLock\\b" },
  {
    name: "five literals",
    pattern: "kmalloc|vmalloc|kzalloc|kcalloc|kfree",
    small: "malloc|calloc|realloc|memcpy|memmove",
  },
  {
    name: "regex with a literal",
    pattern: "function\\s+\\w+\\s*\\(",
    javascript: "function[^\\S\\n]+\\w+[^\\S\\n]*\\(",
  },
  { name: "dense regex", pattern: "\\w+\\s*\\(", javascript: "\\w+[^\\S\\n]*\\(", dense: true },
  { name: "line start", pattern: "^#include" },
  { name: "line start, two words", pattern: "^import .* from" },
  { name: "no literal", pattern: "[A-Z]{3,}_[0-9]+" },
  { name: "two words, any case", pattern: "(?i)todo|fixme" },
  { name: "beyond ASCII", pattern: "—", literal: true },
];

/** The queries with the patterns of one corpus. */
export function queriesOn(corpus) {
  return queries.map(({ small, ...query }) => ({
    ...query,
    pattern: corpus === "small" ? (small ?? query.pattern) : query.pattern,
  }));
}

/** The same pattern with empty groups behind it, so that no result of run `run` is an earlier one's. */
export const varied = (pattern, run) => pattern + "(?:)".repeat(run);

/** Source and flags of a query as a JavaScript RegExp. */
export function javascriptRegExp({ pattern, javascript }) {
  const source = javascript ?? pattern;
  return source.startsWith("(?i)") ? new RegExp(source.slice(4), "gimu") : new RegExp(source, "gmu");
}

/** Globs, each with what it must find. */
export const globs = [
  { pattern: "**/*.h", matches: (path) => path.endsWith(".h") },
  { pattern: "**/*.ts", matches: (path) => path.endsWith(".ts") },
];
