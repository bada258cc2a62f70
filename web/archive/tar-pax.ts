import { formatError } from "./archive-error.ts";
import { decodeName, type TarHeader } from "./tar-header.ts";

export type PaxRecords = { [key: string]: string };

/** The records of one pax header: `<length> <key>=<value>\n`, the length in bytes of the whole record. Throws ARCHIVE_FORMAT. */
export function parsePax(bytes: Uint8Array): PaxRecords {
  // No prototype: a record may be called anything.
  const records: PaxRecords = Object.create(null);
  let offset = 0;
  while (offset < bytes.length && bytes[offset] !== 0) {
    const space = bytes.indexOf(32, offset);
    const digits = space < 0 ? "" : decodeName(bytes.subarray(offset, space));
    const end = offset + Number(digits);
    if (!/^[1-9][0-9]{0,8}$/.test(digits) || end > bytes.length || end <= space + 1 || bytes[end - 1] !== 10) {
      throw formatError("a pax header is damaged");
    }
    const record = decodeName(bytes.subarray(space + 1, end - 1));
    const equals = record.indexOf("=");
    if (equals < 1) throw formatError("a pax header is damaged");
    records[record.slice(0, equals)] = record.slice(equals + 1);
    offset = end;
  }
  return records;
}

/** The header as its pax records amend it; an empty value takes a record back. Throws ARCHIVE_FORMAT. */
export function applyPax(header: TarHeader, records: PaxRecords): TarHeader {
  const { path, size, mtime } = records;
  return {
    ...header,
    name: path || header.name,
    size: size ? paxNumber(size, "size") : header.size,
    mtime: mtime ? Math.trunc(paxNumber(mtime, "mtime") * 1000) : header.mtime,
    sparse: header.sparse || Object.keys(records).some((key) => key.startsWith("GNU.sparse.")),
  };
}

function paxNumber(text: string, key: string): number {
  const value = Number(text);
  const pattern = key === "size" ? /^\d+$/ : /^-?\d+(\.\d*)?$/;
  if (!pattern.test(text) || !Number.isSafeInteger(Math.trunc(value * 1000))) {
    throw formatError(`a pax header's ${key} is not a number`);
  }
  return value;
}
