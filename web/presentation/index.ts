// sonde/presentation: from stored tool results to cards. Pure functions over
// JSON: no WebAssembly, no React, no DOM, no dependency.
export { type CardFormat, formatCard } from "./format-card.ts";
export { searchViewFromMeta, webViewFromMeta } from "./narrow.ts";
export { parseCard } from "./parse-card.ts";
export { presentCall, presentResult } from "./present.ts";
export { safeLink } from "./safe-link.ts";
export type * from "./types.ts";
