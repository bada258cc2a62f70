// Reads tar: ustar, GNU and pax, as a stream. modern-tar is not used: it takes
// sparse and unknown entries for files and does not show pax headers, so what
// is skipped could not be counted.
import { formatError, limitError, truncatedError } from "./archive-error.ts";
import { quote } from "./archive-path.ts";
import type { ByteReader } from "./byte-reader.ts";
import { isZeroBlock, parseTarHeader, type TarHeader } from "./tar-header.ts";
import { applyPax, type PaxRecords, parsePax } from "./tar-pax.ts";

const blockBytes = 512;
/** A longer extended header is no name or time that anyone wrote. */
const maxExtendedBytes = 1024 * 1024;

export type TarEntryKind = "file" | "directory" | "link" | "special";

export type TarEntry = {
  kind: TarEntryKind;
  name: string;
  size: number;
  /** Milliseconds since the epoch. */
  mtime: number;
  /** The file's bytes. Unread bytes are passed over when the next entry is asked for. */
  read(): Promise<Uint8Array>;
};

export type TarReading = {
  /** Comment of the global pax header, where git writes the commit id. */
  comment?: string;
};

const kinds: Record<string, TarEntryKind> = {
  "0": "file",
  "\0": "file",
  "7": "file",
  "1": "link",
  "2": "link",
  "3": "special",
  "4": "special",
  "5": "directory",
  "6": "special",
};

/**
 * The entries in order; extended headers come as `special` entries of no size.
 * Throws ARCHIVE_FORMAT, ARCHIVE_TRUNCATED and ARCHIVE_LIMIT. The reader is
 * read to its end.
 */
export async function* readTar(reader: ByteReader, reading: TarReading): AsyncGenerator<TarEntry> {
  let globals: PaxRecords = {};
  let extended: PaxRecords = {};
  for (let position = 0; ; position++) {
    const block = await reader.readOrEnd(blockBytes, "a header");
    if (!block) throw truncatedError(position === 0 ? "it is empty" : "its end mark is missing");
    if (isZeroBlock(block)) return reader.drain();
    const header = parseTarHeader(block, position);
    switch (header.type) {
      case "g":
        globals = { ...globals, ...parsePax(await readExtended(reader, header)) };
        if (globals.comment !== undefined) reading.comment = globals.comment;
        yield special(header);
        break;
      case "x":
        extended = { ...extended, ...parsePax(await readExtended(reader, header)) };
        yield special(header);
        break;
      case "L":
        extended = { ...extended, path: cString(await readExtended(reader, header)) };
        yield special(header);
        break;
      case "K":
        await readExtended(reader, header);
        yield special(header);
        break;
      default:
        if (header.type === "S") await skipSparseMap(reader, block);
        yield* readBody(reader, applyPax(header, { ...globals, ...extended }));
        extended = {};
    }
  }
}

async function* readBody(reader: ByteReader, header: TarHeader): AsyncGenerator<TarEntry> {
  const kind = header.sparse ? "special" : kindOf(header);
  // Links and folders may state a size, but have no bytes.
  const size = kind === "file" || !(header.type in kinds) || header.sparse ? header.size : 0;
  let read = false;
  yield {
    kind,
    name: header.name,
    size,
    mtime: header.mtime,
    read: () => {
      read = true;
      return reader.read(size, quote(header.name));
    },
  };
  if (!read) await reader.skip(size, quote(header.name));
  await reader.skip(padding(size), "padding");
}

function kindOf(header: TarHeader): TarEntryKind {
  const kind = kinds[header.type] ?? "special";
  // Before POSIX, a folder was a file whose name ends in a slash.
  return kind === "file" && header.name.endsWith("/") ? "directory" : kind;
}

function special(header: TarHeader): TarEntry {
  return { kind: "special", name: "", size: 0, mtime: header.mtime, read: async () => new Uint8Array(0) };
}

async function readExtended(reader: ByteReader, header: TarHeader): Promise<Uint8Array> {
  if (header.size > maxExtendedBytes) throw limitError(`an extended header has ${header.size} bytes`);
  const bytes = await reader.read(header.size, "an extended header");
  await reader.skip(padding(header.size), "padding");
  return bytes;
}

/** Old GNU sparse files: the map goes on in blocks of its own while byte 504, in the header 482, says so. */
async function skipSparseMap(reader: ByteReader, header: Uint8Array): Promise<void> {
  let more = header[482] === 1;
  while (more) more = (await reader.read(blockBytes, "a sparse map"))[504] === 1;
}

function padding(size: number): number {
  return (blockBytes - (size % blockBytes)) % blockBytes;
}

function cString(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  const text = new TextDecoder().decode(end < 0 ? bytes : bytes.subarray(0, end));
  if (text === "") throw formatError("an extended header names nothing");
  return text;
}
