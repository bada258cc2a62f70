import { SondeError } from "../contract/sonde-error.ts";

/**
 * A decoder for a WHATWG label. Undefined for no label and for UTF-8, whose
 * bytes are kept as they are. Throws INVALID_ARGS for an unknown label.
 */
export function decoderFor(label: string | undefined): TextDecoder | undefined {
  if (label === undefined) return undefined;
  try {
    const decoder = new TextDecoder(label);
    return decoder.encoding === "utf-8" ? undefined : decoder;
  } catch {
    throw SondeError.of("INVALID_ARGS", {
      detail: `encoding ${JSON.stringify(label)} is not known: pass a WHATWG label such as gbk, shift_jis or windows-1252`,
    });
  }
}

/**
 * The text of `bytes`. Bytes that hold a NUL are no text in any encoding but
 * UTF-16, and come back as they are.
 */
export function decodeBytes(bytes: Uint8Array, decoder: TextDecoder): Uint8Array | string {
  if (!decoder.encoding.startsWith("utf-16") && bytes.includes(0)) return bytes;
  return decoder.decode(bytes);
}
