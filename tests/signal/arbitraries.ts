// Trees, texts and edits that the property tests draw.
import fc from "fast-check";
import type { Step } from "./session.ts";

export const needle = "hit";

const filler = fc.constantFrom(
  "plain text",
  "漢字とかな",
  "🟢🔺 astral",
  "e\u0301 combining a\u0308\u0323",
  "\tindented",
  "",
  "x",
  "ﬁ İ ß",
  "{#3}",
  "[5-10]",
);
const separator = fc.constantFrom(" ", "", "漢", "🟢", "\u0301", "\t");

const plainLine = fc.array(filler, { maxLength: 3 }).map((parts) => parts.join(" "));
const hitLine = fc
  .tuple(filler, fc.array(fc.tuple(separator, fc.constant(needle)), { minLength: 1, maxLength: 4 }), filler)
  .map(([before, hits, after]) => `${before}${hits.flat().join("")}${after}`);
const manyHits = fc.integer({ min: 18, max: 100 }).map((count) => `${needle} `.repeat(count));
const longLine = fc
  .tuple(
    fc.constantFrom("a", "漢", "🟢", "e\u0301"),
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 0, max: 900 }),
  )
  .map(([unit, before, after]) => `${unit.repeat(before)}${needle}${unit.repeat(after)}`);

const line = fc.oneof(
  { arbitrary: plainLine, weight: 5 },
  { arbitrary: hitLine, weight: 4 },
  { arbitrary: manyHits, weight: 1 },
  { arbitrary: longLine, weight: 1 },
);

export const fileText = fc
  .tuple(fc.array(line, { maxLength: 14 }), fc.constantFrom("\n", "\r\n"), fc.boolean())
  .map(([lines, end, closed]) => lines.join(end) + (closed && lines.length > 0 ? end : ""));

export const filePath = fc.constantFrom(
  "a.txt",
  "b.txt",
  "src/a.ts",
  "src/b.ts",
  "src/deep/c.ts",
  "src.ts",
  "漢字.md",
  "🟢.txt",
  "Z.txt",
  "z/last.txt",
);

export const tree = fc.dictionary(filePath, fileText, { minKeys: 1, maxKeys: 8, noNullPrototype: true });

export type Edit = { kind: "write" | "remove" | "rename" | "append"; path: string; to: string; text: string };

export const edit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom("write", "remove", "rename", "append"),
  path: filePath,
  to: filePath.map((path) => `moved/${path}`),
  text: fileText,
});

/** The step of an edit; `files` is changed along. Undefined when it would be refused. */
export function applyEdit(files: Map<string, string>, { kind, path, to, text }: Edit): Step | undefined {
  const present = files.get(path);
  if (kind === "write") {
    files.set(path, text);
    return { write: { path, text } };
  }
  if (present === undefined || files.has(to)) return undefined;
  if (kind === "append") {
    files.set(path, `${present}${needle} new\n`);
    return { write: { path, text: `${present}${needle} new\n` } };
  }
  files.delete(path);
  if (kind === "remove") return { remove: path };
  files.set(to, present);
  return { rename: { from: path, to } };
}

export const stepsOf = (files: Record<string, string>): Step[] =>
  Object.entries(files).map(([path, text]) => ({ write: { path, text } }));
