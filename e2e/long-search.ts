// A search that takes many steps, for tests of what goes on meanwhile.
import { writeFileSync } from "node:fs";
import { strToU8, zipSync } from "fflate";

/** A state explosion on the archive's text: each start keeps its own count of the repetition. */
export const slowPattern = "(?:[a-f][^!]{0,200}){2}[^0-9a-z]";

/** Writes a zip of 60 MB in 76 files, whose text hardly repeats itself. Each file holds `needle` on one line. */
export function writeLargeArchive(path: string): void {
  let seed = 1;
  const line = () => {
    let text = "";
    while (text.length < 2000) {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
      text += seed.toString(36);
    }
    return text;
  };
  const block = strToU8(`${Array.from({ length: 400 }, line).join("\n")}\nneedle\n`);
  const members = Object.fromEntries(Array.from({ length: 76 }, (_, index) => [`big/file${index}.txt`, block]));
  writeFileSync(path, zipSync(members, { level: 0 }));
}
