import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import { describe, expect, it } from "vitest";

/** What is imported while running comes apart and is not counted. */
const leaveLazy: Plugin = {
  name: "leave-lazy",
  setup({ onResolve }) {
    onResolve({ filter: /^\./ }, ({ path, kind }) =>
      kind === "dynamic-import" ? { path, external: true } : undefined,
    );
  },
};

async function bundle(contents: string, plugins: Plugin[]): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: import.meta.dirname, loader: "tsx" },
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    jsx: "automatic",
    external: ["react", "react-dom", "react/jsx-runtime"],
    plugins,
  });
  return outputFiles[0]?.text ?? "";
}

const gzipped = (text: string) => gzipSync(text, { level: 9 }).length;
const kilobytes = 1024;

describe("budgets, gzip, without React", () => {
  it.each([
    ["SearchCard", 11, 'export { SearchCard } from "./index.ts"', [leaveLazy]],
    ["WebCard", 6, 'export { WebCard } from "./index.ts"', [leaveLazy]],
    ["the Markdown chunk", 25, 'export * from "./web/AnswerMarkdown.tsx"', []],
  ])("%s is at most %i KB", async (_, limit, contents, plugins) => {
    expect(gzipped(await bundle(contents, plugins))).toBeLessThanOrEqual(limit * kilobytes);
  });

  it("the styles are at most 4 KB", async () => {
    const { outputFiles } = await build({ entryPoints: ["web/react/styles.css"], minify: true, write: false });
    expect(gzipped(outputFiles[0]?.text ?? "")).toBeLessThanOrEqual(4 * kilobytes);
  });
});

describe("what the cards may not do", () => {
  it("no markup from strings, no evaluation, no request", async () => {
    const text = await bundle('export * from "./index.ts"', [leaveLazy]);
    expect(text).not.toMatch(
      /dangerouslySetInnerHTML|innerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|\bfetch\(|XMLHttpRequest|sendBeacon|WebSocket/,
    );
  });

  it("styles stay in their layers and ask for nothing", () => {
    const css = readFileSync("web/react/styles.css", "utf8");
    expect(css).not.toMatch(/url\(|@import|!important/);
    const outside = css
      .replace(/\/\*[\s\S]*?\*\//g, "")
      .split("\n")
      .filter((line) => /^[^\s@}]/.test(line));
    expect(outside).toStrictEqual([]);
  });
});
