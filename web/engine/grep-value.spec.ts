import { describe, expect, test } from "vitest";
import type { ToolResult } from "../contract/types.ts";
import { createEngine } from "./entry-node.ts";
import { unpackMatches, withMatches } from "./grep-value.ts";

/** One record of core/tools/packed_matches.h. */
function record(path: string, lines: readonly string[], numbers: readonly number[]): Uint8Array {
  const encoder = new TextEncoder();
  const [name, text] = [encoder.encode(path), encoder.encode(lines.join(""))];
  const header = new Uint8Array(16);
  const view = new DataView(header.buffer);
  [name.length, text.length, lines.length, numbers.length].forEach((value, index) => {
    view.setUint32(4 * index, value, true);
  });
  return Uint8Array.from([...header, ...name, ...text, ...numbers]);
}

const first = record("a/é", ["x😀x", ""], [3, 4, 2, 0, 1, 2, 1, 0xa9, 2, 0, 0]);
const firstMatches = [
  {
    path: "a/é",
    lineNumber: 3,
    line: "x😀x",
    ranges: [
      [0, 1],
      [3, 4],
    ],
  },
  { path: "a/é", lineNumber: 300, line: "", ranges: [] },
];

describe("unpackMatches", () => {
  test("records in one piece and in several", () => {
    const second = record("b", ["\ufeffy"], [1, 2, 1, 1, 1]);
    const secondMatches = [{ path: "b", lineNumber: 1, line: "\ufeffy", ranges: [[1, 2]] }];
    const expected = [...firstMatches, ...secondMatches];
    expect(unpackMatches([first, second])).toEqual(expected);
    expect(unpackMatches([Uint8Array.from([...first, ...second])])).toEqual(expected);
    expect(unpackMatches([])).toEqual([]);
    // A view into a larger buffer.
    const within = Uint8Array.from([9, 9, 9, ...first, 9]).subarray(3, 3 + first.length);
    expect(unpackMatches([within])).toEqual(firstMatches);
  });

  test("numbers beyond 32 bits", () => {
    const [match] = unpackMatches([record("a", [""], [0x80, 0x80, 0x80, 0x80, 0x80, 1, 0, 0])]);
    expect(match?.lineNumber).toBe(2 ** 35);
  });
});

describe("withMatches", () => {
  const result = (): ToolResult => ({
    isError: false,
    content: [{ type: "text", text: "Found" }],
    value: { matches: [] },
    details: { total: 2 },
  });
  const many = Array.from({ length: 2000 }, () => first);
  const wholeOf = (count: number) => ({
    ...result(),
    value: { matches: Array.from({ length: count }, () => firstMatches).flat() },
  });

  test.each([
    ["few", [first], wholeOf(1)],
    ["many", many, wholeOf(many.length)],
  ])("the value of %s matches is what it would be as plain data", (_, packed, whole) => {
    const make = () => withMatches({ result: result(), packed });
    expect(make()).toEqual(whole);
    expect({ ...make() }).toEqual(whole);
    expect(structuredClone(make())).toEqual(whole);
    expect(JSON.stringify(make())).toBe(JSON.stringify(whole));
    expect(Object.keys(make())).toEqual(["isError", "content", "value", "details"]);
  });

  test("few are there at once, many when they are read", () => {
    const accessor = (packed: Uint8Array[]) =>
      Object.getOwnPropertyDescriptor(withMatches({ result: result(), packed }), "value")?.get;
    expect(accessor([first])).toBeUndefined();
    expect(accessor(many)).toBeDefined();
  });

  test("many are made once, and may be replaced", () => {
    const made = withMatches({ result: result(), packed: many });
    expect(made.value).toBe(made.value);
    made.value = "mine";
    expect(made.value).toBe("mine");
    const unread = withMatches({ result: result(), packed: many });
    unread.value = "mine";
    expect(unread).toEqual({ ...result(), value: "mine" });
  });

  test("a result without matches, and one that failed, stay as they are", () => {
    const empty = result();
    expect(withMatches({ result: empty, packed: [] })).toBe(empty);
    const failed: ToolResult = { isError: true, content: [] };
    expect(withMatches({ result: failed, packed: [first] })).toBe(failed);
  });
});

test("a value of many steps holds every line, also when the engine is gone", async () => {
  const engine = await createEngine();
  const lines = Array.from({ length: 5000 }, (_, index) => `${"é".repeat(index % 3)}needle ${index} needle`);
  const files = Array.from({ length: 50 }, (_, index) => ({ path: `f${index}`, data: lines.join("\n") }));
  await engine.files.writeMany(files);
  const result = await engine.call("grep", { pattern: "needle" }, { value: true });
  await engine.dispose();
  expect(result.error?.code).toBe("SEARCH_RAW_OUTPUT_OVERFLOW");

  const roomy = await createEngine({ limits: { rawOutputMaxBytes: 2 ** 30 } });
  await roomy.files.writeMany(files);
  const { value } = await roomy.call("grep", { pattern: "needle" }, { value: true });
  await roomy.dispose();
  const expected = [...files]
    .sort((a, b) => (a.path < b.path ? -1 : 1))
    .flatMap(({ path }) =>
      lines.map((line, index) => {
        const begin = index % 3;
        const last = line.length - 6;
        return {
          path,
          lineNumber: index + 1,
          line,
          ranges: [
            [begin, begin + 6],
            [last, last + 6],
          ],
        };
      }),
    );
  expect(value).toEqual({ matches: expected });
});
