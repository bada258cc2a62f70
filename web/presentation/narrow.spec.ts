import { describe, expect, it } from "vitest";
import narrowing from "../../fixtures/narrowing.json";
import { formatCard, parseCard, presentResult, searchViewFromMeta, webViewFromMeta } from "./index.ts";

type Row = { name: string; meta: unknown; view: unknown };
const searchRows: Row[] = narrowing.search;
const webRows: Row[] = narrowing.web;

describe("searchViewFromMeta", () => {
  it.each(searchRows)("$name", ({ meta, view }) => {
    expect(searchViewFromMeta(meta) ?? null).toStrictEqual(view);
  });

  it("copies: a view does not change with its meta", () => {
    const meta = { shape: "paths", paths: ["a"], truncated: false, total: 1 };
    const view = searchViewFromMeta(meta);
    meta.paths.push("b");
    expect(view).toStrictEqual({ card: "search", shape: "paths", paths: ["a"], truncated: false, total: 1 });
  });

  it("takes no field from a prototype that a document planted", () => {
    const meta: unknown = JSON.parse('{"__proto__":{"shape":"paths","paths":[],"truncated":false,"total":0}}');
    expect(searchViewFromMeta(meta)).toBeUndefined();
    const view = searchViewFromMeta(
      JSON.parse('{"shape":"paths","paths":[],"truncated":false,"total":0,"__proto__":{"x":1}}'),
    );
    expect(Object.keys(view ?? {})).toStrictEqual(["card", "shape", "paths", "truncated", "total"]);
  });

  it("survives live objects that throw when read", () => {
    const trap = {
      get shape(): string {
        throw new Error("read");
      },
    };
    expect(searchViewFromMeta(trap)).toBeUndefined();
    expect(
      webViewFromMeta(
        new Proxy(
          {},
          {
            get: () => {
              throw new Error("read");
            },
          },
        ),
      ),
    ).toBeUndefined();
  });
});

describe("webViewFromMeta", () => {
  it.each(webRows)("$name", ({ meta, view }) => {
    expect(webViewFromMeta(meta) ?? null).toStrictEqual(view);
  });
});

describe("strict parsing agrees with the narrowers", () => {
  it.each([...searchRows, ...webRows])("$name", ({ meta }) => {
    const parsed = parseCard(meta, { mode: "strict" });
    const views = [searchViewFromMeta(meta), webViewFromMeta(meta)];
    if (parsed.ok) expect(views).toContainEqual(parsed.view);
    else {
      expect(parsed.issues.length).toBeGreaterThan(0);
      expect(views).toStrictEqual([undefined, undefined]);
    }
  });
});

describe("a narrowed view is read back from its own JSON", () => {
  it.each([...searchRows, ...webRows].filter((row) => row.view !== null))("$name", ({ meta }) => {
    const view = searchViewFromMeta(meta) ?? webViewFromMeta(meta);
    if (view === undefined) throw new Error("the row narrows to nothing");
    const parsed = parseCard(formatCard(view, { as: "json" }), { mode: "lenient" });
    expect(parsed).toMatchObject({ ok: true, view });
  });
});

describe("presentResult over the same table", () => {
  it.each(searchRows.filter((row) => row.view !== null))("$name", ({ meta, view }) => {
    const { shape } = view as { shape: string };
    const own = shape === "paths" ? "glob" : "grep";
    const other = shape === "paths" ? "grep" : "glob";
    const result = { isError: false, content: [], meta };
    expect(presentResult(own, { pattern: "x" }, result)).toStrictEqual({
      ...(view as object),
      title: own === "glob" ? "Glob x" : "Grep x",
    });
    expect(presentResult(other, { pattern: "x" }, result)).toBeUndefined();
    expect(presentResult("web_search", {}, result)).toBeUndefined();
  });
});
