import { formatError } from "./archive-error.ts";

export type TarHeader = {
  name: string;
  size: number;
  /** Milliseconds since the epoch. */
  mtime: number;
  /** The type flag, one character. */
  type: string;
  /** Its bytes are not the file's, but the parts of it that are not zero. */
  sparse: boolean;
};

const utf8 = new TextDecoder("utf-8", { fatal: true });
const latin1 = new TextDecoder("latin1");

/** True for the block of zeros that ends an archive. */
export function isZeroBlock(block: Uint8Array): boolean {
  return block.every((byte) => byte === 0);
}

/** Throws ARCHIVE_FORMAT. `position` counts the headers, for the message. */
export function parseTarHeader(block: Uint8Array, position: number): TarHeader {
  if (!checksumFits(block)) {
    throw formatError(
      position === 0 ? "it is neither a zip, a tar nor a tar.gz" : `tar header ${position + 1} is damaged`,
    );
  }
  const name = readText(block, 0, 100);
  // Old GNU archives ("ustar  ") keep other things where the prefix stands.
  const isUstar = readText(block, 257, 6) === "ustar" && block[262] === 0;
  const prefix = isUstar ? readText(block, 345, 155) : "";
  const type = String.fromCharCode(block[156] ?? 0);
  return {
    name: prefix === "" ? name : `${prefix}/${name}`,
    size: readNumber(block, 124, 12, "size"),
    mtime: readNumber(block, 136, 12, "time") * 1000,
    type,
    sparse: type === "S",
  };
}

function checksumFits(block: Uint8Array): boolean {
  const stored = readOctal(block.subarray(148, 156));
  let unsigned = 0;
  let signed = 0;
  for (const [index, byte] of block.entries()) {
    const value = index >= 148 && index < 156 ? 32 : byte;
    unsigned += value;
    // Some old writers summed signed characters.
    signed += value < 128 ? value : value - 256;
  }
  return stored === unsigned || stored === signed;
}

function readText(block: Uint8Array, offset: number, size: number): string {
  const field = block.subarray(offset, offset + size);
  const end = field.indexOf(0);
  return decodeName(end < 0 ? field : field.subarray(0, end));
}

/** A name's text: UTF-8, or Latin-1 where the bytes are none. */
export function decodeName(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
}

function readNumber(block: Uint8Array, offset: number, size: number, what: string): number {
  const field = block.subarray(offset, offset + size);
  const value = (field[0] ?? 0) & 0x80 ? readBase256(field) : readOctal(field);
  if (value === undefined || (what === "size" && value < 0))
    throw formatError(`a tar header's ${what} is not a number`);
  return value;
}

/** Undefined for what is no octal number. An empty field is 0. */
function readOctal(field: Uint8Array): number | undefined {
  const text = latin1.decode(field).replace(/\0.*$/s, "").trim();
  if (text === "") return 0;
  return /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : undefined;
}

/** GNU's form of numbers that octal has no room for: big endian, two's complement after the first bit. */
function readBase256(field: Uint8Array): number | undefined {
  const first = field[0] ?? 0;
  let value = first & 0x40 ? (first & 0x7f) - 0x80 : first & 0x7f;
  for (const byte of field.subarray(1)) value = value * 256 + byte;
  return Number.isSafeInteger(value) ? value : undefined;
}
