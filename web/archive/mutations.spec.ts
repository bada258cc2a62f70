// 20,000 damaged archives, from a fixed seed: each must load or be refused with
// an archive code, and what is written must be whole.
import { gzipSync, zipSync } from "fflate";
import { expect, test } from "vitest";
import { SondeError } from "../contract/sonde-error.ts";
import type { RawFile } from "../engine/pack-files.ts";
import { loadInto } from "./testing/load-into.ts";
import { makeTar, pax } from "./testing/make-tar.ts";

const mutations = 20_000;
const seed = 0x5eed;

/** mulberry32: small, seeded, the same everywhere. */
function randomSource(state: number): (below: number) => number {
  let at = state;
  return (below) => {
    at = (at + 0x6d2b79f5) | 0;
    let mixed = Math.imul(at ^ (at >>> 15), 1 | at);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const text = new TextEncoder().encode("the quick brown fox ".repeat(40));
const contents: Record<string, Uint8Array> = {
  "a.txt": text,
  "dir/b.txt": text.subarray(0, 100),
  "dir/deep/c.bin": Uint8Array.from({ length: 700 }, (_, index) => (index * 7) % 251),
  empty: new Uint8Array(0),
};
const tar = makeTar([
  { name: "g", type: "g", data: pax({ comment: "0123456789abcdef0123456789abcdef01234567" }) },
  { name: "x", type: "x", data: pax({ path: "dir/b.txt", mtime: "1600000000.5" }) },
  ...Object.entries(contents).map(([name, data]) => ({ name, data })),
  { name: "link", type: "2", linkName: "a.txt" },
]);
const archives = [
  { kind: "zip", bytes: zipSync(contents, { level: 0 }) },
  { kind: "zip", bytes: zipSync(contents, { level: 6 }) },
  { kind: "tar", bytes: tar },
  { kind: "tar.gz", bytes: gzipSync(tar) },
] as const;

const edges = [0, 1, 0x7f, 0x80, 0xff];

function mutate(original: Uint8Array, random: (below: number) => number): Uint8Array {
  let bytes = original.slice();
  for (let count = 1 + random(3); count > 0; count--) {
    const at = random(bytes.length);
    switch (random(6)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << random(8));
        break;
      case 1:
        bytes[at] = edges[random(edges.length)] ?? 0;
        break;
      case 2:
        bytes = bytes.slice(0, Math.max(1, at));
        break;
      case 3:
        bytes.copyWithin(at, random(bytes.length), random(bytes.length));
        break;
      case 4:
        bytes.fill(edges[random(edges.length)] ?? 0, at, at + 1 + random(8));
        break;
      default:
        bytes = Uint8Array.from([...bytes.subarray(0, at), random(256), ...bytes.subarray(at)]);
    }
  }
  return bytes;
}

const codes = new Set(["ARCHIVE_FORMAT", "ARCHIVE_TRUNCATED", "ARCHIVE_LIMIT", "ARCHIVE_PATH"]);

test(`${mutations} mutations end in files or an archive code`, { timeout: 300_000 }, async () => {
  const random = randomSource(seed);
  const outcomes = new Map<string, number>();
  for (let index = 0; index < mutations; index++) {
    const { kind, bytes } = archives[index % archives.length] ?? archives[0];
    const mutant = mutate(bytes, random);
    const files = new Map<string, RawFile>();
    const outcome = await loadInto(mutant, { format: kind }, {}, files).then(
      () => "loaded",
      (error: unknown) => {
        if (!(error instanceof SondeError) || !codes.has(error.code)) throw error;
        expect(error.progress).toEqual({ files: files.size, bytes: sum(files) });
        return error.code;
      },
    );
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    // A zip's checksums leave no way to a changed content.
    if (kind === "zip") {
      for (const { data } of files.values()) expect(Object.values(contents).map(String)).toContain(String(data));
    }
  }
  // The seed reaches every end but the limits, which have tests of their own.
  for (const expected of ["loaded", "ARCHIVE_FORMAT", "ARCHIVE_TRUNCATED", "ARCHIVE_PATH"]) {
    expect(outcomes.get(expected) ?? 0, expected).toBeGreaterThan(0);
  }
});

function sum(files: Map<string, RawFile>): number {
  return Array.from(files.values()).reduce((total, { data }) => total + data.length, 0);
}
