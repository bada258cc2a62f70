import { inflateSync } from "fflate";
import type { Limits } from "../contract/limits.generated.ts";
import type { LoadSkipped } from "../engine/types.ts";
import { formatError, pathError, reasonOf, truncatedError } from "./archive-error.ts";
import { archivePath, quote } from "./archive-path.ts";
import { crc32 } from "./crc32.ts";
import { type RandomAccess, readAt } from "./random-access.ts";
import { RatioGuard } from "./ratio-guard.ts";
import { type TreeFolder, treeOfPaths } from "./tree.ts";
import { readZipDirectory, type ZipEntry } from "./zip-directory.ts";

const localSignature = 0x04034b50;
const localBytes = 30;
const stored = 0;
const deflated = 8;

export type ZipTree = {
  tree: TreeFolder;
  /** Where git archive and GitHub write the commit id. */
  comment: string;
};

/**
 * The files of a zip as a tree whose files are unpacked when read. Every name
 * is checked before: ARCHIVE_PATH for hostile, repeated and conflicting names.
 * Also throws ARCHIVE_FORMAT, ARCHIVE_TRUNCATED, ARCHIVE_LIMIT.
 */
export async function readZip(
  source: RandomAccess,
  options: {
    limits: Pick<Limits, "maxFiles">;
    stripComponents: number;
    skipped: LoadSkipped;
    /** Asked before that many bytes are unpacked; throws ARCHIVE_LIMIT. */
    reserve: (bytes: number) => void;
  },
): Promise<ZipTree> {
  const directory = await readZipDirectory(source, options.limits.maxFiles);
  const files = new Map<string, ZipEntry>();
  for (const entry of directory.entries) {
    const path = archivePath(entry.name, options.stripComponents);
    if (entry.kind === "symlink") options.skipped.symlinks += 1;
    if (entry.kind === "special") options.skipped.special += 1;
    if (path === undefined || entry.kind !== "file") continue;
    if (files.has(path)) throw pathError(`${quote(path)} stands in it twice`);
    checkMethod(entry);
    files.set(path, entry);
  }
  refuseConflicts(files);
  const guard = new RatioGuard();
  const tree = treeOfPaths(
    Array.from(files, ([path, entry]) => ({
      path,
      file: {
        size: () => entry.bytes,
        open: () => ({
          size: entry.bytes,
          mtime: entry.mtime,
          read: () => {
            options.reserve(entry.bytes);
            guard.add(entry.packedBytes, entry.bytes);
            return unpack(source, entry, directory.offset);
          },
        }),
      },
    })),
  );
  return { tree, comment: directory.comment };
}

function checkMethod(entry: ZipEntry): void {
  if (entry.method !== stored && entry.method !== deflated) {
    throw formatError(`${quote(entry.name)} is compressed by method ${entry.method}, which is not stored or deflate`);
  }
  if (entry.method === stored && entry.packedBytes !== entry.bytes) {
    throw formatError(`${quote(entry.name)} states two sizes`);
  }
}

function refuseConflicts(files: ReadonlyMap<string, ZipEntry>): void {
  for (const path of files.keys()) {
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      const folder = path.slice(0, at);
      if (files.has(folder)) throw pathError(`${quote(folder)} is both a file and a folder`);
    }
  }
}

async function unpack(source: RandomAccess, entry: ZipEntry, dataEnd: number): Promise<Uint8Array> {
  const what = quote(entry.name);
  const header = await readAt(source, entry.offset, localBytes, `the header of ${what}`);
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (view.getUint32(0, true) !== localSignature) throw formatError(`the header of ${what} is damaged`);
  const nameBytes = view.getUint16(26, true);
  const nameStart = entry.offset + localBytes;
  const name = await readAt(source, nameStart, nameBytes, `the header of ${what}`);
  if (!sameBytes(name, entry.nameBytes)) throw formatError(`${what} has another name in its own header`);
  const start = nameStart + nameBytes + view.getUint16(28, true);
  if (start + entry.packedBytes > dataEnd) throw truncatedError(`${what} reaches beyond the entries`);
  const packed = await readAt(source, start, entry.packedBytes, what);
  const bytes = entry.method === stored ? packed.slice() : inflate(packed, entry.bytes, what);
  if (bytes.length !== entry.bytes) throw formatError(`${what} has another size than it states`);
  if (crc32(bytes) !== entry.crc) throw formatError(`the checksum of ${what} does not match`);
  return bytes;
}

function inflate(packed: Uint8Array, bytes: number, what: string): Uint8Array {
  // Some writers leave the empty file without even an end mark.
  if (packed.length === 0 && bytes === 0) return packed;
  try {
    // One byte more, so that too much is noticed; nothing grows beyond it.
    return inflateSync(packed, { out: new Uint8Array(bytes + 1) });
  } catch (cause) {
    throw formatError(`${what} can't be unpacked (${reasonOf(cause)})`);
  }
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
