// Generates core/base/nfc_tables.h from this Node's own Unicode data
// (String.prototype.normalize). `--check` writes nothing and fails when the
// file is stale, missing or not tracked by git.
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./lib/run.mjs";

const path = "core/base/nfc_tables.h";
const unicodeVersion = process.versions.unicode;

const codePoints = (text) => Array.from(text, (character) => character.codePointAt(0));
const text = (...points) => String.fromCodePoint(...points);
const isHangulSyllable = (point) => point >= 0xac00 && point <= 0xd7a3;
const isSurrogate = (point) => point >= 0xd800 && point <= 0xdfff;

function* scalarValues() {
  for (let point = 0; point <= 0x10ffff; point += 1) {
    if (!isSurrogate(point)) yield point;
  }
}

/**
 * Canonical decompositions as pairs, ascending: `first` may decompose again,
 * `last` (0: none) never does. `composes`: NFC joins the pair again.
 */
function decompositions() {
  const byNfd = new Map();
  const rows = [];
  for (const point of scalarValues()) {
    if (isHangulSyllable(point)) continue;
    const nfd = text(point).normalize("NFD");
    if (nfd === text(point)) continue;
    const points = codePoints(nfd);
    const composes = text(point).normalize("NFC") === text(point);
    rows.push({ point, points, composes });
    // A composing character stands for its sequence before a singleton does.
    if (composes || !byNfd.has(nfd)) byNfd.set(nfd, point);
  }
  return rows.map(({ point, points, composes }) => {
    if (points.length === 1) return { point, first: points[0], last: 0, composes };
    const last = points.at(-1);
    const head = points.slice(0, -1);
    const first = head.length === 1 ? head[0] : byNfd.get(text(...head));
    if (first === undefined) throw new Error(`no pair for U+${point.toString(16)}`);
    return { point, first, last, composes };
  });
}

/**
 * Combining marks as [start, end, rank]. JavaScript does not tell combining
 * classes, but NFD swaps two marks exactly when the first has the higher
 * class. So marks are told by swapping with a mark of class 1 or of class 240
 * (the lowest and the highest) and ranked by swapping with each other.
 */
function combiningMarks() {
  const lowest = 0x334;
  const highest = 0x345;
  const swaps = (first, second) => {
    const nfd = codePoints(text(first, second).normalize("NFD"));
    return nfd.length === 2 && nfd[0] === second && nfd[1] === first && first !== second;
  };
  const classes = []; // one mark of each class found, ascending
  const rankByMark = new Map();
  for (const point of scalarValues()) {
    if (text(point).normalize("NFD") !== text(point)) continue;
    if (!swaps(point, lowest) && !swaps(highest, point)) continue;
    const at = classes.findIndex((mark) => !swaps(point, mark));
    const equal = at >= 0 && !swaps(classes[at], point);
    if (!equal) classes.splice(at < 0 ? classes.length : at, 0, point);
    rankByMark.set(point, classes[equal ? at : at < 0 ? classes.length - 1 : at]);
  }
  const runs = [];
  for (const [point, representative] of rankByMark) {
    const rank = classes.indexOf(representative) + 1;
    const run = runs.at(-1);
    if (run && run[1] === point - 1 && run[2] === rank && point - run[0] < 256) run[1] = point;
    else runs.push([point, point, rank]);
  }
  return runs;
}

const rows = decompositions();
const marks = combiningMarks();

const tails = [...new Set(rows.map(tailOf))].sort((a, b) => a - b);
function tailOf({ first, last, composes }) {
  return ((composes ? 1 : 0) << 20) | ((first >> 16) << 18) | last;
}

const runs = [];
rows.forEach(({ point }, index) => {
  if (index === 0 || rows[index - 1].point !== point - 1) runs.push((point << 12) | index);
});

// Blocks of 64 code points that hold one which NFC may change or join.
const blockBits = new Uint8Array(Math.ceil((rows.at(-1).point + 1) / 512));
const mark = (point) => {
  blockBits[point >> 9] |= 1 << ((point >> 6) & 7);
};
for (const { point, last, composes } of rows) {
  if (!composes) mark(point);
  if (last !== 0) mark(last);
}
for (const [start, end] of marks) for (let point = start; point <= end; point += 1) mark(point);
for (let vowel = 0x1161; vowel <= 0x11c2; vowel += 1) mark(vowel);

const limits = [
  [rows.length < 1 << 12, "decomposition index needs 12 bits"],
  [rows.at(-1).point < 1 << 20, "decomposed code point needs 20 bits"],
  [tails.length <= 256, "tail index needs 8 bits"],
  [rows.every((row) => row.first < 1 << 18 && row.last < 1 << 18), "parts need 18 bits"],
  [marks.every(([start, end, rank]) => start < 1 << 18 && end - start < 256 && rank < 64), "mark run needs 32 bits"],
];
for (const [holds, claim] of limits) if (!holds) throw new Error(`encoding no longer fits: ${claim}`);

function table(comment, type, name, values) {
  const lines = [];
  for (let index = 0; index < values.length; index += 16)
    lines.push(`    ${values.slice(index, index + 16).join(",")},`);
  return `// ${comment}\ninline constexpr ${type} ${name}[] = {\n${lines.join("\n")}\n};\n`;
}

const header = `// Generated by scripts/generate-nfc.mjs from Unicode ${unicodeVersion}. Do not edit.
// clang-format off
#ifndef SONDE_BASE_NFC_TABLES_H_
#define SONDE_BASE_NFC_TABLES_H_

#include <cstdint>

namespace sonde::nfc_tables {

${[
  table("Runs of code points with a decomposition: code point << 12 | index of the first.", "uint32_t", "kRuns", runs),
  table(
    "Low 16 bits of each decomposition's first part.",
    "uint16_t",
    "kFirsts",
    rows.map((row) => row.first & 0xffff),
  ),
  table(
    "Index into kTails.",
    "uint8_t",
    "kTailIndex",
    rows.map((row) => tails.indexOf(tailOf(row))),
  ),
  table("composes << 20 | high bits of the first part << 18 | last part, 0 for none.", "uint32_t", "kTails", tails),
  table(
    "Runs of combining marks: code point << 14 | length - 1 << 6 | rank of the combining class.",
    "uint32_t",
    "kMarks",
    marks.map(([start, end, rank]) => ((start << 14) | ((end - start) << 6) | rank) >>> 0),
  ),
  table("One bit for each 64 code points: some of them may change or join.", "uint8_t", "kBlocks", [...blockBits]),
].join("\n")}
}  // namespace sonde::nfc_tables

#endif  // SONDE_BASE_NFC_TABLES_H_
`;

const file = join(root, path);
const current = existsSync(file) ? readFileSync(file, "utf8") : undefined;
if (!process.argv.includes("--check")) {
  if (current !== header) writeFileSync(file, header);
} else {
  const pinned = current?.match(/from Unicode (\d+(?:\.\d+)*)/)?.[1];
  const tracked = execFileSync("git", ["ls-files", "--", path], { cwd: root, encoding: "utf8" }).trim() !== "";
  if (pinned === undefined || !tracked) {
    console.error(`${path} is missing or not tracked by git: run node scripts/generate-nfc.mjs and commit it`);
    process.exit(1);
  } else if (pinned !== unicodeVersion) {
    console.log(`${path}: not compared, it is of Unicode ${pinned} and this Node has Unicode ${unicodeVersion}`);
  } else if (current !== header) {
    console.error(`${path} is stale: run node scripts/generate-nfc.mjs and commit it`);
    process.exit(1);
  }
}
