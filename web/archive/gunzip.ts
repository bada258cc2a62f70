import { Gunzip } from "fflate";
import { SondeError } from "../contract/sonde-error.ts";
import { formatError, reasonOf, truncatedError } from "./archive-error.ts";
import { type ByteSource, chunksOf, chunksOfStream } from "./chunks.ts";
import { RatioGuard } from "./ratio-guard.ts";

/** Decompresses gzip as a stream. Throws ARCHIVE_FORMAT, ARCHIVE_TRUNCATED and ARCHIVE_LIMIT. */
export async function* gunzip(source: ByteSource, native = hasNative()): AsyncGenerator<Uint8Array> {
  const guard = new RatioGuard();
  const packed = counted(chunksOf(source), guard);
  for await (const chunk of native ? gunzipNative(packed) : gunzipPortable(packed)) {
    guard.add(0, chunk.byteLength);
    yield chunk;
  }
}

function hasNative(): boolean {
  return typeof DecompressionStream !== "undefined";
}

async function* counted(chunks: AsyncIterable<Uint8Array>, guard: RatioGuard): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    guard.add(chunk.byteLength, 0);
    yield chunk;
  }
}

async function* gunzipNative(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  // The source's own failure, which the stream would report in its words.
  let sourceFailure: unknown;
  const readable = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      try {
        const next = await packed.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value as Uint8Array<ArrayBuffer>);
      } catch (error) {
        sourceFailure = error;
        controller.error(error);
      }
    },
    async cancel() {
      await packed.return(undefined);
    },
  });
  try {
    yield* chunksOfStream(readable.pipeThrough(new DecompressionStream("gzip")));
  } catch (cause) {
    throw sourceFailure ?? gzipError(cause);
  }
}

// Each runtime has its own words for a stream that stops within.
const truncation = /truncat|unexpected end|incomplete|without reaching|premature|unexpected EOF/i;

function gzipError(cause: unknown): SondeError {
  const reason = reasonOf(cause);
  const detail = `its gzip stream fails (${reason})`;
  return truncation.test(reason) ? truncatedError(detail) : formatError(detail);
}

async function* gunzipPortable(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let ended = false;
  const stream = new Gunzip((chunk, final) => {
    ready.push(chunk);
    ended = final;
  });
  try {
    for await (const chunk of packed) {
      stream.push(chunk, false);
      yield* ready;
      ready = [];
    }
    stream.push(new Uint8Array(0), true);
    yield* ready;
  } catch (cause) {
    throw cause instanceof SondeError ? cause : gzipError(cause);
  }
  if (!ended) throw truncatedError("its gzip stream is incomplete");
}
