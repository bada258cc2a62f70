// RFC 3492 decoding of one host label.

const base = 36;
const delimiter = "-";

/** The Unicode form of what follows `xn--`, or undefined when it is not valid Punycode. Quadratic in a label's length, which is at most 63. */
export function decodeLabel(encoded: string): string | undefined {
  const split = encoded.lastIndexOf(delimiter);
  const output = Array.from(encoded.slice(0, Math.max(split, 0)), (letter) => letter.charCodeAt(0));
  let codePoint = 128;
  let index = 0;
  let bias = 72;
  for (let position = split > 0 ? split + 1 : 0; position < encoded.length; ) {
    const start = index;
    for (let weight = 1, k = base; ; k += base) {
      const digit = Number.parseInt(encoded[position++] ?? "", base);
      if (Number.isNaN(digit)) return undefined;
      // Letters come before digits in Punycode, after them in base 36.
      const value = digit < 10 ? digit + 26 : digit - 10;
      index += value * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (value < threshold) break;
      weight *= base - threshold;
    }
    const length = output.length + 1;
    bias = adapt(index - start, length, start === 0);
    codePoint += Math.floor(index / length);
    index %= length;
    if (codePoint > 0x10ffff) return undefined;
    output.splice(index++, 0, codePoint);
  }
  return String.fromCodePoint(...output);
}

function adapt(delta: number, length: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2));
  rest += Math.floor(rest / length);
  let k = 0;
  for (; rest > 455; k += base) rest = Math.floor(rest / 35);
  return k + Math.floor((36 * rest) / (rest + 38));
}
