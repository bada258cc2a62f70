// The forms in which an archive's bytes come, as one.
import { SondeError } from "../contract/sonde-error.ts";
import { limitError, reasonOf, truncatedError } from "./archive-error.ts";

export type ByteSource = Uint8Array | Blob | AsyncIterable<Uint8Array>;

/** A runtime may unpack a whole chunk before it hands on the first byte, a thousand times its size at worst. */
const sliceBytes = 64 * 1024;

/** The bytes of a source, in order. A source that fails ends the archive early: ARCHIVE_TRUNCATED. */
export async function* chunksOf(source: ByteSource): AsyncGenerator<Uint8Array> {
  if (source instanceof Uint8Array) {
    for (let at = 0; at < source.length; at += sliceBytes) yield source.subarray(at, at + sliceBytes);
    return;
  }
  try {
    yield* source instanceof Blob ? chunksOfStream(source.stream()) : source;
  } catch (cause) {
    // A stage before this one, such as gunzip, has said what is wrong.
    if (cause instanceof SondeError) throw cause;
    throw truncatedError(`its source failed (${reasonOf(cause)})`);
  }
}

/** A stream as an iterable, for runtimes whose streams are none. Cancels the stream when left early. */
export async function* chunksOfStream(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield value;
    }
    ended = true;
  } finally {
    if (!ended) await reader.cancel().catch(() => {});
    reader.releaseLock();
  }
}

/** The source's first bytes, at most `size`, and the whole source again. */
export async function peek(source: ByteSource, size: number): Promise<{ head: Uint8Array; source: ByteSource }> {
  if (source instanceof Uint8Array) return { head: source.subarray(0, size), source };
  if (source instanceof Blob) return { head: new Uint8Array(await source.slice(0, size).arrayBuffer()), source };
  const iterator = chunksOf(source);
  const chunks: Uint8Array[] = [];
  let length = 0;
  while (length < size) {
    const next = await iterator.next();
    if (next.done) break;
    chunks.push(next.value);
    length += next.value.byteLength;
  }
  const head = concatenate(chunks, length);
  return { head: head.subarray(0, size), source: prepend(head, iterator) };
}

async function* prepend(head: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield head;
    yield* rest;
  } finally {
    await rest.return(undefined);
  }
}

/** All bytes of a source. Throws ARCHIVE_LIMIT beyond `most`. */
export async function collect(source: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of chunksOf(source)) {
    length += chunk.byteLength;
    if (length > most) throw limitError(`it has more than ${most} bytes`);
    chunks.push(chunk);
  }
  return concatenate(chunks, length);
}

function concatenate(chunks: readonly Uint8Array[], length: number): Uint8Array {
  const [only] = chunks;
  if (only && chunks.length === 1) return only;
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}
