import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { buildSync } from "esbuild";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { JsonValue } from "../contract/types.ts";
import type { SearchMeta, SearchView, SignalDetails, WebMeta, WebView } from "./index.ts";
import schema from "./schema.generated.json";

describe("the contract's types", () => {
  it("are JSON", () => {
    expectTypeOf<SearchMeta>().toExtend<JsonValue>();
    expectTypeOf<WebMeta>().toExtend<JsonValue>();
    expectTypeOf<SearchView>().toExtend<JsonValue>();
    expectTypeOf<WebView>().toExtend<JsonValue>();
    expectTypeOf<SignalDetails>().toExtend<JsonValue>();
  });
});

describe("the published schema", () => {
  it("is what the shapes generate", () => {
    expect(() => execFileSync(process.execPath, ["scripts/schema.mjs", "--check"])).not.toThrow();
  });

  it("names every view and meta", () => {
    expect(Object.keys(schema.$defs)).toHaveLength(8);
    expect(schema.$defs.searchMatchesView.required).toStrictEqual(["card", "shape", "files", "truncated", "total"]);
    expect(schema.$defs.webFetchView.required).toStrictEqual(["card", "kind", "url", "statusCode", "truncated"]);
  });
});

describe("size and dependencies", () => {
  const bundle = (contents: string) => {
    const [file] = buildSync({
      stdin: { contents, resolveDir: "web/presentation", loader: "ts" },
      bundle: true,
      minify: true,
      format: "esm",
      write: false,
      metafile: false,
    }).outputFiles;
    if (file === undefined) throw new Error("nothing was built");
    return file;
  };
  const gzipped = (contents: string) => gzipSync(bundle(contents).contents, { level: 9 }).length;

  it("narrowers alone stay within 2 KB, the whole within 6 KB", () => {
    expect(gzipped('export { searchViewFromMeta, webViewFromMeta } from "./index.ts"')).toBeLessThanOrEqual(2048);
    expect(gzipped('export * from "./index.ts"')).toBeLessThanOrEqual(6144);
  });

  it("touches no DOM, no React, no wasm, no network and no evaluation", () => {
    const text = bundle('export * from "./index.ts"').text;
    expect(text).not.toMatch(
      /\b(?:document|window|fetch|eval|require|import|WebAssembly|process|Buffer|innerHTML)\b\s*[.([]/,
    );
    for (const file of ["index.ts", "shape.ts", "shapes.ts", "narrow.ts", "present.ts", "parse-card.ts"]) {
      const outside = readFileSync(`web/presentation/${file}`, "utf8").match(/^import (?!type).* from "(?!\.\/)/gm);
      expect(outside).toBeNull();
    }
  });
});
