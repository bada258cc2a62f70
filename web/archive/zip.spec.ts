import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { loadInto, textOf } from "./testing/load-into.ts";
import { bytesOf, join, makeZip, type ZipSpec } from "./testing/make-zip.ts";

const bytes = (...values: number[]) => Uint8Array.from(values);
const file = (name: string | Uint8Array, more: Partial<ZipSpec> = {}): ZipSpec => ({ name, data: "text", ...more });

describe("loads", () => {
  test("what fflate writes, stored and deflated, as bytes, Blob and stream", async () => {
    const content = {
      "a/b.txt": new TextEncoder().encode("hello ".repeat(1000)),
      "c.bin": bytes(0, 1, 2),
      empty: bytes(),
    };
    for (const level of [0, 9] as const) {
      const zip = zipSync(content, { level });
      for (const source of [zip, zip.slice().buffer, new Blob([zip]), new Blob([zip]).stream(), new Response(zip)]) {
        const { files, loaded } = await loadInto(source);
        expect([...files.keys()].sort()).toEqual(["a/b.txt", "c.bin", "empty"]);
        expect(files.get("a/b.txt")?.data).toEqual(content["a/b.txt"]);
        expect(loaded).toEqual({
          files: 3,
          bytes: 6003,
          skipped: { ignored: 0, symlinks: 0, tooLarge: 0, special: 0 },
        });
      }
    }
  });

  test.each<[string, ZipSpec, string]>([
    ["the UTF-8 flag", file(new TextEncoder().encode("é.txt"), { flags: 0x800 }), "é.txt"],
    ["UTF-8 without the flag", file(new TextEncoder().encode("日本.txt")), "日本.txt"],
    ["code page 437", file(bytes(0x82, 0x81, 0xe1)), "éüß"],
    ["a backslash from DOS", file("a\\b.txt", { madeBy: 0 }), "a/b.txt"],
    ["a backslash from Unix", file("a\\b.txt", { madeBy: 3 }), "a\\b.txt"],
    ["dots and doubled slashes", file("./a//b/./c"), "a/b/c"],
    ["a deep name", file(`${"d/".repeat(300)}f`), `${"d/".repeat(300)}f`],
  ])("names: %s", async (_, spec, expected) => {
    expect([...(await loadInto(makeZip([spec]))).files.keys()]).toEqual([expected]);
  });

  test("the Unicode path field, when its checksum fits", async () => {
    const name = bytes(0x82);
    const utf8 = new TextEncoder().encode("zoë");
    const { crc32 } = await import("./crc32.ts");
    const field = (crc: number) => join([bytesOf([2, 0x7075], [2, 5 + utf8.length], [1, 1], [4, crc]), utf8]);
    const right = await loadInto(makeZip([file(name, { extra: field(crc32(name)) })]));
    expect([...right.files.keys()]).toEqual(["zoë"]);
    const stale = await loadInto(makeZip([file(name, { extra: field(1) })]));
    expect([...stale.files.keys()]).toEqual(["é"]);
  });

  test("times as UTC", async () => {
    const { files } = await loadInto(
      makeZip([file("dos"), file("unix", { extra: bytesOf([2, 0x5455], [2, 5], [1, 1], [4, 1_600_000_001]) })]),
    );
    expect(files.get("dos")?.mtime).toBe(Date.UTC(2021, 2, 4, 5, 6, 8));
    expect(files.get("unix")?.mtime).toBe(1_600_000_001_000);
  });

  test("links and devices are skipped and counted, folders are not", async () => {
    const mode = (type: number) => (type << 28) >>> 0;
    const zip = makeZip([
      file("link", { attributes: mode(0xa) }),
      file("pipe", { attributes: mode(0x1) }),
      file("folder/", { data: "" }),
      file("plain", { attributes: mode(0x8) }),
    ]);
    const { files, loaded } = await loadInto(zip);
    expect([...files.keys()]).toEqual(["plain"]);
    expect(loaded.skipped).toEqual({ ignored: 0, symlinks: 1, tooLarge: 0, special: 1 });
  });

  test("zip64 sizes, and a program in front", async () => {
    const zip64 = bytesOf([2, 1], [2, 16], [8, 4], [8, 6]);
    const packed = makeZip([file("a", { method: 0, bytes: 0xffffffff, packedBytes: 0xffffffff, extra: zip64 })]);
    // The field states 4 and 6 bytes, which is right for the first and wrong for the second.
    await expect(loadInto(packed)).rejects.toMatchObject({ code: "ARCHIVE_FORMAT" });
    const right = bytesOf([2, 1], [2, 16], [8, 4], [8, 4]);
    const zip = makeZip([file("a", { method: 0, bytes: 0xffffffff, packedBytes: 0xffffffff, extra: right })]);
    expect(textOf((await loadInto(zip)).files.get("a"))).toBe("text");
    expect(textOf((await loadInto(join([new Uint8Array(5000), zip]), { format: "zip" })).files.get("a"))).toBe("text");
  });

  test("options: into, stripComponents, filter, ignore files, encoding, the commit comment", async () => {
    const commit = "0123456789abcdef0123456789abcdef01234567";
    const zip = makeZip(
      [
        file("repo-1/src/.gitignore", { data: "skipped\n" }),
        file("repo-1/src/a.txt", { data: bytes(0xc4, 0xe3) }),
        file("repo-1/src/skipped/x"),
        file("repo-1/.git/config"),
        file("repo-1/b.md"),
        file("top"),
      ],
      { comment: commit },
    );
    const asked: [string, number | undefined][] = [];
    const filter = (path: string, size?: number) => {
      asked.push([path, size]);
      return !path.endsWith(".md");
    };
    const { files, loaded } = await loadInto(zip, { into: "in", stripComponents: 1, filter, encoding: "gbk" });
    expect([...files.keys()].sort()).toEqual(["in/src/.gitignore", "in/src/a.txt"]);
    expect(textOf(files.get("in/src/a.txt"))).toBe("你");
    expect(asked).toEqual([
      ["b.md", 4],
      ["src/.gitignore", 8],
      ["src/a.txt", 2],
    ]);
    expect(loaded).toMatchObject({ files: 2, commit, skipped: { ignored: 3 } });
    const everything = await loadInto(zip, { ignore: false });
    expect([...everything.files.keys()]).toContain("repo-1/src/skipped/x");
    expect([...everything.files.keys()]).not.toContain("repo-1/.git/config");
  });
});

describe("refuses", () => {
  const good = makeZip([file("a"), file("b")]);
  const patched = (offset: number, value: number) => {
    const copy = good.slice();
    copy[offset] = value;
    return copy;
  };
  const bomb = new Uint8Array(9 * 1024 * 1024);

  test.each<[string, Uint8Array, string, RegExp]>([
    ["an absolute name", makeZip([file("/etc/passwd")]), "ARCHIVE_PATH", /absolute/],
    ["a drive", makeZip([file("C:\\x")]), "ARCHIVE_PATH", /absolute/],
    ["a share", makeZip([file("\\\\host\\x")]), "ARCHIVE_PATH", /absolute/],
    ["a way out", makeZip([file("a/../../b")]), "ARCHIVE_PATH", /leads out/],
    ["a way out with backslashes", makeZip([file("..\\b")]), "ARCHIVE_PATH", /leads out/],
    ["a way out among folders", makeZip([file("../b/", { data: "" })]), "ARCHIVE_PATH", /leads out/],
    ["a way out of a link", makeZip([file("../l", { attributes: 0xa0000000 })]), "ARCHIVE_PATH", /leads out/],
    ["a NUL", makeZip([file("a\0b")]), "ARCHIVE_PATH", /NUL/],
    ["a name twice", makeZip([file("a"), file("a")]), "ARCHIVE_PATH", /twice/],
    ["a name twice in two spellings", makeZip([file("a"), file("./a")]), "ARCHIVE_PATH", /twice/],
    ["a file that is a folder", makeZip([file("a"), file("a/b")]), "ARCHIVE_PATH", /both a file and a folder/],
    ["an encrypted entry", makeZip([file("a", { flags: 1 })]), "ARCHIVE_FORMAT", /encrypted/],
    ["strong encryption", makeZip([file("a", { flags: 0x41 })]), "ARCHIVE_FORMAT", /encrypted/],
    ["another method", makeZip([file("a", { method: 12 })]), "ARCHIVE_FORMAT", /method 12/],
    ["a wrong checksum", makeZip([file("a", { crc: 1 })]), "ARCHIVE_FORMAT", /checksum of "a"/],
    ["more bytes than stated", makeZip([file("a", { bytes: 3 })]), "ARCHIVE_FORMAT", /another size/],
    ["fewer bytes than stated", makeZip([file("a", { bytes: 5 })]), "ARCHIVE_FORMAT", /another size/],
    ["two sizes of a stored entry", makeZip([file("a", { method: 0, bytes: 3 })]), "ARCHIVE_FORMAT", /two sizes/],
    ["another local name", makeZip([file("a", { localName: "b" })]), "ARCHIVE_FORMAT", /another name/],
    ["an offset elsewhere", makeZip([file("a", { offset: 3 })]), "ARCHIVE_FORMAT", /header of "a"/],
    ["an offset beyond", makeZip([file("a", { offset: 9999 })]), "ARCHIVE_TRUNCATED", /beyond/],
    ["zip64 without its field", makeZip([file("a", { bytes: 0xffffffff })]), "ARCHIVE_FORMAT", /zip64/],
    ["an invalid name flagged UTF-8", makeZip([file(bytes(0xff), { flags: 0x800 })]), "ARCHIVE_FORMAT", /UTF-8/],
    ["more entries than it has", makeZip([file("a")], { count: 2 }), "ARCHIVE_FORMAT", /damaged/],
    ["fewer entries than it has", makeZip([file("a"), file("b")], { count: 1 }), "ARCHIVE_FORMAT", /another size/],
    ["a damaged directory", patched(good.length - 22 - 46 - 1, 0), "ARCHIVE_FORMAT", /damaged/],
    ["a cut end", good.subarray(0, good.length - 1), "ARCHIVE_TRUNCATED", /directory is missing/],
    ["a cut middle", good.subarray(0, 40), "ARCHIVE_TRUNCATED", /directory is missing/],
    ["a missing start", good.subarray(20), "ARCHIVE_TRUNCATED", /beyond/],
    ["a bomb", makeZip([file("a", { data: bomb })]), "ARCHIVE_LIMIT", /200 times/],
  ])("%s", async (_, zip, code, message) => {
    const files = new Map();
    await expect(loadInto(zip, { format: "zip" }, {}, files)).rejects.toMatchObject({
      code,
      message,
      progress: { files: files.size },
    });
  });

  test("what is no deflate stream", async () => {
    const zip = makeZip([file("a", { method: 0, data: bytes(7, 7, 7, 7) })]);
    const method = (at: number) => zip.set([8], at);
    method(8);
    method(zip.length - 22 - 47 + 10);
    await expect(loadInto(zip)).rejects.toMatchObject({ code: "ARCHIVE_FORMAT", message: /can't be unpacked/ });
  });

  test.each([
    [{ maxFiles: 1 }, /2 entries/],
    [{ maxTotalBytes: 5 }, /more than 5 bytes/],
  ])("an archive over %j", async (limits, message) => {
    await expect(loadInto(good, {}, limits)).rejects.toMatchObject({ code: "ARCHIVE_LIMIT", message });
  });

  test("a file over maxFileBytes is left out unread", async () => {
    const zip = makeZip([file("big", { data: "too long", crc: 1 }), file("a")]);
    const { files, loaded } = await loadInto(zip, {}, { maxFileBytes: 4 });
    expect([...files.keys()]).toEqual(["a"]);
    expect(loaded.skipped.tooLarge).toBe(1);
  });
});
