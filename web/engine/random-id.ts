// Node loads crypto when it is first asked for: 3 ms, which importing takes rather than the first search.
void globalThis.crypto;

/** 128 random bits as 32 hex digits. */
export function cryptographicId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
