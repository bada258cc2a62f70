import type { Attributes } from "./tape.ts";

// Control characters but blanks, zero-width, bidirectional and invisible format characters, the tag block, variation selector supplements, soft hyphens.
const invisible =
  /\u034f|\u17b4|\u17b5|[\u0000-\u0008\u000b\u000e-\u001f\u007f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff0-\ufffb\u{1bca0}-\u{1bca3}\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]/u;
const invisibleRun = new RegExp(`(?:${invisible.source})+`, "gu");

// Where a joiner shapes what is seen: emoji sequences, and scripts whose letters join.
const joining =
  /\ufe0f|[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Drops characters that a reader can't see. Threat: instructions to the model
 * that are hidden from the people who check the page (tag characters spell whole
 * sentences), and text that reads another way than it is stored (bidi controls).
 * A joiner stays between letters or emoji that it visibly shapes.
 */
export function dropInvisible(text: string): string {
  if (!invisible.test(text)) return text;
  return text.replace(invisibleRun, (run, at: number) => {
    if (run !== "\u200c" && run !== "\u200d") return "";
    const before = [...text.slice(Math.max(0, at - 2), at)].pop() ?? "";
    const after = String.fromCodePoint(text.codePointAt(at + 1) ?? 0x20);
    return joining.test(before) && joining.test(after) ? run : "";
  });
}

/** Whether an element is hidden from readers by its own attributes. Threat: text that only the model would read. */
export function isHidden(attributes: Attributes): boolean {
  const { hidden, style } = attributes;
  // until-found is collapsed, not hidden: a reader's search reveals it.
  if (hidden !== undefined && hidden.trim().toLowerCase() !== "until-found") return true;
  if (attributes["aria-hidden"]?.trim().toLowerCase() === "true") return true;
  return style !== undefined && styleHides(style);
}

function styleHides(style: string): boolean {
  if (!/display|visibility|\\/i.test(style)) return false;
  // Later declarations win over earlier ones, important ones over all.
  const values = new Map<string, { value: string; important: boolean }>();
  for (const declaration of cssText(style).split(";")) {
    const colon = declaration.indexOf(":");
    if (colon < 0) continue;
    const name = declaration.slice(0, colon).trim().toLowerCase();
    if (name !== "display" && name !== "visibility") continue;
    const written = declaration
      .slice(colon + 1)
      .trim()
      .toLowerCase();
    const important = /!\s*important$/.test(written);
    const value = written.replace(/\s*!\s*important$/, "");
    if (important || !values.get(name)?.important) values.set(name, { value, important });
  }
  const visibility = values.get("visibility")?.value;
  return values.get("display")?.value === "none" || visibility === "hidden" || visibility === "collapse";
}

/** CSS text without comments and with its escapes resolved, so that an escaped `display` is read as a browser does. */
function cssText(style: string): string {
  return style
    .replace(/\/\*[\s\S]*?(?:\*\/|$)/g, "")
    .replace(/\\(?:([0-9a-f]{1,6})\s?|([^\n]))/gi, (_, hex: string | undefined, char: string | undefined) => {
      if (hex === undefined) return char ?? "";
      const code = Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "\ufffd";
    });
}
