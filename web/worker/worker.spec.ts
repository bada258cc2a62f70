// connectWorker over real worker threads, from a bundle of the worker's script.

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { build } from "esbuild";
import { gzipSync } from "fflate";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { makeTar } from "../archive/testing/make-tar.ts";
import { createEngine } from "../engine/entry-node.ts";
import type { Engine } from "../engine/types.ts";
import { loadDirectory } from "../node/load-directory.ts";
import { connectWorker, type WorkerOptions } from "./entry-node.ts";

// Some of these search megabytes, on machines that are busy with other things.
vi.setConfig({ testTimeout: 60_000 });

let folder = "";
let script = "";
let wasm: WebAssembly.Module;
const open: Engine[] = [];
const workers: Worker[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sonde-worker-"));
  script = join(folder, "worker.mjs");
  const entryPoints = [new URL("./main-node.ts", import.meta.url).pathname];
  await build({ entryPoints, outfile: script, bundle: true, platform: "node", format: "esm", logLevel: "warning" });
  const bytes = await readFile(new URL("../../dist/wasm/sonde.wasm", import.meta.url));
  wasm = await WebAssembly.compile(new Uint8Array(bytes));
});

afterAll(() => rm(folder, { recursive: true }));

afterEach(async () => {
  for (const engine of open.splice(0)) await engine.dispose();
  workers.length = 0;
});

function newWorker(code = script): Worker {
  const worker = new Worker(code);
  workers.push(worker);
  return worker;
}

async function connected(options: WorkerOptions = {}): Promise<Engine> {
  const now = () => 1_700_000_000_000;
  const engine = await connectWorker({
    wasm,
    worker: () => newWorker(),
    now,
    randomId: () => "0".repeat(32),
    ...options,
  });
  open.push(engine);
  return engine;
}

const many = Array.from({ length: 60 }, (_, index) => ({
  path: `f${index}`,
  data: "word\n".repeat(200_000),
  mtime: 1,
}));

describe("the same engine", () => {
  test("answers byte for byte as one on this thread", async () => {
    const remote = await connected();
    const local = await createEngine({ now: () => 1_700_000_000_000, randomId: () => "0".repeat(32) });
    open.push(local);
    const entries = [
      { path: "src/a.ts", data: "export const a = 1;\n" },
      { path: "src/b.ts", data: new TextEncoder().encode("é🟢 needle\n") },
      { path: "c.bin", data: new Uint8Array([9, 0, 1, 2, 9]).subarray(1, 4) },
      { path: "d.txt", data: new Blob(["from a blob\n"]), mtime: 5000 },
    ];
    for (const engine of [remote, local]) await engine.files.writeMany(entries);
    for (const [tool, args] of [
      ["grep", { pattern: "a|e" }],
      ["grep", { pattern: "(" }],
      ["grep", undefined],
      ["grep", { pattern: 1n }],
      ["glob", { pattern: "**" }],
      ["read", { path: "src/b.ts" }],
    ] as const) {
      expect(await remote.call(tool, args, { value: true })).toEqual(await local.call(tool, args, { value: true }));
    }
    expect(remote.tools).toEqual(local.tools);
    expect(remote.limits).toEqual(local.limits);
    expect(remote.version).toBe(local.version);
    for (const engine of [remote, local]) {
      expect(await engine.files.read("c.bin")).toEqual(new Uint8Array([0, 1, 2]));
      expect(await engine.files.stat("d.txt")).toMatchObject({ mtime: 5000, size: 12 });
      expect(await engine.files.stat("src/a.ts")).toMatchObject({ mtime: 1_700_000_000_000 });
      expect(await engine.files.stat("none")).toBeUndefined();
      expect(await engine.files.list("src")).toHaveLength(2);
      await expect(engine.files.read("none")).rejects.toMatchObject({ code: "PATH_NOT_FOUND" });
      await expect(engine.files.write("../x", "x")).rejects.toMatchObject({ code: "PATH_INVALID" });
      await expect(engine.files.write("x", 5 as never)).rejects.toMatchObject({ code: "INVALID_ARGS" });
      await expect(engine.call("rg", {})).rejects.toMatchObject({ code: "INVALID_ARGS" });
      expect(await engine.metrics.status("en")).toBe("metrics off");
    }
  });

  test.each([
    [{ limits: { maxFiles: 0 } }, "LIMIT_INVALID"],
    [{ settings: { mode: "loud" } as never }, "SETTINGS_INVALID"],
    [{ wasm: new Uint8Array(4) }, "ENGINE_NO_MODULE"],
  ])("refuses options %j as createEngine does", async (options, code) => {
    await expect(connected(options)).rejects.toMatchObject({ code });
  });

  test("a script that can't be loaded rejects", async () => {
    await expect(connected({ worker: () => newWorker("/no/such/script.mjs") })).rejects.toThrow(/no\/such/);
  });

  test("stores of any class are called on this side", async () => {
    class Store {
      saved: unknown[] = [];
      async load() {
        return { locale: "zh-CN", startMetricsOnNextLoad: true, mode: "override" };
      }
      async save(settings: unknown) {
        this.saved.push(settings);
      }
    }
    const store = new Store();
    const received: string[] = [];
    const spill = {
      async write(locator: string, text: AsyncIterable<string>) {
        for await (const part of text) received.push(`${locator}: ${part}`);
      },
    };
    const engine = await connected({ settings: store as never, spill, limits: { grepMaxMatches: 2 } });
    expect(store.saved).toEqual([{ locale: "zh-CN", mode: "override" }]);
    expect(engine.notices).toHaveLength(1);
    await engine.files.write("a", "x\n".repeat(9));
    await engine.call("grep", { pattern: "x" });
    await expect.poll(() => received.join("")).toContain("Line 9");
  });
});

describe("files cross", () => {
  test("keep their revision when they are written again, and take the caller's time", async () => {
    let time = 1000;
    const { files } = await connected({ now: () => time });
    const { revision } = await files.write("a", "same");
    expect(await files.stat("a")).toMatchObject({ mtime: 1000 });
    time = 2000;
    expect(await files.write("a", "same")).toEqual({ revision });
    expect((await files.write("a", "other")).revision).toBeGreaterThan(revision);
    expect(await files.stat("a")).toMatchObject({ mtime: 2000 });
  });

  test("as iterables, batches, archives, streams, Blobs and folders", async () => {
    const engine = await connected();
    const { files } = engine;
    const changes: number[] = [];
    files.onChange(({ revision }) => changes.push(revision));
    async function* entries() {
      for (let index = 0; index < 1000; index++) yield { path: `many/${index}`, data: `${index}` };
    }
    await files.writeMany(entries());
    expect(await files.list("many")).toHaveLength(1000);
    await files.batch(async (writer) => {
      await writer.write("batch/a", "x");
      expect(await files.stat("batch/a")).toBeUndefined();
      await writer.write("batch/b", "x");
    });
    expect(await files.list("batch")).toHaveLength(2);
    await expect(
      files.batch(async (writer) => {
        await writer.write("batch/c", "x");
        throw new Error("mine");
      }),
    ).rejects.toThrow("mine");
    expect(await files.list("batch")).toHaveLength(2);
    expect(changes).toHaveLength(2);

    const tar = gzipSync(
      makeTar([
        { name: "r/a", data: "x" },
        { name: "r/skip/b", data: "x" },
        { name: "r/c.md", data: "x" },
      ]),
    );
    const bytes = tar as Uint8Array<ArrayBuffer>;
    const progress: unknown[] = [];
    for (const [into, source] of Object.entries({
      bytes,
      blob: new Blob([bytes]),
      stream: new Blob([bytes]).stream(),
      response: new Response(bytes),
      chunks: (async function* () {
        yield bytes.subarray(0, 30);
        yield bytes.subarray(30);
      })(),
    })) {
      const filter = (path: string) => !path.endsWith(".md");
      const loaded = await files.load(source, {
        into,
        stripComponents: 1,
        filter,
        onProgress: (each) => progress.push(each),
      });
      expect(loaded, into).toMatchObject({ files: 2, skipped: { ignored: 1 } });
      expect(await files.list(into), into).toHaveLength(2);
    }
    expect(progress).toHaveLength(5);
    const directory = loadDirectory(new URL("../contract", import.meta.url).pathname);
    const loaded = await files.load(directory, { into: "disk" });
    expect(loaded.files).toBe((await files.list("disk")).length);
    expect(loaded.skipped).toEqual({ ignored: 0, symlinks: 0, tooLarge: 0, special: 0 });
  });

  test("a failing iterable keeps what came before it, a failing load says how much", async () => {
    const { files } = await connected();
    async function* failing() {
      yield { path: "a", data: "x" };
      throw new RangeError("mine");
    }
    await expect(files.writeMany(failing())).rejects.toMatchObject({ name: "RangeError", message: "mine" });
    expect(await files.list()).toEqual([{ path: "a", kind: "file" }]);
    const cut = makeTar([{ name: "b", data: "x" }]).subarray(0, 1024);
    await expect(files.load(cut)).rejects.toMatchObject({
      code: "ARCHIVE_TRUNCATED",
      progress: { files: 1, bytes: 1 },
    });
  });

  test("an aborted load stops while its source keeps silent", async () => {
    const { files } = await connected();
    const controller = new AbortController();
    const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
    const load = files.load(silent, { signal: controller.signal });
    setTimeout(() => controller.abort(), 20);
    await expect(load).rejects.toMatchObject({ code: "SEARCH_ABORTED" });
    expect(await files.list()).toEqual([]);
  });
});

describe("aborts", () => {
  test("a call before it is sent", async () => {
    const engine = await connected();
    const result = await engine.call("grep", { pattern: "x" }, { signal: AbortSignal.abort() });
    expect(result.error?.code).toBe("ABORTED_BEFORE_DISPATCH");
  });

  test("a running search, and the worker lives on", async () => {
    const engine = await connected();
    await engine.files.writeMany(many);
    const controller = new AbortController();
    const search = engine.call(
      "grep",
      { pattern: "w.*d$" },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect((await search).error?.code).toBe("SEARCH_ABORTED");
    expect(workers).toHaveLength(1);
    expect((await engine.call("glob", { pattern: "f1" })).meta).toMatchObject({ total: 1 });
  });

  test("a progress callback that throws rejects its call", async () => {
    const engine = await connected();
    await engine.files.writeMany(many);
    const onProgress = () => {
      throw new RangeError("mine");
    };
    await expect(engine.call("grep", { pattern: "w.*d$" }, { onProgress })).rejects.toThrow("mine");
    expect((await engine.call("glob", { pattern: "f1" })).isError).toBe(false);
  });

  test("a worker that does not stop is replaced", async () => {
    const reload = (files: Engine["files"]) => files.write("again", "needle").then(() => {});
    const engine = await connected({ reload });
    await engine.files.writeMany(many);
    const controller = new AbortController();
    let blocked = false;
    const search = engine.call(
      "grep",
      { pattern: "w.*d$" },
      {
        signal: controller.signal,
        onProgress: () => {
          if (blocked) return;
          blocked = true;
          // The worker's thread stands still: nothing it could answer with comes in time.
          const [worker] = workers;
          if (worker) worker.postMessage = () => {};
          worker?.removeAllListeners("message");
          controller.abort();
        },
      },
    );
    expect((await search).error?.code).toBe("SEARCH_ABORTED");
    expect((await engine.call("grep", { pattern: "needle" })).meta).toMatchObject({ total: 1 });
    expect(workers).toHaveLength(2);
  });
});

describe("a worker that dies", () => {
  test("rejects what is under way once; with reload the next call answers as before", async () => {
    const engine = await connected({ reload: (files) => files.writeMany(many).then(() => {}) });
    await engine.files.writeMany(many);
    const before = await engine.call("grep", { pattern: "word" });
    const kill = { onProgress: () => void workers[0]?.terminate() };
    const outcomes: string[] = [];
    const search = engine.call("grep", { pattern: "w.*d$" }, kill);
    const others = [search, engine.call("grep", { pattern: "wo.*d$" }), engine.files.write("late", "x")];
    const settled = await Promise.allSettled(others.map((each) => each.finally(() => outcomes.push("settled"))));
    expect(settled.map((each) => each.status === "rejected" && each.reason.code)).toEqual(
      new Array(3).fill("ENGINE_RESTARTED"),
    );
    const after = await engine.call("grep", { pattern: "word" });
    const withoutRevision = (result: unknown) => JSON.stringify(result).replace(/"revision":\d+/g, "");
    expect(withoutRevision(after)).toBe(withoutRevision(before));
    expect(outcomes).toHaveLength(3);
    expect(workers).toHaveLength(2);
  });

  test("without reload says so once", async () => {
    const engine = await connected();
    await engine.files.write("a", "needle");
    await workers[0]?.terminate();
    await expect.poll(() => workers.length).toBe(2);
    expect((await engine.call("grep", { pattern: "needle" })).error?.code).toBe("ENGINE_RESTARTED");
    expect((await engine.call("grep", { pattern: "needle" })).meta).toMatchObject({ total: 0 });
    await engine.files.write("a", "needle");
    expect((await engine.call("grep", { pattern: "needle" })).meta).toMatchObject({ total: 1 });
  });

  test("while it reloads is not begun without end", async () => {
    const reload = async () => {
      await workers.at(-1)?.terminate();
      await new Promise(() => {});
    };
    const engine = await connected({ reload });
    await workers[0]?.terminate();
    await expect.poll(() => workers.length).toBe(2);
    await expect(engine.files.revision()).rejects.toMatchObject({ code: "ENGINE_RESTARTED" });
    expect(workers.length).toBeLessThanOrEqual(3);
  });

  test("a reload that fails is told of", async () => {
    const engine = await connected({ reload: () => Promise.reject(new Error("no network")) });
    await workers[0]?.terminate();
    await expect.poll(() => workers.length).toBe(2);
    expect((await engine.call("grep", { pattern: "x" })).error?.message).toContain("no network");
  });

  test("dispose rejects what is under way and ends the worker", async () => {
    const engine = await connected();
    await engine.files.writeMany(many);
    const ended = new Promise((resolve) => workers[0]?.on("exit", resolve));
    const search = engine.call("grep", { pattern: "w.*d$" });
    await engine.dispose();
    await expect(search).rejects.toMatchObject({ code: "ENGINE_DISPOSED" });
    await expect(engine.call("grep", { pattern: "x" })).rejects.toMatchObject({ code: "ENGINE_DISPOSED" });
    await expect(engine.files.write("a", "x")).rejects.toMatchObject({ code: "ENGINE_DISPOSED" });
    await ended;
    expect(workers).toHaveLength(1);
  });
});
