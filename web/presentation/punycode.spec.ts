import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decodeLabel } from "./punycode.ts";

describe("decodeLabel", () => {
  // Sample strings of RFC 3492, section 7.1, and degenerate input.
  it.each([
    ["egbpdaj6bu4bxfgehfvwxn", "ليهمابتكلموشعربي؟"],
    ["ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"],
    ["ihqwctvzc91f659drss3x8bo0yb", "他們爲什麽不說中文"],
    ["4dbcagdahymbxekheh6e0a7fei0b", "למההםפשוטלאמדבריםעברית"],
    ["n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"],
    ["3B-ww4c5e180e575a65lsy2b", "3年B組金八先生"],
    ["2-u9tlzr9756bt3uc0v", "ひとつ屋根の下2"],
    ["mnchen-3ya", "münchen"],
    ["abc-", "abc"],
  ])("%s", (encoded, decoded) => {
    expect(decodeLabel(encoded)).toBe(decoded);
  });

  it.each(["-", "-abc", "ab!", "mnchen-3y", "a-é", "99999999999999", "zzzzzzzz9"])("refuses %s", (encoded) => {
    expect(decodeLabel(encoded)).toBeUndefined();
  });

  it("undoes what the URL parser encoded", () => {
    // Letters that host mapping leaves as they are.
    const letters = fc.array(fc.constantFrom(..."äöüßñéабвгдежзαβγδ中文网日本語한국어ابتثאבגד"), {
      minLength: 1,
      maxLength: 12,
    });
    fc.assert(
      fc.property(letters, fc.stringMatching(/^[a-z]{0,6}$/), (unicode, ascii) => {
        const label = `${ascii}${unicode.join("")}`.normalize("NFC");
        const encoded = hostOf(`https://${label}.example/`)?.split(".")[0];
        if (!encoded?.startsWith("xn--")) return;
        expect(decodeLabel(encoded.slice(4))).toBe(label);
      }),
      { numRuns: 2000 },
    );
  });

  it("never throws", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z0-9-]{0,63}$/)), (encoded) => {
        const decoded = decodeLabel(encoded);
        expect(decoded === undefined || typeof decoded === "string").toBe(true);
      }),
      { numRuns: 5000 },
    );
  });
});

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).hostname : undefined;
}
