// The glob argument against `rg --files --glob`, and `.ignore` beside
// `.gitignore` against `rg --files`. Each difference on purpose has a name and a
// reason below and must really be one; any other fails.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { askProbe, finish, listOf, Random, withTemporaryFolder, writeTree } from "./probe.mjs";

const ripgrep = process.env.SONDE_RIPGREP ?? "rg";
const version = execFileSync(ripgrep, ["--version"], { encoding: "utf8" }).match(/(\d+)\./)?.[1] ?? "?";
const randomGlobs = Number(process.env.SONDE_ORACLE_CASES ?? 1500);
const random = new Random(Number(process.env.SONDE_ORACLE_SEED ?? 11));

const trees = {
  plain: `a.js ab acb a,b {a} a/b.js a/c a/b/c/d.ts ab.js x/ab src/a.ts src/b.tsx src/lib/b.ts src/lib/c/d.js
    src/lib/c/d.test.ts test/a.test.ts test/unit/b.test.js lib/src/a.ts README.md docs/README.md docs/a/b/c.md
    Makefile sub/Makefile a.b.c a.b.c.d aa aaa aaaa b/a b/aa`,
  odd: `.js .h/y.js .eslintrc src/.eslintrc src/.cache/x.js é.js 日本.txt d/日本/a.md (grp)/x.tsx [id]/page.tsx
    [slug]/x i/page.tsx #x !y d/!y a+b a$b a^b a|b a.b axb a~ -a a- ] d/] ^ x] a[b b-c c-a _ _/_ %20 @scope/pkg/i.js`,
  deep: `a/a/a/a/a a/a/a/a/b a/a/a/b/a a/a/b a/b/a/b/a b/a/b/a a/x/b/y/c a/b/c a/x/y/z/b/c foo/bar foo/x/bar foo/x/y/bar
    foobar fooxbar foo/bar/baz foo/bar.c x/foo/bar node_modules/p/index.js p/node_modules/q/index.js .git0/config`,
};
for (const [name, text] of Object.entries(trees)) trees[name] = text.trim().split(/\s+/);

const globs = `
*.js *.ts *.{ts,tsx} *.{js,ts,md} **/*.js **/*.{ts,tsx} src/** src/**/*.ts src/*.ts src/* /src /*.js /a.js src/lib/** lib/**/*.ts
**/lib/** **/src/**/*.ts **/test/** test/**/*.js *.test.* *.test.{js,ts} **/*.test.ts **/test/*.ts a b ab a* *a *a* a*b ?? ??? a? ?b
a?b a.?s *.?s ? * ** **/ **/* **/** */* */*/* */ab a/* a/** a/**/** /** /**/*.ts **/a **/a/** **/a/**/b a/**/a a/**/b a/**/c **/**/a
a/**/**/b **/a/b a/b/c a/b /a/b a//b a/b/ src/ src src/lib docs/*.md docs/**/*.md README.md /README.md Makefile sub/* node_modules/**
**/node_modules/** foo/**/bar foo/*/bar foo/bar foo**bar foo**/bar foo/**bar **bar **.js **.test.js **foo src/**.ts src/*** *** ***/a
[ab] [a-c] [a-c]* [!a]* [^a]* a[bx]b [abc].js *.[jt]s *.[!j]s [a-] [-a] []] []a] [!]a]* [[] [[]id]/* \\[id\\]/* [[]slug]/x [a-a] [.]js [_-] [%-_]
[+-] a[+]b a[$|^]b [a-cx-z] [\\]] [^]] (grp)/*.tsx (grp)/** @scope/** #x \\#x \\!y !(a.ts) src/**/!(a.ts) a+b a$b a^b a|b a.b a\\.b \\a \\*
a\\*b {a,b} {a,b}/* {src,lib}/**/*.ts {src,test}/** **/{a,b}.ts src/{a,b}.{ts,tsx} {a} a{b}c {*.js,x} {*.js,*.ts} {src/**,ab} {src/,a.js}*
src/{**/b.ts,q} {**/b.ts,q} src/{**,q} src/{*,lib/**} {**,q} {a/**,b} {a\\,b,q} {a,b}{a,b} {a,b}{,} a,b , \\, \\{a\\} [{]a[}] .* .*rc **/.* .*/** .h/* .js
*.js* *\\.js {.js,.h/*} *~ a~ -a *- @*/** é.js ?.js *é* {é,a}.js 日本.txt **/日本/* 日* *本.txt [日].txt 日?.txt ??.txt
foo/bar* foo/bar/* foo/*/* f*/b* f*r f*o*r *o*b*r **/foo/** **/foo/*/bar a/x/** a/**/b/**/c **/b/**/c **/*/b **/?/? */**/a */**
aa* a*a *a*a a?a? ?a* a.b.* *.c *.b.c *.*.* a.*.d {a,aa,aaa} {a{b,c},x} {{a,b},{c,d}} {a,{b,{c,d}}} {src/{a,b},lib/{src,x}/*}.ts {a,}b {,a}b a{,b} {} a{}
[ { } a] a} {a,b [a [!a [a- [z-a] [b-a]x \\ a\\ {a,[b} {a,\\} [!] [] [^] {a}} {{a}
`
  .trim()
  .split(/\s+/)
  .concat(["*.js ", " *.js", "a.js\t", "*.ts  "]);

/**
 * Differences from ripgrep on purpose. `applies(glob, theirs, ours)` and
 * `onlyWhen` tell where one holds; `errors`: one of the two refuses the glob,
 * otherwise both take it and match differently.
 */
const exceptions = [
  {
    name: "empty alternatives count",
    applies: (glob) => /[{,](?=[,}])/.test(glob.replace(/\\./g, "__")),
    reason: "{a,} is a or nothing, as in a shell; ripgrep drops empty alternatives",
  },
  {
    name: "a class never matches '/'",
    applies: (glob) => /\[/.test(glob),
    onlyWhen: ({ missing, extra, glob }) => extra.length === 0 && missing.length > 0 && !/[^\x20-\x7e]/.test(glob),
    reason: "as `*` and `?`, and as git; ripgrep lets [!a] match a slash",
  },
  {
    name: "code points, not bytes",
    applies: (glob) => /[?[]/.test(glob),
    onlyWhen: ({ missing, extra }) => [...missing, ...extra].every((path) => /[^\x20-\x7e]/.test(path)),
    reason: "? and a class match one character; in ripgrep one byte of it",
  },
  {
    name: "nested braces",
    errors: true,
    applies: (_glob, theirs) => theirs.error?.includes("nested alternate groups") === true,
    reason: "ripgrep before 14 refuses them",
  },
  {
    name: "an unopened brace is an error",
    errors: true,
    applies: (_glob, theirs, ours) =>
      Number(version) < 15 && theirs.error === undefined && ours.error?.startsWith("unopened"),
    reason: "as in ripgrep 15; before, such a glob matched nothing",
  },
  {
    name: "a leading # is a character",
    applies: (glob) => glob.startsWith("#"),
    reason: "ripgrep takes such a glob for a comment, so for no filter at all",
  },
  {
    name: "a leading ! is a character",
    applies: (glob) => glob.startsWith("!"),
    reason: "the tools refuse it before; ripgrep negates",
  },
  {
    name: "a leading ./ is accepted",
    applies: (glob) => glob.startsWith("./"),
    reason: "ripgrep never matches such a glob",
  },
  {
    name: "two stars at both ends of an alternative",
    applies: (glob) => /[{,](\*\*\/)+\*\*[,}]/.test(glob),
    onlyWhen: ({ missing }) => missing.length === 0,
    reason: "{**/**,x} matches everything; ripgrep's alternative wants a trailing slash and matches nothing",
  },
  {
    name: "an escaped blank before blanks",
    errors: true,
    applies: (glob) => /\\\s+$/.test(glob),
    reason: "ripgrep trims the escaped blank too and is left with a dangling backslash",
  },
];

const pieces = [
  "a",
  "b",
  "c",
  "ab",
  "src",
  "lib",
  ".",
  ".js",
  ".ts",
  "*",
  "*",
  "*",
  "**",
  "?",
  "[ab]",
  "[!a]",
  "[a-c]",
  "\\a",
  "\\*",
  "foo",
  "bar",
  "-",
];
const oddPieces = [
  "[",
  "]",
  "{",
  "}",
  ",",
  "\\",
  "[!",
  "[a-",
  "{a,b",
  "[]a]",
  "***",
  "é",
  "+",
  "(",
  "^",
  "$",
  "|",
  "./",
  "//",
  "#",
];

function randomComponent(depth) {
  if (random.chance(0.25)) return "**";
  return Array.from({ length: 1 + random.below(3) }, () => {
    if (depth < 2 && random.chance(depth === 0 ? 0.15 : 0.05)) {
      return `{${Array.from({ length: 1 + random.below(3) }, () => randomGlob(depth + 1)).join(",")}}`;
    }
    return random.pick(random.chance(0.05) ? oddPieces : pieces);
  }).join("");
}

function randomGlob(depth) {
  const body = Array.from({ length: 1 + random.below(3) }, () => randomComponent(depth)).join("/");
  return depth === 0 && random.chance(0.15) ? `/${body}` : body;
}

function askRipgrep(glob, folder) {
  try {
    return {
      matched: listOf(ripgrep, ["--files", "-0", "--hidden", "--no-ignore", `--glob=${glob}`], {
        cwd: folder,
        codes: [0, 1],
      }),
    };
  } catch (error) {
    if (error.status === 2) return { error: error.stderr.trim() };
    throw error;
  }
}

const disagreements = [];
const used = new Map(exceptions.map(({ name }) => [name, 0]));
let compared = 0;

function compare(glob, tree, theirs, ours) {
  compared += 1;
  const extra = (ours.matched ?? []).filter((path) => !theirs.matched?.includes(path));
  const missing = (theirs.matched ?? []).filter((path) => !ours.matched?.includes(path));
  const same =
    (theirs.error === undefined) === (ours.error === undefined) && extra.length === 0 && missing.length === 0;
  if (same) return;
  const bothCompile = theirs.error === undefined && ours.error === undefined;
  const exception = exceptions.find(
    ({ applies, onlyWhen, errors = false }) =>
      errors !== bothCompile && applies(glob, theirs, ours) && (onlyWhen?.({ missing, extra, glob }) ?? true),
  );
  if (exception !== undefined) used.set(exception.name, used.get(exception.name) + 1);
  else
    disagreements.push(
      `${JSON.stringify(glob)} on ${tree}: only ours ${JSON.stringify(extra)}, only ripgrep's ${JSON.stringify(missing)}, ours ${ours.error}, ripgrep ${theirs.error}`,
    );
}

withTemporaryFolder((folder) => {
  for (const [name, paths] of Object.entries(trees)) {
    const files = paths.filter((path) => !paths.some((other) => other.startsWith(`${path}/`)));
    trees[name] = files;
    writeTree(join(folder, name), Object.fromEntries(files.map((path) => [path, ""])));
  }
  const extra = ["./a.js", "./src/*.ts", "a.js\\  "];
  const questions = [];
  for (const tree of Object.keys(trees)) for (const glob of [...globs, ...extra]) questions.push({ glob, tree });
  for (let count = 0; count < randomGlobs; count += 1) {
    questions.push({ glob: randomGlob(0), tree: random.pick(Object.keys(trees)) });
  }
  const answers = askProbe(questions.map(({ glob, tree }) => ({ op: "glob", glob, base: "", paths: trees[tree] })));
  questions.forEach(({ glob, tree }, index) => {
    compare(glob, tree, askRipgrep(glob, join(folder, tree)), answers[index]);
  });
});

const ignoreCases = [
  ["an .ignore verdict beats a .gitignore verdict", { ".gitignore": "*.o", ".ignore": "!a.o" }, "a.o b.o d/a.o"],
  ["a root .ignore beats a nested .gitignore", { ".ignore": "!*.o", "d/.gitignore": "*.o" }, "a.o d/a.o"],
  ["a root .ignore ignores against a nested .gitignore", { ".ignore": "*.o", "d/.gitignore": "!*.o" }, "a.o d/a.o"],
  ["a nested .ignore beats a root .ignore", { ".ignore": "*.o", "d/.ignore": "!*.o" }, "a.o d/a.o d/e/a.o"],
  ["a nested .ignore beats a root .gitignore", { ".gitignore": "*.o", "d/.ignore": "!*.o" }, "a.o d/a.o"],
  [".ignore alone", { ".ignore": "/a\nd/e/" }, "a d/a d/e/x d/x"],
  [".ignore un-ignores a folder", { ".gitignore": "d/", ".ignore": "!d/" }, "d/x y"],
  [".ignore below an ignored folder is not read", { ".gitignore": "d/", "d/.ignore": "!*" }, "d/x y"],
  ["both agree", { ".gitignore": "x", ".ignore": "x" }, "x d/x y"],
  ["an empty .ignore changes nothing", { ".gitignore": "x", ".ignore": "\n" }, "x d/x y"],
  ["verdicts of different rules", { ".gitignore": "*.o\n!b.o", ".ignore": "b.*\n!b.c" }, "a.o b.o b.c b.d d/b.o d/b.c"],
  ["three levels", { ".ignore": "x", "d/.gitignore": "!x", "d/e/.ignore": "!x" }, "x d/x d/e/x d/e/f/x"],
];

withTemporaryFolder((folder) => {
  const requests = ignoreCases.map(([, rules, paths], index) => {
    const files = { ...Object.fromEntries(paths.split(" ").map((path) => [path, ""])), ...rules };
    writeTree(join(folder, `${index}`), files);
    return { op: "walk", files: Object.keys(files), rules };
  });
  askProbe(requests).forEach((answer, index) => {
    compared += 1;
    const ours = answer.kept.sort();
    const theirs = listOf(
      ripgrep,
      [
        "--files",
        "-0",
        "--hidden",
        "--no-require-git",
        "--no-ignore-parent",
        "--no-ignore-global",
        "--no-ignore-exclude",
      ],
      { cwd: join(folder, `${index}`), codes: [0, 1] },
    );
    if (JSON.stringify(ours) === JSON.stringify(theirs)) return;
    disagreements.push(`${ignoreCases[index][0]}: ours ${JSON.stringify(ours)}, ripgrep ${JSON.stringify(theirs)}`);
  });
});

for (const { name, reason } of exceptions)
  console.log(`differs on purpose, ${used.get(name)} times: ${name} (${reason})`);
finish(
  "glob_oracle",
  disagreements,
  `${compared} answers of ripgrep ${version} compared, ${globs.length} named globs on ${Object.keys(trees).length} trees`,
);
