// Writes zips as no honest writer would, one field at a time.
import { deflateSync } from "fflate";
import { crc32 } from "../crc32.ts";

export type ZipSpec = {
  name: string | Uint8Array;
  data?: string | Uint8Array;
  method?: number;
  flags?: number;
  /** Upper byte: the system, 3 is Unix. */
  madeBy?: number;
  attributes?: number;
  crc?: number;
  /** Stated instead of the true sizes. */
  bytes?: number;
  packedBytes?: number;
  date?: number;
  time?: number;
  extra?: Uint8Array;
  localName?: string;
  offset?: number;
};

const encoder = new TextEncoder();

/** 2021-03-04 05:06:08 in the DOS form. */
export const dosDate = ((2021 - 1980) << 9) | (3 << 5) | 4;
export const dosTime = (5 << 11) | (6 << 5) | 4;

export function makeZip(specs: readonly ZipSpec[], end: { comment?: string; count?: number } = {}): Uint8Array {
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let at = 0;
  for (const spec of specs) {
    const name = typeof spec.name === "string" ? encoder.encode(spec.name) : spec.name;
    const data = typeof spec.data === "string" ? encoder.encode(spec.data) : (spec.data ?? new Uint8Array(0));
    const method = spec.method ?? 8;
    const packed = method === 8 ? deflateSync(data) : data;
    const localName = spec.localName === undefined ? name : encoder.encode(spec.localName);
    const fields = [
      [2, spec.flags ?? 0],
      [2, method],
      [2, spec.time ?? dosTime],
      [2, spec.date ?? dosDate],
      [4, spec.crc ?? crc32(data)],
      [4, spec.packedBytes ?? packed.length],
      [4, spec.bytes ?? data.length],
    ] as const;
    const local = [...bytesOf([4, 0x04034b50], [2, 20], ...fields, [2, localName.length], [2, 0]), ...localName];
    parts.push(Uint8Array.from(local), packed);
    const extra = spec.extra ?? new Uint8Array(0);
    directory.push(
      bytesOf(
        [4, 0x02014b50],
        [2, ((spec.madeBy ?? 3) << 8) | 20],
        [2, 20],
        ...fields,
        [2, name.length],
        [2, extra.length],
        [2, 0],
        [2, 0],
        [2, 0],
        [4, spec.attributes ?? 0],
        [4, spec.offset ?? at],
      ),
      name,
      extra,
    );
    at += local.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const comment = encoder.encode(end.comment ?? "");
  const count = end.count ?? specs.length;
  const tail = bytesOf([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, size], [4, at], [2, comment.length]);
  return join([...parts, ...directory, tail, comment]);
}

/** Little-endian fields, each [bytes, value]. */
export function bytesOf(...fields: readonly (readonly [number, number])[]): Uint8Array {
  return join(
    fields.map(([size, value]) =>
      Uint8Array.from({ length: size }, (_, index) => Math.floor(value / 256 ** index) & 255),
    ),
  );
}

export function join(parts: readonly Uint8Array[]): Uint8Array {
  const joined = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}
