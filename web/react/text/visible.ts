// Characters that a reader can't see, or that reorder what is seen: controls,
// bidi marks, zero-width and filler characters, tags, lone surrogates. A tab
// is left as it is.
const invisible =
  /[\0-\x08\n-\x1f\x7f-\x9f\xad\u061c\u115f\u1160\u17b4\u17b5\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\u{1d173}-\u{1d17a}\u{e0000}-\u{e0fff}]|\u034f|\u180b|\u180c|\u180d|\u180e|\u180f|\p{Cs}/gu;
const pictograph = /\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f/u;

/** Either text to show as it is, or the label that stands for one invisible character. */
export type Piece = { text: string; isLabel: boolean };

/** Whether `text` can be shown as it is. Far cheaper than cutting it up. */
export function isVisible(text: string): boolean {
  return text.search(invisible) < 0;
}

/** `text` cut into what can be shown and labels for what can't. Joined labels and text never hold an invisible character. */
export function visiblePieces(text: string): Piece[] {
  const pieces: Piece[] = [];
  let shown = 0;
  for (const match of text.matchAll(invisible)) {
    const [character] = match;
    if (character === "\u200d" && joinsEmoji(text, match.index)) continue;
    if (match.index > shown) pieces.push({ text: text.slice(shown, match.index), isLabel: false });
    pieces.push({ text: labelOf(character), isLabel: true });
    shown = match.index + character.length;
  }
  if (shown < text.length) pieces.push({ text: text.slice(shown), isLabel: false });
  return pieces;
}

/** `text` with labels in place of invisible characters, for attributes. */
export function visibleString(text: string): string {
  return visiblePieces(text)
    .map((piece) => piece.text)
    .join("");
}

/** Prose on one line: its line breaks and tabs are spaces, as HTML would have them. */
export function onOneLine(text: string): string {
  return text.replace(/[\t\n\r ]+/g, " ");
}

/** Few fonts have the control pictures (␛); a number shows everywhere. */
function labelOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A zero-width joiner between two pictographs is how one emoji is written. */
function joinsEmoji(text: string, index: number): boolean {
  const isLow = /[\udc00-\udfff]/.test(text.charAt(index - 1));
  const before = text.slice(Math.max(0, index - (isLow ? 2 : 1)), index);
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  return pictograph.test(before) && pictograph.test(after);
}
