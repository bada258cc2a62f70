// NFC against this Node's String.prototype.normalize: every assigned code point
// alone and between letters, and random sequences of what interacts.
import { readFileSync } from "node:fs";
import { askProbe, finish, Random } from "./probe.mjs";

const tables = readFileSync(new URL("../../core/base/nfc_tables.h", import.meta.url), "utf8");
const tableVersion = tables.match(/from Unicode (\d+(?:\.\d+)*)/)?.[1];
const olderNode = Number(process.versions.unicode) < Number(tableVersion);
if (process.versions.unicode !== tableVersion) {
  console.log(
    `nfc_oracle: the tables are of Unicode ${tableVersion}, this Node has ${process.versions.unicode}: ` +
      "code points that only one of them knows are left out",
  );
}

const singles = [];
const interacting = [];
for (let point = 1; point <= 0x10ffff; point += 1) {
  if (point >= 0xd800 && point <= 0xdfff) continue;
  const character = String.fromCodePoint(point);
  const known = /\p{Assigned}/u.test(character);
  if (!known && (olderNode || process.versions.unicode !== tableVersion)) continue;
  singles.push(character, `a${character}\u0301`);
  if (/[\p{M}\u1100-\u11ff]/u.test(character) || character.normalize("NFD") !== character) interacting.push(character);
}

const random = new Random(20240607);
const sequences = Array.from({ length: 100_000 }, () =>
  Array.from({ length: 1 + random.below(8) }, () =>
    random.chance(0.2)
      ? random.pick(["a", "e", "/", "ᄀ", "가", "\u0301", "\u0327", "\u0345"])
      : random.pick(interacting),
  ).join(""),
);
sequences.push("\u0301".repeat(2000) + "\u0327".repeat(2000), `a${"\u0327\u0301".repeat(2000)}`);

const texts = [...singles, ...sequences];
const [answer] = askProbe([{ op: "nfc", texts }]);
const disagreements = [];
const show = (text) => Array.from(text, (character) => character.codePointAt(0).toString(16)).join(" ");
let certain = 0;
texts.forEach((text, index) => {
  const expected = text.normalize("NFC");
  if (answer.texts[index] !== expected) {
    disagreements.push(`${show(text)}: ours ${show(answer.texts[index])}, normalize ${show(expected)}`);
  }
  if (answer.certain[index]) {
    certain += 1;
    if (expected !== text) disagreements.push(`${show(text)}: told certainly NFC, and is not`);
  }
});
finish("nfc_oracle", disagreements, `${texts.length} texts equal String.prototype.normalize, ${certain} told certain`);
