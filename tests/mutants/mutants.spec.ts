// The list of mutants stays true to the sources; running them takes minutes and
// is run.mjs's part.
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { mutants } from "./mutants.mjs";

describe("the mutants", () => {
  it("are many, and each has its own name", () => {
    expect(mutants.length).toBeGreaterThanOrEqual(8);
    expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
  });
  it.each(mutants)("$name: the place stands in $file exactly once", ({ file, find, put }) => {
    const source = readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");
    expect(source.split(find)).toHaveLength(2);
    expect(put).not.toBe(find);
  });
});
