import type { ArchiveFormat } from "../engine/types.ts";
import { formatError, limitError, truncatedError } from "./archive-error.ts";
import { archivePath } from "./archive-path.ts";
import { ByteReader } from "./byte-reader.ts";
import { type ByteSource, chunksOf, collect, peek } from "./chunks.ts";
import { gunzip } from "./gunzip.ts";
import type { LoadContext } from "./load-context.ts";
import { StreamLoad } from "./load-stream.ts";
import { loadTree } from "./load-tree.ts";
import { randomAccess } from "./random-access.ts";
import { readTar, type TarReading } from "./tar.ts";
import { readZip } from "./zip.ts";

/** Loads a zip, tar or tar.gz, told by `format` or its first bytes. Returns the comment, where git writes the commit id. */
export async function loadArchive(context: LoadContext, archive: ByteSource): Promise<string | undefined> {
  const { head, source } = await peek(isWhole(archive) ? archive : context.untilAborted(archive), 512);
  const format = context.options.format ?? formatOf(head);
  return format === "zip" ? loadZip(context, source) : loadTar(context, format === "tar" ? source : gunzip(source));
}

function isWhole(source: ByteSource): source is Uint8Array | Blob {
  return source instanceof Uint8Array || source instanceof Blob;
}

function formatOf(head: Uint8Array): ArchiveFormat {
  if (head.length === 0) throw truncatedError("it is empty");
  if (head[0] === 0x1f && head[1] === 0x8b) return "tar.gz";
  if (head[0] === 0x50 && head[1] === 0x4b && (head[2] ?? 0) < 9) return "zip";
  // A tar shows by its header's checksum.
  if (head.length === 512) return "tar";
  throw formatError("it is neither a zip, a tar nor a tar.gz");
}

async function loadZip(context: LoadContext, source: ByteSource): Promise<string | undefined> {
  // A zip's directory stands at its end, so a stream is collected first.
  const { limits } = context.sink;
  const whole = isWhole(source) ? source : await collect(source, limits.maxTotalBytes);
  const { stripComponents, skipped } = context;
  const { tree, comment } = await readZip(randomAccess(whole), {
    limits,
    stripComponents,
    skipped,
    reserve: (bytes) => context.checkArchiveTotal(bytes),
  });
  await loadTree(context, tree, 1);
  context.sink.flush();
  return comment;
}

async function loadTar(context: LoadContext, source: ByteSource): Promise<string | undefined> {
  const reader = new ByteReader(chunksOf(source));
  const reading: TarReading = {};
  const load = new StreamLoad(context, true);
  let entries = 0;
  try {
    for await (const entry of readTar(reader, reading)) {
      context.checkSignal();
      entries += 1;
      if (entries > context.sink.limits.maxFiles) {
        throw limitError(`it has more than ${context.sink.limits.maxFiles} entries`);
      }
      const path = entry.name === "" ? undefined : archivePath(entry.name, context.stripComponents);
      if (entry.kind === "link") context.skipped.symlinks += 1;
      else if (entry.kind === "special") context.skipped.special += 1;
      else if (entry.kind === "file" && path !== undefined) {
        await load.take({
          path,
          size: entry.size,
          mtime: entry.mtime,
          read: () => {
            context.checkArchiveTotal(entry.size);
            return entry.read();
          },
        });
      } else await context.spend(512);
    }
  } finally {
    await reader.cancel();
  }
  load.finish();
  return reading.comment;
}
