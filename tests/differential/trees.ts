// Trees on disk that both engines search.
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const packages = fileURLToPath(new URL("../../node_modules", import.meta.url));

export type Tree = { name: string; folder: string; large?: boolean };

function write(folder: string, files: Record<string, string | Buffer>) {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
}

const lines = (...list: string[]) => `${list.join("\n")}\n`;

const handMade: Record<string, string | Buffer> = {
  "README.md": lines(
    "# TODO",
    "use --regexp here",
    "foo bar baz",
    "",
    "  ",
    "return;",
    "café naïve été",
    "a🟢b🔺c ALPHA",
  ),
  "src/a.ts": lines(
    "if (x) {",
    "  const value=12;",
    "}",
    "abab ababb aab",
    "xyxyz xz zz",
    "string_viewstring",
    "abcd acd abcbcd",
  ),
  "src/internal/b.h": lines(
    "#if defined(X)",
    "std::string a::b::c(",
    "KELVIN \u212Abytes kbytes",
    "aaab aaa",
    "LICENSE License",
    "int print ints",
  ),
  "src/long.txt": lines(`${"x".repeat(5000)} include ${"y".repeat(5000)}`, "include", "a".repeat(300)),
  "docs/é.md": lines(
    "Ελληνικά αβγ",
    "日本語 日本",
    "٣٤ ٣ x٤",
    "STRASSE straße STRAẞE äö ÄÖ",
    "\u3000 wide",
    "no\u00a0break",
    "éa aé",
    "e\u0301",
  ),
  "docs/empty.txt": "",
  "docs/no-feed.txt": "first\nthe end",
  "docs/only-feeds.txt": "\n\n\n",
  "docs/bom.txt": Buffer.from("\uFEFFinclude first\nthe end\n"),
  "docs/utf16le.txt": Buffer.from("\uFEFFinclude é 日本\nthe end\n", "utf16le"),
  "docs/invalid.txt": Buffer.concat([
    Buffer.from("include good\ninclude "),
    Buffer.from([0xff, 0xc3]),
    Buffer.from(" bad\nend\n"),
  ]),
  "bin/late.bin": Buffer.concat([Buffer.from("include\n".repeat(9_000)), Buffer.from([0]), Buffer.from("include\n")]),
  "crlf/a.txt": "the end\r\nsecond d \r\n\r\n  \r\nlone\rreturn\r\nxend\r\ne \r\nfoo",
  "crlf/mixed.txt": "the end\nthe end\r\nlast end\r",
  ".hidden/a.txt": lines("include"),
  ".gitignore": lines("ignored/", "*.log", "!keep.log", "/docs/secret*"),
  "ignored/a.ts": lines("include TODO"),
  "ignored/deep/b.h": lines("include"),
  "x.log": lines("include"),
  "keep.log": lines("include"),
  "docs/secret.md": lines("include"),
  "docs/.ignore": lines("!secret.md", "no-*"),
  "sub/.gitignore": lines("*", "!*.h", "!*/"),
  "sub/a.h": lines("include"),
  "sub/a.c": lines("include"),
  "sub/deep/b.h": lines("include"),
};

/** Characters that make patterns and encodings meet, seeded. */
function randomTree(folder: string) {
  let state = 42;
  const below = (bound: number) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
  const alphabet = [
    "a",
    "b",
    "c",
    "ab",
    "A",
    "B",
    "0",
    "1",
    "_",
    "-",
    " ",
    "  ",
    ".",
    "é",
    "É",
    "α",
    "日",
    "😀",
    "ſ",
    "k",
    "K",
    "\u212A",
    "\t",
  ];
  for (let file = 0; file < 60; ++file) {
    const ascii = below(2) === 0;
    const list = ascii ? alphabet.filter((text) => /^[\0-\x7f]*$/.test(text)) : alphabet;
    const rows = Array.from({ length: 1 + below(30) }, () =>
      Array.from({ length: below(12) }, () => list[below(list.length)]).join(""),
    );
    write(folder, { [`d${file % 5}/f${file}.txt`]: rows.join("\n") + (below(2) ? "\n" : "") });
  }
}

/** Sources of installed packages, with ignore files among them. */
function realTree(folder: string) {
  const parts = ["re2/vendor", "@types/node", "virtua", "react-dom", "happy-dom/lib/nodes", "mdast-util-gfm", "fflate"];
  for (const part of parts) {
    cpSync(join(packages, part), join(folder, part.replace("re2/vendor", "vendor")), {
      recursive: true,
      filter: (source) => statSync(source).isDirectory() || statSync(source).size < 400_000,
    });
  }
  write(folder, {
    ".gitignore": lines(
      "*.map",
      "/vendor/abseil-cpp/absl/time/",
      "*_benchmark.cc",
      "!/vendor/**/mutex_benchmark.cc",
      "cjs/",
    ),
    "vendor/re2/.gitignore": lines("/re2/testing/*", "!/re2/testing/re2_test.cc", "*.bzl"),
    "vendor/abseil-cpp/.ignore": lines("ci/", "*.md", "!README.md", "**/internal/*_test.cc"),
    "virtua/.gitignore": lines("lib/**", "!lib/**/", "!lib/**/*.d.ts"),
  });
}

/** Makes all trees. Remove them with removeTrees. */
export function makeTrees(): Tree[] {
  const make = (name: string, fill: (folder: string) => void, large = false): Tree => {
    const folder = mkdtempSync(join(tmpdir(), `sonde-${name}-`));
    fill(folder);
    return { name, folder, large };
  };
  return [
    make("handmade", (folder) => write(folder, handMade)),
    make("random", randomTree),
    make("real", realTree, true),
  ];
}

export function removeTrees(trees: Tree[]) {
  for (const { folder } of trees) rmSync(folder, { recursive: true, force: true });
}

/** All files below `folder`, relative. */
export function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
