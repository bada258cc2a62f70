// Where files come from: each way to open them can be repeated, for a worker that replaces a dead one.
import type { Files, Loaded, LoadOptions } from "sonde";

export type Opening = { name: string; load: (files: Files, options: LoadOptions) => Promise<Loaded> };

const archiveName = /\.(zip|tar|tgz|tar\.gz)$/i;

/** What a file input holds: a folder's files, loose files, or one archive. */
export function openingOfFiles(files: readonly File[]): Opening {
  const [first] = files;
  if (first === undefined) return { name: "", load: (target, options) => target.load([], options) };
  if (files.length === 1 && archiveName.test(first.name)) {
    return { name: first.name, load: (target, options) => target.load(first, options) };
  }
  const folder = first.webkitRelativePath.split("/")[0];
  const name = folder || (files.length === 1 ? first.name : `${first.name} …`);
  return { name, load: (target, options) => target.load(files, options) };
}

export function openingOfHandle(handle: FileSystemDirectoryHandle): Opening {
  return { name: handle.name, load: (target, options) => target.load(handle, options) };
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };

/** What was dropped. Asks for handles at once: the transfer is empty after its event. */
export async function openingOfDrop(transfer: DataTransfer): Promise<Opening> {
  const items = Array.from(transfer.items).filter((item) => item.kind === "file") as HandleItem[];
  const files = Array.from(transfer.files);
  const asked = await Promise.allSettled(items.map((item) => item.getAsFileSystemHandle?.()));
  const handles = asked.flatMap(({ status, ...rest }) =>
    status === "fulfilled" && "value" in rest && rest.value ? [rest.value] : [],
  );
  if (handles.every(({ kind }) => kind === "file")) return openingOfFiles(files);
  const name = handles.map((handle) => handle.name).join(", ");
  return { name, load: (target, options) => target.load(handles as FileSystemDirectoryHandle[], options) };
}

/** Some of Sonde's own sources, fetched when they are asked for. */
export const sampleOpening: Opening = {
  name: "Sonde",
  load: async (target, options) => target.load((await import("./sample.ts")).sampleEntries(), options),
};
