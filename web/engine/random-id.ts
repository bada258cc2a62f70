/** Taken hold of at import: Node loads it when first asked for, for longer than a first search takes. */
const source = globalThis.crypto;

/** 128 random bits as 32 hex digits. */
export function cryptographicId(): string {
  const bytes = source.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}
