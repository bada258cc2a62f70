/** One encoding. `truncated`: the bytes were cut, so an unfinished character at their end is dropped. */
export type Decoder = {
  readonly encoding: string;
  /** The text, or undefined when the bytes are not valid in this encoding. */
  strict(bytes: Uint8Array, truncated: boolean): string | undefined;
  /** The text, U+FFFD standing for what is not valid. */
  lenient(bytes: Uint8Array, truncated: boolean): string;
};

function platformDecoder(encoding: string, repair: (text: string) => string = (text) => text): Decoder {
  const decode = (bytes: Uint8Array, truncated: boolean, fatal: boolean) =>
    // ignoreBOM: a mark was taken off before; one that is left belongs to the text. `stream` holds back an unfinished character.
    repair(new TextDecoder(encoding, { ignoreBOM: true, fatal }).decode(bytes, { stream: truncated }));
  return {
    encoding,
    lenient: (bytes, truncated) => decode(bytes, truncated, false),
    strict(bytes, truncated) {
      try {
        const text = decode(bytes, truncated, true);
        // Some runtimes' legacy decoders take `fatal` and replace all the same.
        return encoding !== "utf-8" && text.includes("\ufffd") ? undefined : text;
      } catch {
        return undefined;
      }
    },
  };
}

/** Decoder of a single-byte encoding that a runtime lacks: `high` holds the characters of the bytes from 0x80 on. */
function tableDecoder(encoding: string, high: string): Decoder {
  const decode = (bytes: Uint8Array): string => {
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += 8192) {
      const units = Array.from(bytes.subarray(at, at + 8192), (byte) =>
        byte < 0x80 ? byte : high.charCodeAt(byte - 0x80),
      );
      parts.push(String.fromCharCode(...units));
    }
    return parts.join("");
  };
  return { encoding, strict: decode, lenient: decode };
}

export const utf8Decoder = platformDecoder("utf-8");

// The 0x80–0x9F row of windows-1252. Node 20 decodes it as ISO-8859-1 and gives
// control characters; where the runtime is right there is nothing left to replace.
const windows1252Row = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

export const windows1252Decoder = platformDecoder("windows-1252", (text) =>
  text.replace(/[\x80-\x9f]/g, (char) => windows1252Row.charAt(char.charCodeAt(0) - 0x80)),
);

const c1 = Array.from({ length: 32 }, (_, index) => String.fromCharCode(0x80 + index)).join("");
const userDefined = Array.from({ length: 128 }, (_, index) => String.fromCharCode(0xf780 + index)).join("");

// What Node's decoders lack.
const tables = new Map<string, Decoder>([
  [
    "iso-8859-16",
    tableDecoder(
      "iso-8859-16",
      `${c1}\u00a0ĄąŁ€„Š§š©Ș«Ź\u00adźŻ°±ČłŽ”¶·žčș»ŒœŸżÀÁÂĂÄĆÆÇÈÉÊËÌÍÎÏĐŃÒÓÔŐÖŚŰÙÚÛÜĘȚßàáâăäćæçèéêëìíîïđńòóôőöśűùúûüęțÿ`,
    ),
  ],
  // In a document's own declaration the standard reads it as windows-1252; in a header it is this table.
  ["x-user-defined", tableDecoder("x-user-defined", userDefined)],
]);

const known = new Map<string, Decoder>();

/** The decoder of a charset label, or undefined when no runtime knows the label (the caller then asks the next source). */
export function decoderFor(label: string | undefined): Decoder | undefined {
  const name = label?.trim().toLowerCase();
  if (!name) return undefined;
  const table = tables.get(name === "iso8859-16" || name === "iso_8859-16" ? "iso-8859-16" : name);
  if (table) return table;
  let encoding: string;
  try {
    encoding = new TextDecoder(name).encoding.toLowerCase();
  } catch {
    return undefined;
  }
  if (encoding === "utf-8") return utf8Decoder;
  if (windows1252Names.has(encoding)) return windows1252Decoder;
  const seen = known.get(encoding);
  if (seen) return seen;
  const decoder = platformDecoder(encoding, repairs.get(encoding));
  known.set(encoding, decoder);
  return decoder;
}

// The Encoding standard reads these labels as windows-1252; a runtime may report them under their own name.
const windows1252Names = new Set(["windows-1252", "iso-8859-1", "latin1", "us-ascii", "ascii"]);

// Differences between the runtimes' tables and the Encoding standard's, as replacements that no right decoder ever triggers.
const repairs = new Map<string, (text: string) => string>([
  // The standard's koi8-u has the Belarusian letter where older tables have box drawings.
  ["koi8-u", (text) => text.replaceAll("╝", "ў").replaceAll("╬", "Ў")],
]);
