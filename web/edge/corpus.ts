import type { Entry } from "../engine/types.ts";

/** A few pages that the sample worker serves. */
export const corpus: readonly Entry[] = [
  {
    path: "docs/start.md",
    mtime: Date.UTC(2025, 0, 1),
    data: `# Start

Call createEngine with the compiled module, write files, then call a tool.
`,
  },
  {
    path: "docs/tools.md",
    mtime: Date.UTC(2025, 0, 2),
    data: `# Tools

- grep searches contents with a regular expression (RE2 syntax).
- glob lists files by name.
- read shows numbered lines of one file.
`,
  },
  {
    path: "src/search.ts",
    mtime: Date.UTC(2025, 0, 3),
    data: `import { createEngine } from "sonde";

export async function search(pattern: string) {
  const engine = await createEngine();
  return engine.call("grep", { pattern });
}
`,
  },
];
