// grep against native ripgrep: path, line number, text and every byte range.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Difference, exceptions } from "./exceptions.ts";
import { globs, patterns } from "./patterns.ts";
import { randomPatterns } from "./random-patterns.ts";
import { type Answer, askRipgrep, askSonde, filesOfRipgrep, type Match, type Question } from "./ripgrep.ts";
import { filesOf, makeTrees, removeTrees, type Tree } from "./trees.ts";

const trees = makeTrees();
const used = new Set<string>();
const contents = new Map<string, Buffer>();

function contentOf(path: string): Buffer {
  const known = contents.get(path) ?? readFileSync(path);
  contents.set(path, known);
  return known;
}

afterAll(() => removeTrees(trees));

/** What differs and is no exception. */
function differences(tree: Tree, question: Question, ours: Answer, theirs: Answer, searched?: Set<string>): unknown[] {
  if ("error" in ours || "error" in theirs) return "error" in ours && "error" in theirs ? [] : [{ ours, theirs }];
  const key = ({ path, lineNumber }: Match) => `${path}:${lineNumber}`;
  const left = new Map(ours.matches.map((match) => [key(match), match]));
  const right = new Map(theirs.matches.map((match) => [key(match), match]));
  const found: unknown[] = [];
  for (const place of new Set([...left.keys(), ...right.keys()])) {
    const our = left.get(place);
    const their = right.get(place);
    if (our?.line === their?.line && String(our?.ranges) === String(their?.ranges)) continue;
    const { path, lineNumber } = our ?? their ?? { path: "", lineNumber: 0 };
    const content = contentOf(join(tree.folder, path));
    const ignored = searched !== undefined && !searched.has(path);
    const { pattern, path: named } = question;
    const facts = { pattern, path, lineNumber, content, ignored, named: named !== undefined };
    const difference: Difference = { ...facts, ours: our, theirs: their };
    const exception = exceptions.find(({ excuses }) => excuses(difference));
    if (exception) used.add(exception.name);
    else found.push({ place, ours: our, theirs: their });
  }
  return found;
}

/** Asks ours all at once, theirs one by one. */
function check(tree: Tree, questions: (Question & { flags?: string[] })[], searched?: Set<string>) {
  const ours = askSonde(
    tree.folder,
    questions.map(({ flags: _, ...question }) => question),
  );
  it.each(questions.map((question, index) => ({ ...question, index })))(
    "$pattern $path $include",
    ({ pattern, path, flags = [], index }) => {
      const theirs = askRipgrep(tree.folder, pattern, path ? [...flags, path] : flags);
      const question = path === undefined ? { pattern } : { pattern, path };
      expect(differences(tree, question, ours[index] ?? { error: "none" }, theirs, searched).slice(0, 5)).toEqual([]);
    },
    60_000,
  );
}

describe("the trees and the patterns", () => {
  it("are as many as they should be", () => {
    expect(patterns.length).toBeGreaterThanOrEqual(60);
    expect(trees.length).toBeGreaterThanOrEqual(3);
    expect(Math.max(...trees.map(({ folder }) => filesOf(folder).length))).toBeGreaterThanOrEqual(2000);
  });
});

describe.each(trees)("the $name tree", (tree) => {
  describe("patterns", () => {
    check(
      tree,
      patterns.filter(({ broad }) => !(broad && tree.large)).map(({ pattern }) => ({ pattern })),
    );
  });

  describe("include", () => {
    const searched = filesOfRipgrep(tree.folder);
    const pattern = tree.name === "random" ? "[ab]{3}" : "include|TODO";
    check(
      tree,
      globs.map((include) => ({ pattern, include, flags: [`--glob=${include}`] })),
      searched,
    );
  });
});

describe("paths that are named", () => {
  const named: Record<string, string[]> = {
    handmade: [
      "README.md",
      "docs",
      "docs/secret.md",
      "ignored",
      "ignored/a.ts",
      "ignored/deep",
      "x.log",
      ".hidden",
      ".hidden/a.txt",
      "sub",
      "sub/a.c",
      "sub/deep",
      "src/internal",
    ],
    real: [
      "vendor/re2",
      "vendor/re2/re2/testing",
      "vendor/abseil-cpp/absl/time",
      "vendor/abseil-cpp",
      "virtua",
      "virtua/lib",
      "react-dom",
    ],
  };
  for (const tree of trees) {
    const paths = named[tree.name] ?? [];
    if (paths.length > 0)
      describe(tree.name, () => {
        const questions = paths.map((path) => ({ path, pattern: "include|TODO|export" }));
        check(tree, questions, filesOfRipgrep(tree.folder));
      });
  }
});

describe("random patterns", () => {
  const tree = trees.find(({ name }) => name === "random");
  if (!tree) throw new Error("the random tree is missing");
  check(
    tree,
    randomPatterns(Number(process.env.SONDE_RANDOM_PATTERNS ?? 400), Number(process.env.SONDE_RANDOM_SEED ?? 7)).map(
      (pattern) => ({ pattern }),
    ),
  );
});

describe("the table of exceptions", () => {
  it("has no row that excuses nothing", () => {
    expect(exceptions.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
  });
});
