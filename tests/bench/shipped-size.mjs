// Bytes of what a page loads for the core, plain and by gzip.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { root } from "../../scripts/lib/run.mjs";

const measured = (file) => {
  const content = readFileSync(join(root, "dist/wasm", file));
  return { bytes: content.length, gzip: gzipSync(content, { level: 9 }).length };
};

/** {wasm, glue, total}, each {bytes, gzip}. */
export function shippedSize() {
  const [wasm, glue] = [measured("sonde.wasm"), measured("sonde.mjs")];
  return { wasm, glue, total: { bytes: wasm.bytes + glue.bytes, gzip: wasm.gzip + glue.gzip } };
}
