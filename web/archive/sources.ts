// What kind of thing was handed to files.load, told without reading it.
import { SondeError } from "../contract/sonde-error.ts";
import type { LoadSkipped, LoadSource } from "../engine/types.ts";
import { formatError } from "./archive-error.ts";
import { type ByteSource, chunksOfStream } from "./chunks.ts";
import { directoryTree, fileTree, handlesTree } from "./file-trees.ts";
import type { TreeFolder } from "./tree.ts";

export type Source =
  | { kind: "archive"; bytes: () => Promise<ByteSource> | ByteSource }
  | { kind: "tree"; tree: () => Promise<TreeFolder> | TreeFolder }
  /** Entries, chunks of an archive, files or handles: the first item tells. */
  | { kind: "items"; items: AsyncIterable<unknown>; skipped: LoadSkipped | undefined };

/** Takes hold of a source; a DataTransfer is asked for its files now. Throws INVALID_ARGS. */
export function openSource(source: LoadSource): Source {
  if (ArrayBuffer.isView(source)) {
    return archive(() => new Uint8Array(source.buffer, source.byteOffset, source.byteLength));
  }
  if (source instanceof ArrayBuffer) return archive(() => new Uint8Array(source));
  if (source instanceof Blob) return archive(() => source);
  if (isA("Response", source)) return archive(() => responseBytes(source as Response));
  if (isA("ReadableStream", source)) return items(chunksOfStream(source as ReadableStream<Uint8Array>), undefined);
  if (isDirectoryHandle(source)) return { kind: "tree", tree: () => directoryTree(source) };
  if (isFileHandle(source)) return archive(() => source.getFile());
  if (isA("DataTransfer", source)) return openSource(captureDataTransfer(source as DataTransfer) as LoadSource);
  if (isIterable(source)) return fromIterable(source);
  if (isAsyncIterable(source)) return items(source, (source as { skipped?: LoadSkipped }).skipped);
  throw SondeError.of("INVALID_ARGS", {
    detail: "the source can't be loaded: pass archive bytes, a Blob, a stream, files, a directory handle or entries",
  });
}

function archive(bytes: () => Promise<ByteSource> | ByteSource): Source {
  return { kind: "archive", bytes };
}

function items(source: AsyncIterable<unknown>, skipped: LoadSkipped | undefined): Source {
  return { kind: "items", items: source, skipped };
}

function responseBytes(response: Response): ByteSource {
  if (!response.ok) throw formatError(`${response.url || "the server"} answered ${response.status}`);
  return response.body ? chunksOfStream(response.body) : new Uint8Array(0);
}

/** Lists are looked at by their first item; anything but files and handles is a list of entries or chunks. */
function fromIterable(source: Iterable<unknown>): Source {
  if (!Array.isArray(source) && !isA("FileList", source)) return items(toAsync(source), undefined);
  const list = Array.from(source);
  const tree = treeOfItems(list);
  return tree ? { kind: "tree", tree: () => tree } : items(toAsync(list), undefined);
}

async function* toAsync(source: Iterable<unknown>): AsyncGenerator<unknown> {
  yield* source;
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };

/**
 * What was dropped, as a list that can be loaded. A DataTransfer is empty when
 * its event has been handled, so it is asked at once. Throws INVALID_ARGS when
 * it is empty.
 */
export function captureDataTransfer(transfer: DataTransfer): AsyncIterable<FileSystemHandle> | File[] {
  if (transfer.items.length === 0 && transfer.files.length === 0) {
    throw SondeError.of("INVALID_ARGS", {
      detail: "the DataTransfer is empty: load it within its drop or paste event, before the first await",
    });
  }
  const dropped = Array.from(transfer.items).filter((item): item is HandleItem => item.kind === "file");
  const pending = dropped.map((item) => item.getAsFileSystemHandle?.());
  if (dropped.length === 0 || pending.includes(undefined)) return Array.from(transfer.files);
  // Begun now; a failure is taken up when it is asked for.
  const handles = Promise.all(pending);
  handles.catch(() => {});
  return (async function* () {
    for (const handle of await handles) if (handle) yield handle;
  })();
}

/** The files and folders of a picked or dropped list as one tree, or undefined for another kind of list. */
export function treeOfItems(list: readonly unknown[]): TreeFolder | undefined {
  if (list.length === 0) return undefined;
  if (list.every((item) => isA("File", item))) return fileTree(list as File[]);
  if (list.every((item) => isDirectoryHandle(item) || isFileHandle(item)))
    return handlesTree(list as readonly FileSystemHandle[]);
  return undefined;
}

function isA(name: string, value: unknown): boolean {
  const type: unknown = Reflect.get(globalThis, name);
  return typeof type === "function" && value instanceof type;
}

function isDirectoryHandle(value: unknown): value is FileSystemDirectoryHandle {
  return hasKind(value, "directory") && "values" in value;
}

function isFileHandle(value: unknown): value is FileSystemFileHandle {
  return hasKind(value, "file") && "getFile" in value;
}

function hasKind(value: unknown, kind: string): value is object {
  return typeof value === "object" && value !== null && "kind" in value && value.kind === kind;
}

function isIterable(value: unknown): value is Iterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.iterator in value;
}

function isAsyncIterable(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}
