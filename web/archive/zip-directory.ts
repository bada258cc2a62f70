// A zip's central directory: what is in it, before anything is unpacked.
import { formatError, limitError, truncatedError } from "./archive-error.ts";
import { quote } from "./archive-path.ts";
import { type RandomAccess, readAt } from "./random-access.ts";
import { zipName } from "./zip-name.ts";

export type ZipEntry = {
  name: string;
  kind: "file" | "directory" | "symlink" | "special";
  method: number;
  crc: number;
  packedBytes: number;
  bytes: number;
  /** Milliseconds since the epoch. */
  mtime: number;
  /** Of the local header, from the start of the source. */
  offset: number;
  nameBytes: Uint8Array;
};

export type ZipDirectory = {
  entries: ZipEntry[];
  comment: string;
  /** Where the directory begins and the entries' data has ended. */
  offset: number;
};

const endSignature = 0x06054b50;
const endBytes = 22;
const end64Signature = 0x06064b50;
const end64LocatorSignature = 0x07064b50;
const entrySignature = 0x02014b50;
const entryBytes = 46;
const maxCommentBytes = 0xffff;

/** Reads the directory. Throws ARCHIVE_FORMAT, ARCHIVE_TRUNCATED, and ARCHIVE_LIMIT beyond `maxEntries`. */
export async function readZipDirectory(source: RandomAccess, maxEntries: number): Promise<ZipDirectory> {
  const end = await findEnd(source);
  if (end.count > maxEntries) throw limitError(`it has ${end.count} entries, more than ${maxEntries}`);
  // Something may stand before the zip, such as a self-extractor's program.
  const shift = end.position - end.size - end.offset;
  if (shift < 0) throw truncatedError("its directory points beyond its end");
  const bytes = await readAt(source, end.offset + shift, end.size, "the directory");
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let index = 0; index < end.count; index++) {
    const { entry, next } = parseEntry(bytes, at);
    entry.offset += shift;
    entries.push(entry);
    at = next;
  }
  if (at !== bytes.length) throw formatError("its directory has another size than it states");
  return { entries, comment: end.comment, offset: end.offset + shift };
}

type End = { count: number; size: number; offset: number; comment: string; position: number };

async function findEnd(source: RandomAccess): Promise<End> {
  const tailSize = Math.min(source.size, endBytes + maxCommentBytes);
  const tailStart = source.size - tailSize;
  const tail = await readAt(source, tailStart, tailSize, "the end");
  const view = viewOf(tail);
  for (let at = tailSize - endBytes; at >= 0; at--) {
    if (view.getUint32(at, true) !== endSignature) continue;
    const commentBytes = view.getUint16(at + 20, true);
    if (at + endBytes + commentBytes !== tailSize) continue;
    const comment = new TextDecoder().decode(tail.subarray(at + endBytes));
    const end: End = {
      count: view.getUint16(at + 10, true),
      size: view.getUint32(at + 12, true),
      offset: view.getUint32(at + 16, true),
      comment,
      position: tailStart + at,
    };
    if (view.getUint16(at + 4, true) !== 0 && view.getUint16(at + 4, true) !== 0xffff) {
      throw formatError("it is one part of a split zip");
    }
    const needs64 = end.count === 0xffff || end.size === 0xffffffff || end.offset === 0xffffffff;
    return needs64 ? readEnd64(source, end) : end;
  }
  throw truncatedError("its directory is missing");
}

async function readEnd64(source: RandomAccess, end: End): Promise<End> {
  const locatorBytes = 20;
  if (end.position < locatorBytes) return end;
  const locator = viewOf(await readAt(source, end.position - locatorBytes, locatorBytes, "the zip64 locator"));
  // Without a locator these are the true values, at the most that their fields hold.
  if (locator.getUint32(0, true) !== end64LocatorSignature) return end;
  const position = safe(locator.getBigUint64(8, true), "a zip64 offset");
  const record = viewOf(await readAt(source, position, 56, "the zip64 end record"));
  if (record.getUint32(0, true) !== end64Signature) throw formatError("its zip64 end record is missing");
  return {
    count: safe(record.getBigUint64(32, true), "a zip64 count"),
    size: safe(record.getBigUint64(40, true), "a zip64 size"),
    offset: safe(record.getBigUint64(48, true), "a zip64 offset"),
    comment: end.comment,
    position,
  };
}

function parseEntry(bytes: Uint8Array, at: number): { entry: ZipEntry; next: number } {
  const view = viewOf(bytes);
  if (at + entryBytes > bytes.length || view.getUint32(at, true) !== entrySignature) {
    throw formatError("its directory is damaged");
  }
  const madeBy = view.getUint16(at + 4, true) >>> 8;
  const flags = view.getUint16(at + 8, true);
  const nameStart = at + entryBytes;
  const extraStart = nameStart + view.getUint16(at + 28, true);
  const commentStart = extraStart + view.getUint16(at + 30, true);
  const next = commentStart + view.getUint16(at + 32, true);
  if (next > bytes.length) throw formatError("its directory is damaged");
  const nameBytes = bytes.slice(nameStart, extraStart);
  const extra = parseExtra(bytes.subarray(extraStart, commentStart));
  const name = zipName(nameBytes, { utf8: (flags & 0x800) !== 0, madeBy, unicodePath: extra.get(0x7075) });
  if (flags & 0x2041) throw formatError(`${quote(name)} is encrypted`);
  const sizes = zip64Sizes(extra.get(1), {
    bytes: view.getUint32(at + 24, true),
    packedBytes: view.getUint32(at + 20, true),
    offset: view.getUint32(at + 42, true),
  });
  const entry: ZipEntry = {
    name,
    nameBytes,
    kind: kindOf(name, madeBy, view.getUint32(at + 38, true)),
    method: view.getUint16(at + 10, true),
    crc: view.getUint32(at + 16, true),
    mtime: unixTime(extra.get(0x5455)) ?? dosTime(view.getUint16(at + 14, true), view.getUint16(at + 12, true)),
    ...sizes,
  };
  return { entry, next };
}

type Sizes = Pick<ZipEntry, "bytes" | "packedBytes" | "offset">;

/** Values too large for 32 bits stand in the zip64 field, in this order, only those. */
function zip64Sizes(field: Uint8Array | undefined, sizes: Sizes): Sizes {
  let at = 0;
  const read = (value: number): number => {
    if (value !== 0xffffffff) return value;
    if (!field || at + 8 > field.length) throw formatError("a zip64 size is missing");
    at += 8;
    return safe(viewOf(field).getBigUint64(at - 8, true), "a zip64 size");
  };
  return { bytes: read(sizes.bytes), packedBytes: read(sizes.packedBytes), offset: read(sizes.offset) };
}

function parseExtra(bytes: Uint8Array): Map<number, Uint8Array> {
  const fields = new Map<number, Uint8Array>();
  const view = viewOf(bytes);
  for (let at = 0; at + 4 <= bytes.length; ) {
    const end = at + 4 + view.getUint16(at + 2, true);
    // Old writers pad this area with what is no field.
    if (end > bytes.length) break;
    fields.set(view.getUint16(at, true), bytes.subarray(at + 4, end));
    at = end;
  }
  return fields;
}

function kindOf(name: string, madeBy: number, attributes: number): ZipEntry["kind"] {
  if (name.endsWith("/")) return "directory";
  // 3 is Unix, 19 is Darwin: the upper half is the file's mode.
  const type = madeBy === 3 || madeBy === 19 ? (attributes >>> 28) & 0xf : 0;
  if (type === 0xa) return "symlink";
  if (type === 0x4) return "directory";
  return type === 0 || type === 0x8 ? "file" : "special";
}

/** The modification time of Info-ZIP's time field: seconds, UTC. */
function unixTime(field: Uint8Array | undefined): number | undefined {
  if (!field || field.length < 5 || ((field[0] ?? 0) & 1) === 0) return undefined;
  return viewOf(field).getInt32(1, true) * 1000;
}

/** DOS times name no zone: they are read as UTC, so that every machine sees the same. */
function dosTime(date: number, time: number): number {
  return Date.UTC(
    1980 + (date >>> 9),
    ((date >>> 5) & 15) - 1,
    date & 31,
    time >>> 11,
    (time >>> 5) & 63,
    (time & 31) * 2,
  );
}

function safe(value: bigint, what: string): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw formatError(`${what} is not possible`);
  return Number(value);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
