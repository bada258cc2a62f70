// A corpus as one buffer: the same bytes for every engine, read at once.
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { cacheRoot } from "../../scripts/third-party.mjs";
import { corpus, filesBelow, versioned } from "./corpora.mjs";

export const scratch = join(cacheRoot, "bench");

/**
 * {name, folder, oneFile, index, bytes, files: [{path, data, mtime}]}. Hidden files are
 * left out, as every engine skips them in its own way; `data` are views of one
 * buffer, in which each file ends with a line feed. `oneFile` holds that buffer, `index`
 * the files in it: JSON, [path, begin, bytes] each.
 */
export function bundle(name) {
  mkdirSync(scratch, { recursive: true });
  const folder = corpus(name);
  const oneFile = join(scratch, `${versioned(name)}.txt`);
  const index = `${oneFile}.json`;
  if (!existsSync(index)) writeBundle(folder, oneFile, index);
  const buffer = readFileSync(oneFile);
  const files = JSON.parse(readFileSync(index, "utf8")).map(([path, begin, length]) => ({
    path,
    data: buffer.subarray(begin, begin + length),
    mtime: 1,
  }));
  const bytes = files.reduce((sum, file) => sum + file.data.length, 0);
  return { name, folder, oneFile, index, buffer, bytes, files };
}

function writeBundle(folder, oneFile, index) {
  const entries = [];
  const target = openSync(oneFile, "w");
  let at = 0;
  for (const absolute of filesBelow(folder)) {
    const path = absolute.slice(folder.length + 1);
    if (/(^|\/)\./.test(path)) continue;
    const data = readFileSync(absolute);
    if (data.includes(0)) throw new Error(`${absolute} is binary: engines would not agree what to count in it`);
    entries.push([path, at, data.length]);
    at += writeSync(target, data);
    if (data.at(-1) !== 10) at += writeSync(target, "\n");
  }
  closeSync(target);
  writeFileSync(`${index}.partial`, JSON.stringify(entries));
  renameSync(`${index}.partial`, index);
}
