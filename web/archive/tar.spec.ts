import { gzipSync } from "fflate";
import { packTar } from "modern-tar";
import { describe, expect, test } from "vitest";
import { loadInto, textOf } from "./testing/load-into.ts";
import { makeTar, pax, type TarSpec, tarEntry } from "./testing/make-tar.ts";
import { join } from "./testing/make-zip.ts";

const file = (name: string, more: Partial<TarSpec> = {}): TarSpec => ({ name, data: "text", ...more });
const commit = "0123456789abcdef0123456789abcdef01234567";

/** As GitHub's tarballs are laid out: a global header with the commit, one top folder, links. */
const github = makeTar([
  { name: "pax_global_header", type: "g", data: pax({ comment: commit }) },
  { name: "repo-0123456/", type: "5" },
  file("repo-0123456/README.md"),
  { name: "repo-0123456/link", type: "2", linkName: "../../etc/passwd" },
  { name: "repo-0123456/hard", type: "1", linkName: "repo-0123456/README.md" },
  file("repo-0123456/src/a.ts", { data: "x".repeat(1025), mtime: 1_500_000_000 }),
]);

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

describe("loads", () => {
  test("a GitHub tarball in every form", async () => {
    const gz = gzipSync(github);
    const sources = [
      github,
      gz,
      new Blob([gz as Uint8Array<ArrayBuffer>]),
      new Blob([gz as Uint8Array<ArrayBuffer>]).stream(),
      new Response(gz as Uint8Array<ArrayBuffer>),
      inPieces(gz, 7),
      inPieces(github, 700),
      Array.from({ length: Math.ceil(gz.length / 50) }, (_, index) => gz.slice(index * 50, index * 50 + 50)),
    ];
    for (const source of sources) {
      const { files, loaded } = await loadInto(source as never, { stripComponents: 1 });
      expect([...files.keys()]).toEqual(["README.md", "src/a.ts"]);
      expect(files.get("src/a.ts")?.mtime).toBe(1_500_000_000_000);
      expect(loaded).toEqual({
        files: 2,
        bytes: 1029,
        commit,
        skipped: { ignored: 0, symlinks: 2, tooLarge: 0, special: 1 },
      });
    }
  });

  test("what modern-tar writes", async () => {
    const long = `${"folder-name/".repeat(30)}file.txt`;
    const tar = await packTar([
      { header: { name: "a/b.txt", size: 5, mtime: new Date(5000) }, body: "hello" },
      { header: { name: long, size: 2, mtime: new Date(6000) }, body: "hi" },
      { header: { name: "ü.txt", size: 0, mtime: new Date(7000) } },
      { header: { name: "dir/", size: 0, type: "directory" } },
    ]);
    const { files } = await loadInto(tar);
    expect(Array.from(files.values(), ({ path, mtime }) => [path, mtime])).toEqual([
      ["a/b.txt", 5000],
      [long, 6000],
      ["ü.txt", 7000],
    ]);
  });

  const long = `${"n".repeat(200)}.txt`;
  test.each<[string, TarSpec[], string[]]>([
    ["a ustar prefix", [file("c.txt", { prefix: "a/b" })], ["a/b/c.txt"]],
    ["no prefix in old GNU archives", [file("c.txt", { prefix: "a/b", magic: "ustar  \0" })], ["c.txt"]],
    ["archives from before ustar", [file("c.txt", { magic: "" }), file("dir/", { magic: "", data: "" })], ["c.txt"]],
    ["a GNU long name", [{ name: "././@LongLink", type: "L", data: `${long}\0` }, file("cut")], [long]],
    ["a GNU long link target", [{ name: "././@LongLink", type: "K", data: `${long}\0` }, file("a")], ["a"]],
    ["a pax path", [{ name: "x", type: "x", data: pax({ path: "ünï/a" }) }, file("cut"), file("b")], ["ünï/a", "b"]],
    ["a pax path over a GNU name", [{ name: "x", type: "x", data: pax({ path: "p" }) }, file("cut")], ["p"]],
    ["type 0, NUL and 7", [file("a"), file("b", { type: "\0" }), file("c", { type: "7" })], ["a", "b", "c"]],
  ])("names: %s", async (_, specs, expected) => {
    expect([...(await loadInto(makeTar(specs))).files.keys()]).toEqual(expected);
  });

  test("sizes and times in pax and base 256", async () => {
    const size = new Uint8Array(12);
    size.set([0x80], 0);
    size.set([4], 11);
    const tar = makeTar([
      { name: "x", type: "x", data: pax({ size: "4", mtime: "1600000000.75" }) },
      file("a", { sizeField: "00000000000\0" }),
      file("b", { sizeField: size }),
    ]);
    const { files } = await loadInto(tar);
    expect(textOf(files.get("a"))).toBe("text");
    expect(files.get("a")?.mtime).toBe(1_600_000_000_750);
    expect(textOf(files.get("b"))).toBe("text");
  });

  test("skips and counts what is no file, without losing its place", async () => {
    const sparse = tarEntry(file("sparse", { type: "S" }));
    const tar = join([
      sparse,
      tarEntry({ name: "x", type: "x", data: pax({ "GNU.sparse.major": "1" }) }),
      tarEntry(file("pax-sparse")),
      ...["3", "4", "6", "V", "D"].map((type) => tarEntry(file(type, { type, data: "" }))),
      makeTar([file("after")]),
    ]);
    const { files, loaded } = await loadInto(tar);
    expect([...files.keys()]).toEqual(["after"]);
    expect(loaded.skipped).toEqual({ ignored: 0, symlinks: 0, tooLarge: 0, special: 8 });
  });

  test("the last of two equal names wins and counts once", async () => {
    const { files, loaded } = await loadInto(makeTar([file("a"), file("b"), file("a", { data: "second one" })]));
    expect(textOf(files.get("a"))).toBe("second one");
    expect(loaded).toMatchObject({ files: 2, bytes: 14 });
  });

  test("ignore files apply wherever they stand; .git never loads", async () => {
    const tar = makeTar([
      file("early/x"),
      file("a"),
      file("sub/early"),
      file(".gitignore", { data: "early\nlate\n" }),
      file("late/x"),
      file(".git/config"),
      file("sub/.git"),
    ]);
    const { files, loaded } = await loadInto(tar);
    expect([...files.keys()]).toEqual(["a", ".gitignore"]);
    expect(loaded).toMatchObject({ files: 2, bytes: 15, skipped: { ignored: 5 } });
    expect([...(await loadInto(tar, { ignore: false })).files.keys()]).toHaveLength(5);
  });

  test("gzip without the platform's decompression, several members too", async () => {
    const { gunzip } = await import("./gunzip.ts");
    const gz = join([gzipSync(github.subarray(0, 1000)), gzipSync(github.subarray(1000))]);
    const parts: Uint8Array[] = [];
    for await (const part of gunzip(gz, false)) parts.push(part);
    expect(join(parts)).toEqual(github);
  });
});

describe("refuses", () => {
  const good = makeTar([file("a"), file("b", { data: "x".repeat(2000) })]);
  const gz = gzipSync(good);
  const damaged = (bytes: Uint8Array, at: number) => bytes.map((byte, index) => (index === at ? byte ^ 0x55 : byte));

  test.each<[string, Uint8Array, string, RegExp, number]>([
    ["an absolute name", makeTar([file("a"), file("/etc/passwd")]), "ARCHIVE_PATH", /absolute/, 1],
    ["a way out", makeTar([file("a"), file("x/../../b")]), "ARCHIVE_PATH", /leads out/, 1],
    ["a way out of a link", makeTar([{ name: "../l", type: "2" }]), "ARCHIVE_PATH", /leads out/, 0],
    ["a way out of a folder", makeTar([{ name: "../d/", type: "5" }]), "ARCHIVE_PATH", /leads out/, 0],
    [
      "a way out by pax",
      makeTar([{ name: "x", type: "x", data: pax({ path: "../b" }) }, file("a")]),
      "ARCHIVE_PATH",
      /leads/,
      0,
    ],
    [
      "a NUL by pax",
      makeTar([{ name: "x", type: "x", data: pax({ path: "a\0b" }) }, file("a")]),
      "ARCHIVE_PATH",
      /NUL/,
      0,
    ],
    ["nothing", new Uint8Array(0), "ARCHIVE_TRUNCATED", /empty/, 0],
    ["what is no archive", new TextEncoder().encode("hello ".repeat(200)), "ARCHIVE_FORMAT", /neither/, 0],
    ["a few bytes", new TextEncoder().encode("hello"), "ARCHIVE_FORMAT", /neither/, 0],
    ["a damaged header", makeTar([file("a"), file("b", { damage: true })]), "ARCHIVE_FORMAT", /header 2/, 1],
    ["a size that is none", makeTar([file("a", { sizeField: "zzz" })]), "ARCHIVE_FORMAT", /size/, 0],
    ["a negative size", makeTar([file("a", { sizeField: new Uint8Array(12).fill(255) })]), "ARCHIVE_FORMAT", /size/, 0],
    [
      "a damaged pax header",
      makeTar([{ name: "x", type: "x", data: "99 path=a\n" }, file("a")]),
      "ARCHIVE_FORMAT",
      /pax/,
      0,
    ],
    [
      "a pax size that is none",
      makeTar([{ name: "x", type: "x", data: pax({ size: "-4" }) }, file("a")]),
      "ARCHIVE_FORMAT",
      /size/,
      0,
    ],
    [
      "a giant pax header",
      makeTar([{ name: "x", type: "x", sizeField: "77777777777" }]),
      "ARCHIVE_LIMIT",
      /extended/,
      0,
    ],
    ["an end within a file", good.subarray(0, 512 * 3 + 100), "ARCHIVE_TRUNCATED", /"b"/, 1],
    ["an end within a header", good.subarray(0, 512 * 2 + 100), "ARCHIVE_TRUNCATED", /a header/, 1],
    ["no end mark", good.subarray(0, 512 * 2), "ARCHIVE_TRUNCATED", /end mark/, 1],
    ["a cut gzip", gz.subarray(0, gz.length - 12), "ARCHIVE_TRUNCATED", /gzip/, 2],
    ["a gzip without its checksum", gz.subarray(0, gz.length - 8), "ARCHIVE_TRUNCATED", /gzip/, 2],
    ["a wrong gzip checksum", damaged(gz, gz.length - 6), "ARCHIVE_FORMAT", /gzip/, 2],
    ["a gzip of something else", gzipSync(new TextEncoder().encode("x".repeat(999))), "ARCHIVE_FORMAT", /neither/, 0],
    ["a bomb", gzipSync(makeTar([file("a", { data: new Uint8Array(9 << 20) })])), "ARCHIVE_LIMIT", /200 times/, 0],
  ])("%s", async (_, tar, code, message, atMost) => {
    const files = new Map();
    const error = await loadInto(tar, {}, {}, files).then(
      () => undefined,
      (reason) => reason,
    );
    expect(error).toMatchObject({ code, message });
    expect(error.progress.files).toBe(files.size);
    expect(files.size).toBeLessThanOrEqual(atMost);
  });

  test.each([
    [{ maxFiles: 1 }, /more than 1 entries/, 1],
    [{ maxTotalBytes: 5 }, /more than 5 bytes/, 1],
  ])("an archive over %j, keeping what was loaded", async (limits, message, kept) => {
    const files = new Map();
    const error = await loadInto(good, {}, limits, files).catch((reason) => reason);
    expect(error).toMatchObject({ code: "ARCHIVE_LIMIT", message, progress: { files: kept, bytes: 4 } });
    expect(files.size).toBe(kept);
  });

  test("a file over maxFileBytes is passed over", async () => {
    const { files, loaded } = await loadInto(
      makeTar([file("big", { data: "x".repeat(999) }), file("a")]),
      {},
      { maxFileBytes: 99 },
    );
    expect([...files.keys()]).toEqual(["a"]);
    expect(loaded.skipped.tooLarge).toBe(1);
  });

  test("a source that fails ends the archive early and keeps what came", async () => {
    async function* failing() {
      yield good.subarray(0, 1024);
      throw new Error("the network is gone");
    }
    const files = new Map();
    await expect(loadInto(failing(), {}, {}, files)).rejects.toMatchObject({
      code: "ARCHIVE_TRUNCATED",
      message: /the network is gone/,
      progress: { files: 1, bytes: 4 },
    });
    expect([...files.keys()]).toEqual(["a"]);
  });

  test("an abort stops within the archive and cancels its source", async () => {
    const controller = new AbortController();
    let cancelled = false;
    let sent = 0;
    const source = new ReadableStream<Uint8Array>({
      pull(stream) {
        stream.enqueue(tarEntry(file(`f${sent++}`)));
        if (sent === 20) controller.abort();
      },
      cancel() {
        cancelled = true;
      },
    });
    const files = new Map();
    const load = loadInto(source, { signal: controller.signal, format: "tar" }, {}, files);
    const error = await load.catch((reason) => reason);
    expect(error).toMatchObject({ code: "SEARCH_ABORTED", progress: { files: files.size } });
    expect(cancelled).toBe(true);
    expect(sent).toBeLessThan(40);
  });

  test.each([
    [{ format: "rar" as "zip" }, /format can't be rar/],
    [{ stripComponents: -1 }, /stripComponents/],
    [{ stripComponents: 1.5 }, /stripComponents/],
    [{ into: 5 as unknown as string }, /into/],
    [{ encoding: "klingon" }, /klingon/],
  ])("options %j", async (options, message) => {
    await expect(loadInto(good, options)).rejects.toMatchObject({ code: "INVALID_ARGS", message });
  });

  test.each([[undefined], [null], ["text"], [7], [{}], [[7]], [["a"]]])("the source %j", async (source) => {
    await expect(loadInto(source as never)).rejects.toMatchObject({ code: "INVALID_ARGS" });
  });
});
