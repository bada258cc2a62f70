// Writes tars as no honest writer would, one header at a time.
import { join } from "./make-zip.ts";

export type TarSpec = {
  name: string;
  data?: string | Uint8Array;
  type?: string;
  linkName?: string;
  /** Seconds. */
  mtime?: number;
  /** The size field as written, instead of the true size in octal. */
  sizeField?: string | Uint8Array;
  prefix?: string;
  /** Instead of "ustar\0" + "00". */
  magic?: string;
  damage?: boolean;
};

const encoder = new TextEncoder();
const blockBytes = 512;

export function tarEntry(spec: TarSpec): Uint8Array {
  const data = typeof spec.data === "string" ? encoder.encode(spec.data) : (spec.data ?? new Uint8Array(0));
  const header = new Uint8Array(blockBytes);
  const put = (offset: number, value: string | Uint8Array) =>
    header.set(typeof value === "string" ? encoder.encode(value) : value, offset);
  put(0, encoder.encode(spec.name).subarray(0, 100));
  put(100, "0000644\0");
  put(124, spec.sizeField ?? `${data.length.toString(8).padStart(11, "0")}\0`);
  put(136, `${(spec.mtime ?? 1_600_000_000).toString(8).padStart(11, "0")}\0`);
  put(148, "        ");
  put(156, spec.type ?? "0");
  put(157, spec.linkName ?? "");
  put(257, spec.magic ?? "ustar\x0000");
  put(345, spec.prefix ?? "");
  const sum = header.reduce((total, byte) => total + byte, spec.damage ? 1 : 0);
  put(148, `${sum.toString(8).padStart(6, "0")}\0 `);
  const padded = new Uint8Array(Math.ceil(data.length / blockBytes) * blockBytes);
  padded.set(data);
  return join([header, padded]);
}

export function makeTar(specs: readonly TarSpec[]): Uint8Array {
  return join([...specs.map(tarEntry), new Uint8Array(blockBytes * 2)]);
}

/** One pax header's records. */
export function pax(records: Record<string, string>): string {
  return Object.entries(records)
    .map(([key, value]) => {
      const rest = ` ${key}=${value}\n`;
      let length = encoder.encode(rest).length + 1;
      while (String(length).length + encoder.encode(rest).length > length) length += 1;
      return `${length}${rest}`;
    })
    .join("");
}
