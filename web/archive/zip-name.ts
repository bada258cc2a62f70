import { formatError } from "./archive-error.ts";
import { crc32 } from "./crc32.ts";

// The upper half of code page 437, the encoding of names from before UTF-8.
const cp437 =
  "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export type NameHints = {
  /** The entry's flag that says UTF-8. */
  utf8: boolean;
  /** The system that made the entry; 0 is DOS. */
  madeBy: number;
  /** Info-ZIP's field with the name in UTF-8, if there is one. */
  unicodePath: Uint8Array | undefined;
};

/**
 * The text of an entry's name. Without the UTF-8 flag or field it is UTF-8
 * where the bytes are valid UTF-8 beyond ASCII, as many writers forget the
 * flag, and code page 437 otherwise. Throws ARCHIVE_FORMAT.
 */
export function zipName(bytes: Uint8Array, hints: NameHints): string {
  if (hints.utf8) {
    const name = decodeUtf8(bytes);
    if (name === undefined) throw formatError("a name is flagged as UTF-8 and is not");
    return name;
  }
  const name = unicodePath(bytes, hints.unicodePath) ?? decodeUtf8(bytes) ?? decodeCp437(bytes);
  // Writers on DOS and old Windows used their own separator.
  return hints.madeBy === 0 && !name.includes("/") ? name.replaceAll("\\", "/") : name;
}

/** The field holds a version, the checksum of the name it stands for, and the name. */
function unicodePath(bytes: Uint8Array, field: Uint8Array | undefined): string | undefined {
  if (!field || field.length < 5 || field[0] !== 1) return undefined;
  const checksum = new DataView(field.buffer, field.byteOffset).getUint32(1, true);
  return checksum === crc32(bytes) ? decodeUtf8(field.subarray(5)) : undefined;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes);
  } catch {
    return undefined;
  }
}

function decodeCp437(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => (byte < 128 ? String.fromCharCode(byte) : (cp437[byte - 128] ?? ""))).join("");
}
