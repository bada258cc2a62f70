/** Decodes standard base64, or returns undefined when the text is none. */
export function decodeBase64(text: string): Uint8Array | undefined {
  let binary: string;
  try {
    binary = atob(text);
  } catch {
    return undefined;
  }
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Encodes bytes as standard base64, without a string of one char a byte for the whole of it. */
export function encodeBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  // A multiple of 3, so that the parts join without padding in between.
  const step = 24_576;
  for (let at = 0; at < bytes.length; at += step) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(at, at + step))));
  }
  return parts.join("");
}
