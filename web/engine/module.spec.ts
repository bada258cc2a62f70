// module.d.ts against the module that it describes.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { instantiateOnNode } from "./instantiate-node.ts";

test("the module has what module.d.ts declares, and no more", async () => {
  const declared = await readFile(new URL("../../wasm/module.d.ts", import.meta.url), "utf8");
  const methods = Array.from(declared.matchAll(/^ {2}(\w+)\(.*\): /gm), ([, name]) => name);
  const module = await instantiateOnNode();
  const engine = new module.Engine();
  const real = Object.getOwnPropertyNames(Object.getPrototypeOf(engine)).filter((name) => name !== "constructor");
  const inherited = ["delete", "clone", "isAliasOf", "isDeleted", "deleteLater"];
  expect(methods).toContain("putMany");
  for (const name of methods) expect(Reflect.get(engine, name ?? ""), name).toBeTypeOf("function");
  expect(real.filter((name) => !methods.includes(name) && !inherited.includes(name))).toEqual([]);
  expect(module.HEAPU8).toBeInstanceOf(Uint8Array);
  expect(module.Engine.liveHandles()).toBe(1);
  engine.delete();
  expect(module.Engine.liveHandles()).toBe(0);
});

test("what the address space can't hold is refused, and the engine goes on", async () => {
  const module = await instantiateOnNode();
  const engine = new module.Engine();
  for (const size of [4293918719, 4294901760, 4294967295, 4294967296, 5e9, 2 ** 53]) {
    expect(engine.upload(size), String(size)).toBe(0);
  }
  expect(engine.upload(100)).toBeGreaterThan(0);
  engine.delete();
});
