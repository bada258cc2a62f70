// What the engine does when the core fails it, and in which order it works.
import { describe, expect, test } from "vitest";
import { createFakeEngine } from "./testing/fake-engine.ts";

describe("order", () => {
  test("a call sees every write made before it, none made after", async () => {
    const { engine } = await createFakeEngine({ steps: 5 });
    const first = engine.files.write("a", "needle");
    const call = engine.call("grep", { pattern: "needle" });
    const second = engine.files.write("b", "needle");
    expect((await call).content[0]?.text).toBe("a");
    await Promise.all([first, second]);
    expect((await engine.call("grep", { pattern: "needle" })).content[0]?.text).toBe("a\nb");
  });

  test("a Blob that is slow to read keeps its place", async () => {
    const { engine } = await createFakeEngine();
    const slow = new Blob(["from the blob"]);
    slow.arrayBuffer = () =>
      new Promise((resolve) => setTimeout(() => resolve(new TextEncoder().encode("slow").buffer), 20));
    await Promise.all([engine.files.write("a", slow), engine.files.write("a", "quick")]);
    expect(new TextDecoder().decode(await engine.files.read("a"))).toBe("quick");
  });

  test("what comes after a Blob in one write is written after it, what comes before it without a wait", async () => {
    const { engine, module } = await createFakeEngine();
    const slow = new Blob(["slow"]);
    let seen: string[] = [];
    slow.arrayBuffer = async () => {
      seen = [...module.log];
      return new TextEncoder().encode("slow").buffer;
    };
    function* entries() {
      yield { path: "a", data: "first" };
      yield { path: "b", data: "x".repeat(2 << 20) };
      yield { path: "a", data: slow };
      yield { path: "a", data: "last" };
    }
    await engine.files.writeMany(entries());
    expect(seen).toContain("putMany 1");
    expect(new TextDecoder().decode(await engine.files.read("a"))).toBe("last");
  });

  test("a Blob that can't be read ends a write: nothing after it is written", async () => {
    const { engine } = await createFakeEngine();
    const bad = new Blob(["x"]);
    bad.arrayBuffer = () => Promise.reject(new Error("gone"));
    const entries = Array.from({ length: 40 }, (_, index) => ({
      path: `f${index}`,
      data: index === 1 ? bad : new Blob(["x"]),
    }));
    await expect(engine.files.writeMany(entries)).rejects.toMatchObject({ code: "INVALID_ARGS" });
    expect((await engine.files.list()).map(({ path }) => path)).toEqual(["f0"]);
  });

  test("promises of entries are waited for, and a string is no list of them", async () => {
    const { engine } = await createFakeEngine();
    const entries = ["a", "b"].map(async (path) => ({ path, data: "x" })) as unknown as {
      path: string;
      data: string;
    }[];
    await engine.files.writeMany(entries);
    expect((await engine.files.list()).map(({ path }) => path)).toEqual(["a", "b"]);
    const text = "ab" as unknown as [];
    await expect(engine.files.writeMany(text)).rejects.toMatchObject({ code: "INVALID_ARGS" });
  });

  test("a refused entry ends its source, and those before it are written", async () => {
    const { engine } = await createFakeEngine();
    let ended = false;
    function* entries() {
      try {
        yield { path: "a", data: "x" };
        yield { path: "b", data: 1 as unknown as string };
        yield { path: "c", data: "x" };
      } finally {
        ended = true;
      }
    }
    await expect(engine.files.writeMany(entries())).rejects.toMatchObject({ code: "INVALID_ARGS" });
    expect(ended).toBe(true);
    expect((await engine.files.list()).map(({ path }) => path)).toEqual(["a"]);
  });

  test("two calls take turns", async () => {
    const { engine, module } = await createFakeEngine({ steps: 3 });
    await Promise.all([engine.call("grep", { pattern: "x" }), engine.call("grep", { pattern: "y" })]);
    const steps = module.log.filter((entry) => entry === "start" || entry === "step");
    expect(steps.lastIndexOf("start")).toBeLessThan(steps.lastIndexOf("step") - 2);
    expect(steps.filter((entry) => entry === "step")).toHaveLength(6);
  });

  test("many small files go in one batch, in order", async () => {
    const { engine, module } = await createFakeEngine();
    await engine.files.writeMany(Array.from({ length: 200 }, (_, index) => ({ path: `f${index}`, data: "x" })));
    expect(module.log).toContain("putMany 200");
    expect((await engine.files.list()).map(({ path }) => path).slice(0, 3)).toEqual(["f0", "f1", "f2"]);
  });
});

describe("abort and time", () => {
  test("an abort lets at most one more step run and frees the job", async () => {
    const { engine, module } = await createFakeEngine({ steps: 1000 });
    const controller = new AbortController();
    const call = engine.call(
      "grep",
      { pattern: "x" },
      { signal: controller.signal, onProgress: () => controller.abort() },
    );
    expect((await call).error).toMatchObject({ name: "SearchError", code: "SEARCH_ABORTED" });
    expect(module.log.filter((entry) => entry === "step")).toHaveLength(1);
    expect(module.Engine.liveHandles()).toBe(1);
  });

  test.each([
    ["before the call", (controller: AbortController) => controller.abort(), () => {}],
    ["in the queue", () => {}, (controller: AbortController) => controller.abort()],
  ])("a signal that aborts %s dispatches nothing", async (_, before, after) => {
    const { engine, module } = await createFakeEngine();
    const controller = new AbortController();
    before(controller);
    const call = engine.call("grep", { pattern: "x" }, { signal: controller.signal });
    after(controller);
    expect((await call).error?.code).toBe("ABORTED_BEFORE_DISPATCH");
    expect(module.log).not.toContain("step");
    expect(module.Engine.liveHandles()).toBe(1);
  });

  test("an abort in the queue is answered while the queue is blocked", async () => {
    const { engine } = await createFakeEngine();
    const never = new Promise<void>(() => {});
    void engine.files.batch(() => never).catch(() => {});
    const controller = new AbortController();
    const call = engine.call("grep", { pattern: "x" }, { signal: controller.signal });
    controller.abort();
    expect((await call).error?.code).toBe("ABORTED_BEFORE_DISPATCH");
  });

  test("the deadline is the host's clock", async () => {
    let clock = 0;
    const now = () => {
      clock += 20_000;
      return clock;
    };
    const { engine, module } = await createFakeEngine({ steps: 1000 }, { now });
    const result = await engine.call("grep", { pattern: "x" });
    expect(result.error?.code).toBe("SEARCH_TIMEOUT");
    expect(result.error?.message).toContain("30000 ms");
    expect(module.Engine.liveHandles()).toBe(1);
  });

  test("a progress callback that throws fails the call and frees the job", async () => {
    const { engine, module } = await createFakeEngine({ steps: 3 });
    const onProgress = () => {
      throw new RangeError("mine");
    };
    await expect(engine.call("grep", { pattern: "x" }, { onProgress })).rejects.toThrow("mine");
    expect(module.Engine.liveHandles()).toBe(1);
  });
});

describe("a failing core", () => {
  test("no room is ENGINE_MEMORY, and the engine goes on", async () => {
    const { engine, module } = await createFakeEngine();
    module.faults.uploadLimit = 4096;
    await expect(engine.files.write("big", "x".repeat(5000))).rejects.toMatchObject({ code: "ENGINE_MEMORY" });
    await engine.files.write("small", "x");
    expect(await engine.files.list()).toEqual([{ path: "small", kind: "file" }]);
  });

  test.each([
    [new WebAssembly.RuntimeError("unreachable"), "SEARCH_FAILED"],
    [new Error("Cannot enlarge memory arrays"), "ENGINE_MEMORY"],
    [5_242_880, "SEARCH_FAILED"],
  ])("a trap (%s) is %s now and later", async (trap, code) => {
    const { engine, module } = await createFakeEngine();
    module.faults.trap = trap as Error;
    expect((await engine.call("grep", { pattern: "x" })).error?.code).toBe(code);
    expect((await engine.call("grep", { pattern: "x" })).error?.code).toBe(code);
    await expect(engine.files.write("a", "x")).rejects.toMatchObject({ code });
    await engine.dispose();
  });

  test("dispose rejects what is under way", async () => {
    const { engine, module } = await createFakeEngine({ steps: 1_000_000 });
    const running = engine.call("grep", { pattern: "x" }, { onProgress: () => void engine.dispose() });
    await expect(running).rejects.toMatchObject({ code: "ENGINE_DISPOSED" });
    await expect(engine.call("grep", {})).rejects.toMatchObject({ code: "ENGINE_DISPOSED" });
    await expect(engine.files.read("a")).rejects.toMatchObject({ code: "ENGINE_DISPOSED" });
    await engine.dispose();
    expect(module.Engine.liveHandles()).toBe(0);
  });
});

describe("refused arguments", () => {
  test("an unknown tool is the programmer's error", async () => {
    const { engine } = await createFakeEngine();
    await expect(engine.call("rg", {})).rejects.toMatchObject({ code: "INVALID_ARGS", message: /no tool named "rg"/ });
  });

  test("arguments that are not JSON come back as a result", async () => {
    const { engine } = await createFakeEngine();
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    for (const args of [cyclic, { pattern: 1n }]) {
      expect((await engine.call("grep", args)).error?.code).toBe("INVALID_ARGS");
    }
  });

  test.each([
    ["a", 5, {}, "INVALID_ARGS"],
    ["a", null, {}, "INVALID_ARGS"],
    [7, "x", {}, "INVALID_ARGS"],
    ["\ud800", "x", {}, "PATH_INVALID"],
    ["a", "x", { mtime: Number.NaN }, "INVALID_ARGS"],
    ["a", "x", { encoding: "klingon" }, "INVALID_ARGS"],
  ])("write(%j, %j, %j) is %s", async (path, data, options, code) => {
    const { engine } = await createFakeEngine();
    await expect(engine.files.write(path as string, data as string, options)).rejects.toMatchObject({ code });
    expect(await engine.files.list()).toEqual([]);
  });

  test.each([
    [{ maxFiles: Number.NaN }, "LIMIT_INVALID", /maxFiles.*NaN/],
    [{ timeoutMs: Number.POSITIVE_INFINITY }, "LIMIT_INVALID", /timeoutMs.*Infinity/],
    [{ maxFiles: 10n as unknown as number }, "LIMIT_INVALID", /maxFiles/],
  ])("limits %o are %s", async (limits, code, message) => {
    await expect(createFakeEngine({}, { limits })).rejects.toMatchObject({ code, message });
  });

  test.each([
    [{ mode: "loud" }, /mode can't be "loud"/],
    [{ colour: 1 }, /"colour" is not a setting/],
    [[], /not an object/],
    [{ startMetricsOnNextLoad: 1 }, /startMetricsOnNextLoad/],
  ])("settings %j are refused", async (settings, message) => {
    await expect(createFakeEngine({}, { settings: settings as never })).rejects.toMatchObject({
      code: "SETTINGS_INVALID",
      message,
    });
  });
});

describe("batch", () => {
  test("is seen at once, with the writes that were not waited for", async () => {
    const { engine } = await createFakeEngine();
    const changes: number[] = [];
    engine.files.onChange(({ revision }) => changes.push(revision));
    const batch = engine.files.batch(async (files) => {
      await files.write("a", "needle");
      expect(await engine.files.list()).toEqual([]);
      void files.write("b", "needle");
    });
    const call = engine.call("grep", { pattern: "needle" });
    await batch;
    expect((await call).content[0]?.text).toBe("a\nb");
    expect(changes).toHaveLength(1);
  });

  test("leaves nothing when fn throws, or a write in it is refused unseen", async () => {
    const { engine } = await createFakeEngine();
    await engine.files.write("kept", "x");
    const failing = engine.files.batch(async (files) => {
      await files.write("a", "x");
      throw new Error("mine");
    });
    await expect(failing).rejects.toThrow("mine");
    const refused = engine.files.batch((files) => {
      void files.write("../a", "x").catch(() => {});
      void files.write("b", "x");
    });
    await expect(refused).rejects.toMatchObject({ code: "PATH_INVALID" });
    expect(await engine.files.list()).toEqual([{ path: "kept", kind: "file" }]);
  });

  test("takes the writes that go around its argument", async () => {
    const { engine } = await createFakeEngine();
    await engine.files.batch(async () => {
      await engine.files.write("a", "x");
      await engine.files.batch((files) => files.write("b", "x").then(() => {}));
      expect(await engine.files.list()).toEqual([]);
    });
    expect(await engine.files.list()).toHaveLength(2);
  });
});

test("a refused entry keeps those before it and names its own fault", async () => {
  const { engine } = await createFakeEngine();
  const entries = ["a", "../b", "c"].map((path) => ({ path, data: "x" }));
  await expect(engine.files.writeMany(entries)).rejects.toMatchObject({ code: "PATH_INVALID" });
  expect(await engine.files.list()).toEqual([{ path: "a", kind: "file" }]);
});

test("a spill store gets the complete text, and its failure harms nothing", async () => {
  const written: [string, string][] = [];
  const store = {
    async write(locator: string, text: AsyncIterable<string>) {
      let all = "";
      for await (const part of text) all += part;
      written.push([locator, all]);
    },
  };
  const { engine } = await createFakeEngine({}, { spill: store });
  expect((await engine.call("grep", { pattern: "x" })).isError).toBe(false);
  expect(written).toEqual([]);
});
