import { truncatedError } from "./archive-error.ts";

/** Bytes that can be read from any position. */
export type RandomAccess = { size: number; slice(start: number, end: number): Promise<Uint8Array> };

export function randomAccess(source: Uint8Array | Blob): RandomAccess {
  if (source instanceof Uint8Array) {
    return { size: source.length, slice: async (start, end) => source.subarray(start, end) };
  }
  return {
    size: source.size,
    slice: async (start, end) => new Uint8Array(await source.slice(start, end).arrayBuffer()),
  };
}

/** Exactly `size` bytes. Throws ARCHIVE_TRUNCATED where they reach beyond the end. */
export async function readAt(source: RandomAccess, start: number, size: number, what: string): Promise<Uint8Array> {
  if (start < 0 || start + size > source.size) throw truncatedError(`${what} reaches beyond its end`);
  return source.slice(start, start + size);
}
