import type { Entry } from "sonde";

const sources = import.meta.glob<string>(
  ["../../../core/{base,glob,ignore,match,search,vfs}/**/*.{h,cc}", "!**/unicode_classes.cc", "!**/nfc*"],
  { query: "?raw", import: "default", eager: true },
);

/** The core's sources, under the paths that they have in the repository. */
export function sampleEntries(): Entry[] {
  return Object.entries(sources).map(([path, data]) => ({ path: path.replace(/^(\.\.\/)+/, ""), data, mtime: 0 }));
}
