// The engine over the real module.
import { readFile } from "node:fs/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import { loadDirectory } from "../node/load-directory.ts";
import { createEngine, defaultLimits, SondeError } from "./entry-node.ts";
import type { Engine, EngineOptions } from "./types.ts";
import { version } from "./version.ts";

// Some of these search megabytes, on machines that are busy with other things.
vi.setConfig({ testTimeout: 60_000 });

const open: Engine[] = [];

async function engineWith(
  files: Record<string, string | Uint8Array> = {},
  options: EngineOptions = {},
): Promise<Engine> {
  const engine = await createEngine({ now: () => 1_700_000_000_000, randomId: () => "0".repeat(32), ...options });
  open.push(engine);
  await engine.files.writeMany(Object.entries(files).map(([path, data]) => ({ path, data, mtime: 1000 })));
  return engine;
}

afterEach(async () => {
  for (const engine of open.splice(0)) await engine.dispose();
});

const textOf = (result: { content: { text: string }[] }) => result.content.map(({ text }) => text).join("");

describe("createEngine", () => {
  test("says what it is", async () => {
    const engine = await engineWith();
    expect(engine.limits).toEqual(defaultLimits);
    expect(engine.tools.map(({ name }) => name)).toEqual(expect.arrayContaining(["grep", "glob", "read"]));
    expect(engine.notices).toEqual([]);
    const manifest = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    expect(engine.version).toBe(manifest.version);
    expect(version).toBe(manifest.version);
  });

  test.each([
    [{ maxFiles: 0 }, /maxFiles must be a positive integer, got 0/],
    [{ maxFiles: -1 }, /maxFiles/],
    [{ timeoutMs: 1.5 }, /timeoutMs/],
    [{ grepMaxMatches: "5" as unknown as number }, /grepMaxMatches/],
    [{ noSuchLimit: 5 } as never, /noSuchLimit/],
  ])("refuses limits %j", async (limits, message) => {
    await expect(createEngine({ limits })).rejects.toMatchObject({ code: "LIMIT_INVALID", message });
  });

  test("takes the module in every form", async () => {
    const path = new URL("../../dist/wasm/sonde.wasm", import.meta.url);
    const bytes = new Uint8Array(await readFile(path));
    const headers = { "content-type": "application/wasm" };
    const sources = [
      bytes,
      bytes.buffer,
      await WebAssembly.compile(bytes),
      path,
      new Response(bytes),
      new Response(bytes, { headers }),
    ];
    for (const wasm of sources) {
      const engine = await engineWith({ a: "needle\n" }, { wasm });
      expect(textOf(await engine.call("grep", { pattern: "needle" }))).toContain("Found 1 match");
    }
  });

  test.each<[string, () => EngineOptions["wasm"]]>([
    ["bytes that are no module", () => new TextEncoder().encode("not wasm")],
    ["another module", () => Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)],
    ["a missing file", () => new URL("file:///no/such/sonde.wasm")],
    ["an error page", () => new Response("gone", { status: 404 })],
    ["something else", () => ({}) as WebAssembly.Module],
  ])("%s is ENGINE_NO_MODULE", async (_, wasm) => {
    const source = wasm();
    await expect(createEngine(source && { wasm: source })).rejects.toMatchObject({ code: "ENGINE_NO_MODULE" });
  });

  test("two engines in one realm share nothing", async () => {
    const [one, two] = [await engineWith({ a: "x" }), await engineWith({ b: "x" })];
    expect(await one.files.list()).toEqual([{ path: "a", kind: "file" }]);
    expect(await two.files.list()).toEqual([{ path: "b", kind: "file" }]);
  });
});

describe("files", () => {
  test("are written, read, described, moved and removed", async () => {
    const engine = await engineWith({ "src/a.ts": "export {}\n", "src/b.bin": Uint8Array.of(0, 1) });
    const { files } = engine;
    expect(await files.read("src/b.bin")).toEqual(Uint8Array.of(0, 1));
    expect(await files.stat("src/a.ts")).toMatchObject({ size: 10, mtime: 1000, kind: "text", encoding: "utf-8" });
    expect(await files.stat("src/b.bin")).toMatchObject({ size: 2, kind: "binary" });
    expect(await files.stat("src")).toBeUndefined();
    expect(await files.stat("none")).toBeUndefined();
    expect(await files.list()).toEqual([{ path: "src", kind: "directory" }]);
    expect((await files.list("src")).map(({ path }) => path)).toEqual(["src/a.ts", "src/b.bin"]);
    await files.rename("src", "lib");
    expect((await files.list(undefined, { recursive: true })).map(({ path }) => path)).toContain("lib/a.ts");
    await files.remove("lib");
    expect(await files.list()).toEqual([]);
    await expect(files.read("lib/a.ts")).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
    expect(await files.usage()).toMatchObject({ files: 0, textBytes: 0, heapBytes: expect.any(Number) });
  });

  test("keep their revision when nothing changes", async () => {
    const { files } = await engineWith({ a: "same" });
    const before = await files.revision();
    expect(await files.write("a", "same", { mtime: 1000 })).toEqual({ revision: before });
    expect(await files.write("a", "same")).toEqual({ revision: before });
    expect(await files.write("a", new Blob(["same"]))).toEqual({ revision: before });
    expect((await files.load([{ path: "a", data: "same" }])).files).toBe(1);
    expect(await files.stat("a")).toMatchObject({ mtime: 1000, revision: before });
    expect((await files.write("a", "other", { mtime: 1000 })).revision).toBeGreaterThan(before);
    const changed = await files.revision();
    expect((await files.write("a", "other", { mtime: 2000 })).revision).toBeGreaterThan(changed);
    const picked = new File(["other"], "a", { lastModified: 3000 });
    expect((await files.write("a", picked)).revision).toBeGreaterThan(changed + 1);
    expect(await files.stat("a")).toMatchObject({ mtime: 3000 });
  });

  test("take strings, bytes, buffers, Blobs and encodings", async () => {
    const { files } = await engineWith();
    const bytes = new TextEncoder().encode("aé🟢");
    await files.write("string", "aé🟢");
    await files.write("bytes", bytes);
    await files.write("part", new Uint8Array([0, ...bytes, 0]).subarray(1, 1 + bytes.length));
    await files.write("blob", new Blob([bytes]));
    await files.write("file", new File([bytes], "x", { lastModified: 5000 }));
    for (const path of ["string", "bytes", "part", "blob", "file"]) expect(await files.read(path)).toEqual(bytes);
    expect((await files.stat("file"))?.mtime).toBe(5000);
    await files.write("gbk", Uint8Array.of(0xc4, 0xe3), { encoding: "gbk" });
    expect(new TextDecoder().decode(await files.read("gbk"))).toBe("你");
    const long = "é".repeat(3_000_000);
    await files.write("long", long);
    expect(new TextDecoder().decode(await files.read("long"))).toBe(long);
  });

  test.each([
    ["../x", "PATH_INVALID"],
    ["", "PATH_INVALID"],
    ["a\0b", "PATH_INVALID"],
    [`${"d/".repeat(5000)}f`, "PATH_INVALID"],
    ["file/below", "PATH_CONFLICT"],
    ["folder", "PATH_CONFLICT"],
  ])("refuse the path %j", async (path, code) => {
    const { files } = await engineWith({ file: "x", "folder/x": "x" });
    const before = await files.revision();
    await expect(files.write(path, "x")).rejects.toMatchObject({ code });
    expect(await files.revision()).toBe(before);
  });

  test("refuse what is over the limit and stay as they were", async () => {
    const { files } = await engineWith({ a: "12345" }, { limits: { maxTotalBytes: 10, maxFiles: 2 } });
    await expect(files.write("b", "123456")).rejects.toMatchObject({ code: "VFS_FULL" });
    await files.write("b", "1");
    await expect(files.write("c", "1")).rejects.toMatchObject({ code: "VFS_FULL" });
    expect((await files.list()).map(({ path }) => path)).toEqual(["a", "b"]);
  });

  test("tell of each operation once", async () => {
    const { files } = await engineWith();
    const revisions: number[] = [];
    const end = files.onChange(({ revision }) => revisions.push(revision));
    await files.writeMany([1, 2, 3].map((index) => ({ path: `f${index}`, data: "x" })));
    await files.batch(async (writer) => {
      await writer.write("a", "x");
      await writer.remove("f1");
      await writer.rename("f2", "g2");
    });
    await files.read("a");
    await expect(files.write("../x", "x")).rejects.toThrow();
    expect(revisions).toHaveLength(2);
    end();
    await files.clear();
    expect(revisions).toHaveLength(2);
    expect(await files.list()).toEqual([]);
  });

  test("a batch that fails leaves nothing", async () => {
    const { files } = await engineWith({ a: "old" });
    const failing = files.batch(async (writer) => {
      await writer.write("a", "new");
      await writer.remove("a");
      await writer.write("../x", "x");
    });
    await expect(failing).rejects.toMatchObject({ code: "PATH_INVALID" });
    expect(new TextDecoder().decode(await files.read("a"))).toBe("old");
  });

  test("an atomic load replaces everything, or changes nothing", async () => {
    const { files } = await engineWith({ old: "x" });
    async function* failing() {
      yield { path: "new", data: "x" };
      throw new Error("mine");
    }
    await expect(files.load(failing(), { atomic: true })).rejects.toThrow("mine");
    expect(await files.list()).toEqual([{ path: "old", kind: "file" }]);
    await files.load([{ path: "new", data: "x" }], { atomic: true });
    expect(await files.list()).toEqual([{ path: "new", kind: "file" }]);
  });

  test("a load applies real ignore rules", async () => {
    const { files } = await engineWith();
    const entries = [".gitignore", "build/out.js", "src/a.js", "src/build/keep.js", "x.log", ".git/config"].map(
      (path) => ({
        path,
        data: path === ".gitignore" ? "/build/\n*.log\n" : "x",
      }),
    );
    const { skipped } = await files.load(entries);
    expect(
      (await files.list(undefined, { recursive: true })).filter(({ kind }) => kind === "file").map(({ path }) => path),
    ).toEqual([".gitignore", "src/a.js", "src/build/keep.js"]);
    expect(skipped.ignored).toBe(3);
  });
});

describe("calls", () => {
  test("a new file is found at once, a removed one is gone at once", async () => {
    const engine = await engineWith({ "a.mjs": "x\n" });
    const total = async (tool: string, pattern: string) =>
      ((await engine.call(tool, { pattern })).meta as { total: number }).total;
    expect(await total("grep", "needle")).toBe(0);
    void engine.files.write("temp.mjs", "needle\n");
    expect(await total("glob", "*.mjs")).toBe(2);
    expect(await total("grep", "needle")).toBe(1);
    void engine.files.remove("temp.mjs");
    expect(await total("glob", "*.mjs")).toBe(1);
    expect(await total("grep", "needle")).toBe(0);
  });

  test("a search sees the files as they were at its start", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`f${index}`, `needle\n${"x\n".repeat(200_000)}`]),
    );
    const engine = await engineWith(files);
    const seen: number[] = [];
    const search = engine.call(
      "grep",
      { pattern: "needle|y+z" },
      { onProgress: ({ files: count }) => seen.push(count) },
    );
    await engine.files.clear();
    expect((await search).meta).toMatchObject({ total: 40 });
    expect(seen.length).toBeGreaterThan(1);
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect((await engine.call("grep", { pattern: "needle" })).meta).toMatchObject({ total: 0 });
  });

  test("concurrent calls answer as alone", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 200 }, (_, index) => [`f${index}`, `word${index % 7}\n`.repeat(2000)]),
    );
    const engine = await engineWith(files);
    const patterns = ["word1", "word2", "w.*3", "(", "absent"];
    const together = await Promise.all(patterns.map((pattern) => engine.call("grep", { pattern })));
    for (const [index, pattern] of patterns.entries()) {
      expect(together[index]).toEqual(await engine.call("grep", { pattern }));
    }
  });

  test("report, and do not throw", async () => {
    const engine = await engineWith({ a: "x" });
    for (const args of [
      undefined,
      null,
      {},
      [],
      "x",
      { pattern: "" },
      { pattern: "(" },
      { pattern: "x", typo: 1 },
      { pattern: "\ud800" },
    ]) {
      const result = await engine.call("grep", args);
      expect(result.isError, JSON.stringify(args)).toBe(true);
      expect(textOf(result)).toMatch(/^Error: /);
      expect(result.error?.name).toBe("SearchError");
    }
  });

  test("value only when asked for; absent, never null", async () => {
    const engine = await engineWith({ a: "x\n" });
    const plain = await engine.call("grep", { pattern: "x" });
    expect(Object.keys(plain)).not.toContain("value");
    expect(JSON.stringify(plain)).not.toContain("null");
    expect((await engine.call("grep", { pattern: "x" }, { value: true })).value).toMatchObject({
      matches: [{ path: "a" }],
    });
    const nested = await engine.call("grep", { pattern: "x" }, { nested: true });
    expect(nested.value).toBeDefined();
    expect(nested.meta).toBeUndefined();
  });

  test("an abort frees the job, maxWorkBytes marks a partial result", async () => {
    const big = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`f${index}`, "word\n".repeat(400_000)]));
    const engine = await engineWith(big, { limits: { maxWorkBytes: 8_000_000 } });
    const controller = new AbortController();
    const options = { signal: controller.signal, onProgress: () => controller.abort() };
    expect((await engine.call("grep", { pattern: "w.*d" }, options)).error?.code).toBe("SEARCH_ABORTED");
    const partial = await engine.call("grep", { pattern: "w.*d" });
    expect(JSON.stringify(partial)).toContain("SEARCH_BUDGET");
  });

  test("kept results can be read by their owner only, until cleared", async () => {
    const engine = await engineWith({ a: "x\n".repeat(20) }, { limits: { grepMaxMatches: 5 } });
    const capped = await engine.call("grep", { pattern: "x" }, { owner: "me" });
    const locator = /\.sonde\/results\/[^\s:]+/.exec(textOf(capped))?.[0];
    expect(locator).toBeDefined();
    expect(textOf(await engine.call("read", { path: locator }, { owner: "me" }))).toContain("Line 20");
    expect((await engine.call("read", { path: locator }, { owner: "other" })).isError).toBe(true);
    await engine.clear();
    expect((await engine.call("read", { path: locator }, { owner: "me" })).error?.code).toBe("RESULT_EXPIRED");
  });

  test("a spill store receives the complete text", async () => {
    let received = "";
    let done = () => {};
    const finished = new Promise<void>((resolve) => {
      done = resolve;
    });
    const spill = {
      async write(_: string, text: AsyncIterable<string>) {
        for await (const part of text) received += part;
        done();
      },
    };
    const engine = await engineWith({ a: "x\n".repeat(20) }, { limits: { grepMaxMatches: 5 }, spill });
    await engine.call("grep", { pattern: "x" });
    await finished;
    expect(received).toContain("Line 20");
  });

  test("throw after dispose", async () => {
    const engine = await createEngine();
    await engine.dispose();
    for (const use of [
      engine.call("grep", {}),
      engine.files.revision(),
      engine.clear(),
      engine.files.write("a", "x"),
    ]) {
      await expect(use).rejects.toBeInstanceOf(SondeError);
    }
  });
});

test("200,000 tiny files are loaded and searched", { timeout: 60_000 }, async () => {
  const engine = await engineWith();
  await engine.files.writeMany(
    (function* () {
      for (let index = 0; index < 200_000; index++) yield { path: `d${index % 100}/f${index}`, data: "x" };
    })(),
  );
  expect((await engine.call("grep", { pattern: "x" })).meta).toMatchObject({ total: 200_000 });
});

test("a folder on disk is loaded as its ignore files say", async () => {
  const engine = await engineWith();
  const entries = loadDirectory(new URL("../..", import.meta.url).pathname, {
    filter: (path) => path.startsWith("web/engine/") || path === ".gitignore",
  });
  const { skipped, files } = await engine.files.load(entries);
  expect(files).toBeGreaterThan(20);
  expect(skipped.ignored).toBeGreaterThan(2);
  expect(await engine.files.stat("node_modules/vitest/package.json")).toBeUndefined();
});
