/** Lines up to this many UTF-16 units are shown whole. */
export const wholeLineUnits = 320;
const excerptUnits = 240;
const leadUnits = 60;

/** Half-open UTF-16 range of a line that is shown at first. */
export type LineWindow = { start: number; end: number };

/** The part of a long line to show: around its first hit, else its head. Cuts only between characters. */
export function excerptOf(line: string, firstHit: number | undefined): LineWindow {
  if (line.length <= wholeLineUnits) return { start: 0, end: line.length };
  const wanted = Math.max(0, (firstHit ?? 0) - leadUnits);
  const last = line.length - excerptUnits;
  // Near the end the window keeps its end: moved left as a whole, it could lose the hit.
  if (wanted >= last) return { start: atBoundary(line, last), end: line.length };
  const start = atBoundary(line, wanted);
  return { start, end: atBoundary(line, start + excerptUnits) };
}

/** Moves left to where a character (with its combining marks) begins. */
function atBoundary(line: string, index: number): number {
  let boundary = index;
  // Bounded: a run of marks longer than this is not one character to anyone.
  for (let steps = 0; steps < 16 && boundary > 0 && boundary < line.length && continues(line, boundary); steps++)
    boundary--;
  return boundary;
}

function continues(line: string, index: number): boolean {
  return /^(?:[\udc00-\udfff]|\p{M}|\u200d|\ufe0f)/u.test(line.slice(index, index + 2)) || line[index - 1] === "\u200d";
}
