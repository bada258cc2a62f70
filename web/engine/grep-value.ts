// The canonical value of grep. Its matches cross the boundary packed, see
// core/tools/packed_matches.h; many stay so until somebody reads them: half a
// million objects take longer to make than to search for.
import type { ToolResult } from "../contract/types.ts";

export type GrepMatch = {
  path: string;
  /** 1-based. */
  lineNumber: number;
  line: string;
  /** Hits, [begin, end) in UTF-16 units of `line`. */
  ranges: [number, number][];
};

/** A result whose matches are still packed, as one thread hands it to another. */
export type PackedResult = { result: ToolResult; packed: Uint8Array[] };

/** Packed bytes that are unpacked at once, in a millisecond or two: a result that is plain to look at is worth that. */
const plainBytes = 64 * 1024;

/**
 * The result with its matches in `value`, plain data, or where they are many an
 * accessor that unpacks them when it is first read. Packed bytes without a value
 * are those of a call that failed, and left out.
 */
export function withMatches({ result, packed }: PackedResult): ToolResult {
  if (packed.length === 0 || result.value === undefined) return result;
  const bytes = packed.reduce((sum, { byteLength }) => sum + byteLength, 0);
  if (bytes <= plainBytes) return { ...result, value: { matches: unpackMatches(packed) } };
  const { isError, content, value: _, ...rest } = result;
  const settle = (value: unknown) =>
    Object.defineProperty(whole, "value", { value, enumerable: true, configurable: true, writable: true });
  const whole = {
    isError,
    content,
    get value() {
      const value = { matches: unpackMatches(packed) };
      settle(value);
      return value;
    },
    set value(value) {
      settle(value);
    },
    ...rest,
  };
  return whole;
}

const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const headerBytes = 16;

/** The matches of whole records, in their order. */
export function unpackMatches(packed: readonly Uint8Array[]): GrepMatch[] {
  const matches: GrepMatch[] = [];
  for (const records of packed) {
    for (let offset = 0; offset < records.byteLength; ) offset = unpackRecord(records, offset, matches);
  }
  return matches;
}

/** Appends the matches of the record at `offset`. Returns where the next one begins. */
function unpackRecord(records: Uint8Array, offset: number, matches: GrepMatch[]): number {
  const header = new DataView(records.buffer, records.byteOffset + offset, headerBytes);
  const textAt = offset + headerBytes + header.getUint32(0, true);
  const numbersAt = textAt + header.getUint32(4, true);
  const path = decoder.decode(records.subarray(offset + headerBytes, textAt));
  const text = decoder.decode(records.subarray(textAt, numbersAt));
  let at = numbersAt;
  const number = () => {
    let byte = records[at++] as number;
    if (byte < 0x80) return byte;
    let value = byte & 0x7f;
    // By multiplication, as shifts cut to 32 bits.
    for (let scale = 0x80; byte >= 0x80; scale *= 0x80) {
      byte = records[at++] as number;
      value += (byte & 0x7f) * scale;
    }
    return value;
  };
  let lineNumber = 0;
  let lineAt = 0;
  for (let lines = header.getUint32(8, true); lines > 0; lines--) {
    lineNumber += number();
    const lineEnd = lineAt + number();
    const line = text.slice(lineAt, lineEnd);
    lineAt = lineEnd;
    // Of the right size at once: room to grow would take most of the memory.
    const ranges: [number, number][] = new Array(number());
    let end = 0;
    for (let index = 0; index < ranges.length; index++) {
      const begin = end + number();
      end = begin + number();
      ranges[index] = [begin, end];
    }
    matches.push({ path, lineNumber, line, ranges });
  }
  return numbersAt + header.getUint32(12, true);
}
