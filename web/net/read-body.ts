import type { Deadline } from "./deadline.ts";

export type Body = {
  bytes: Uint8Array;
  /** The body went on beyond the cap; `bytes` is its beginning. */
  truncated: boolean;
};

/**
 * Reads at most `maxBytes` of a body, after content decoding. Threat: a gzip
 * bomb or an endless body. Chunks are pulled one at a time and the stream is
 * cancelled at the cap, so memory stays at the cap plus one chunk, whatever
 * Content-Length claims. Fails with the deadline's error, or as the stream does.
 */
export async function readBody(response: Response, maxBytes: number, deadline: Deadline): Promise<Body> {
  if (!response.body) return { bytes: new Uint8Array(0), truncated: false };
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let truncated = false;
  try {
    for (;;) {
      const { done, value } = await deadline.race(reader.read());
      if (done) break;
      if (value.byteLength === 0) continue;
      if (size + value.byteLength > maxBytes) {
        // A copy, so that one huge chunk is not kept alive for its first bytes.
        chunks.push(value.slice(0, maxBytes - size));
        size = maxBytes;
        truncated = true;
        break;
      }
      chunks.push(value);
      size += value.byteLength;
    }
  } finally {
    // Not awaited: a source whose cancel never settles must not hold the call.
    reader.cancel().catch(() => {});
  }
  return { bytes: join(chunks, size), truncated };
}

/** Gives a body up without reading it, so that the connection is freed. Never fails. */
export function discardBody(response: Response): void {
  response.body?.cancel().catch(() => {});
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const [only] = chunks;
  if (chunks.length === 1 && only) return only;
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
