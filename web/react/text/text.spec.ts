import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { excerptOf, wholeLineUnits } from "./excerpt.ts";
import { segmentsOf } from "./segments.ts";
import { onOneLine, visiblePieces, visibleString } from "./visible.ts";

describe("visiblePieces", () => {
  it.each([
    ["plain\ttext", "plain\ttext"],
    ["", ""],
    ["a\0b", "aU+0000b"],
    ["a\r", "aU+000D"],
    ["\x1b[31m", "U+001B[31m"],
    ["\x7f\x85", "U+007FU+0085"],
    ["user\u202e\u2066", "userU+202EU+2066"],
    ["ad\u200bmin\ufeff", "adU+200BminU+FEFF"],
    ["\u00ad\u3164\u{e0041}", "U+00ADU+3164U+E0041"],
    ["lone \ud83d half \udc00", "lone U+D83D half U+DC00"],
    ["\u{1f468}\u200d\u{1f469}\u200d\u{1f467}", "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}"],
    ["\u{1f44d}\u{1f3fd}", "\u{1f44d}\u{1f3fd}"],
    ["\u2764\ufe0f\u200d\u{1f525}", "\u2764\ufe0f\u200d\u{1f525}"],
    ["a\u200db\u200d", "aU+200DbU+200D"],
    ["ÄÖ 中文 עברית", "ÄÖ 中文 עברית"],
  ])("%j", (text, shown) => {
    expect(visibleString(text)).toBe(shown);
  });

  it("leaves nothing that can't be seen or that reorders, and loses nothing else", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 60 }), (text) => {
        const pieces = visiblePieces(text);
        expect(visibleString(text)).not.toMatch(
          /[\0-\x08\n-\x1f\x7f-\x9f\u200b\u200c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/,
        );
        const shown = pieces.filter((piece) => !piece.isLabel).map((piece) => piece.text);
        let rest = text;
        for (const part of shown) {
          expect(rest).toContain(part);
          rest = rest.slice(rest.indexOf(part) + part.length);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("puts prose on one line", () => {
    expect(onOneLine("a\n\n b\tc\r\nd\u00a0e")).toBe("a b c d\u00a0e");
  });
});

describe("excerptOf", () => {
  it("shows lines of everyday length whole", () => {
    expect(excerptOf("x".repeat(wholeLineUnits), 5)).toStrictEqual({ start: 0, end: wholeLineUnits });
  });

  it.each([
    ["no hit", undefined, 0],
    ["a hit at the head", 10, 0],
    ["a hit in the middle", 500, 440],
    ["a hit at the end", 995, 760],
  ])("shows %s", (_, hit, start) => {
    expect(excerptOf("x".repeat(1000), hit)).toStrictEqual({ start, end: start + 240 });
  });

  it("never cuts a character, and always shows where the first hit begins", () => {
    const unit = fc.constantFrom("a", "é", "e\u0301", "中", "\u{1f600}", "\u{1f468}\u200d\u{1f469}", "\u2764\ufe0f");
    fc.assert(
      fc.property(fc.array(unit, { minLength: 200, maxLength: 600 }), fc.nat(), (units, seed) => {
        const line = units.join("");
        const starts = [0];
        for (const part of units) starts.push((starts.at(-1) ?? 0) + part.length);
        const hit = starts[seed % units.length] ?? 0;
        const { start, end } = excerptOf(line, hit);
        expect(starts).toContain(start);
        expect(starts).toContain(end);
        expect(start <= hit && hit < end).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it("keeps a hit in the last character, though the window begins inside another", () => {
    const line = `${"a".repeat(200)}\u{1f600}${"b".repeat(237)}e\u0301`;
    expect(excerptOf(line, line.length - 2)).toStrictEqual({ start: 200, end: line.length });
  });

  it("gives up on a run of marks that no one can read", () => {
    expect(excerptOf(`a${"\u0301".repeat(900)}`, 500).end).toBeLessThanOrEqual(901);
  });
});

describe("segmentsOf", () => {
  it("is the window, cut at every edge, with the hits marked", () => {
    const ranges = fc.array(fc.nat(12), { minLength: 2, maxLength: 12 }).map((gaps) => {
      let at = 0;
      const edges = gaps.map((gap) => {
        at += gap;
        return at;
      });
      return Array.from(
        { length: edges.length >> 1 },
        (_, index) => [edges[index * 2], edges[index * 2 + 1]] as [number, number],
      );
    });
    fc.assert(
      fc.property(ranges, ranges, fc.nat(40), fc.nat(60), (hits, others, start, length) => {
        const line = "abcdefghij".repeat(20);
        const window = { start, end: Math.min(line.length, start + length) };
        const tokens = others.map(([from, to]) => ({ start: from, end: to, className: "t" }));
        const segments = segmentsOf(line, window, hits, tokens);
        expect(segments.map((segment) => segment.text).join("")).toBe(line.slice(window.start, window.end));
        for (const segment of segments) {
          expect(segment.text).not.toBe("");
          for (let offset = segment.start; offset < segment.start + segment.text.length; offset++) {
            expect(segment.isHit).toBe(hits.some(([from, to]) => from <= offset && offset < to));
            expect(segment.className === "t").toBe(others.some(([from, to]) => from <= offset && offset < to));
          }
        }
      }),
      { numRuns: 1000 },
    );
  });

  it("widens a hit that would split a surrogate pair", () => {
    expect(
      segmentsOf("x\u{1f600}y", { start: 0, end: 4 }, [[2, 4]]).map(({ text, isHit }) => [text, isHit]),
    ).toStrictEqual([
      ["x", false],
      ["\u{1f600}y", true],
    ]);
  });
});
