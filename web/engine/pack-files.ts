/** A file whose bytes are at hand. A string is written as UTF-8. */
export type RawFile = {
  path: string;
  data: Uint8Array | string;
  /** In milliseconds. */
  mtime: number;
  /** `mtime` is only the time of the write: a file that holds these bytes already stays as it is. */
  isDefaultTime?: boolean;
};

// Little endian, without padding: u32 path bytes, u32 content bytes, f64 mtime
// in milliseconds, u32 flags (bit 0: `isDefaultTime`); then the path and the content.
const headerBytes = 20;
const defaultTimeFlag = 1;
const encoder = new TextEncoder();

/** Most bytes that `data` takes as UTF-8. A UTF-16 unit takes at most three. */
export function maxDataBytes(data: Uint8Array | string): number {
  return typeof data === "string" ? data.length * 3 : data.byteLength;
}

/** Most bytes that `packFiles` writes for `files`. */
export function maxPackedBytes(files: readonly RawFile[]): number {
  let bytes = 0;
  for (const file of files) bytes += headerBytes + file.path.length * 3 + maxDataBytes(file.data);
  return bytes;
}

/** Writes `files` from `address` on, where `maxPackedBytes` must be free. Returns the bytes written. */
export function packFiles(files: readonly RawFile[], heap: Uint8Array, address: number): number {
  const view = new DataView(heap.buffer, heap.byteOffset, heap.byteLength);
  let offset = address;
  for (const file of files) {
    const header = offset;
    offset += headerBytes;
    const pathBytes = putText(file.path, heap, offset);
    offset += pathBytes;
    const contentBytes = putData(file.data, heap, offset);
    offset += contentBytes;
    view.setUint32(header, pathBytes, true);
    view.setUint32(header + 4, contentBytes, true);
    view.setFloat64(header + 8, file.mtime, true);
    view.setUint32(header + 16, file.isDefaultTime ? defaultTimeFlag : 0, true);
  }
  return offset - address;
}

function putData(data: Uint8Array | string, heap: Uint8Array, offset: number): number {
  if (typeof data === "string") return putText(data, heap, offset);
  heap.set(data, offset);
  return data.byteLength;
}

// Node writes nothing into a view of 2 GiB, so it gets no more than it can fill.
function putText(text: string, heap: Uint8Array, offset: number): number {
  return encoder.encodeInto(text, heap.subarray(offset, offset + maxDataBytes(text))).written;
}
