// What kind of thing was handed to files.load, told without reading it.
import { SondeError } from "../contract/sonde-error.ts";
import type { Entry, LoadSkipped, LoadSource } from "../engine/types.ts";
import { formatError } from "./archive-error.ts";
import { type ByteSource, chunksOfStream } from "./chunks.ts";
import { directoryTree, fileTree, handlesTree } from "./file-trees.ts";
import type { TreeFolder } from "./tree.ts";

export type EntrySource = AsyncIterable<Entry> & { readonly skipped?: LoadSkipped };

export type Source =
  | { kind: "archive"; bytes: () => Promise<ByteSource> | ByteSource }
  | { kind: "tree"; tree: () => Promise<TreeFolder> | TreeFolder }
  /** Entries or chunks of an archive: the first item tells. */
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
  if (isA("DataTransfer", source)) return dataTransfer(source as DataTransfer);
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
  if (list.length > 0 && list.every((item) => isA("File", item))) {
    return { kind: "tree", tree: () => fileTree(list as File[]) };
  }
  if (list.length > 0 && list.every((item) => isDirectoryHandle(item) || isFileHandle(item))) {
    return { kind: "tree", tree: () => handlesTree(list as FileSystemHandle[]) };
  }
  return items(toAsync(list), undefined);
}

async function* toAsync(source: Iterable<unknown>): AsyncGenerator<unknown> {
  yield* source;
}

type HandleItem = DataTransferItem & { getAsFileSystemHandle?: () => Promise<FileSystemHandle | null> };

/** Its items are gone when the drop's event has been handled, so they are asked for at once. */
function dataTransfer(transfer: DataTransfer): Source {
  const fileItems = Array.from(transfer.items).filter((item): item is HandleItem => item.kind === "file");
  const pending = fileItems.map((item) => item.getAsFileSystemHandle?.());
  if (fileItems.length > 0 && pending.every((handle) => handle !== undefined)) {
    const tree = async () => {
      const handles = (await Promise.all(pending)).filter((handle) => handle != null);
      const [only] = handles;
      return handles.length === 1 && isDirectoryHandle(only) ? directoryTree(only) : handlesTree(handles);
    };
    return { kind: "tree", tree };
  }
  const files = Array.from(transfer.files);
  return { kind: "tree", tree: () => fileTree(files) };
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
