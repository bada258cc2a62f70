// The ignore rules against git itself. Every case is a folder of one real git
// work tree: what `git ls-files` shows and `git check-ignore` refuses must be
// what a walk with our rules keeps and leaves out.
import { join } from "node:path";
import { cases } from "./gitignore_cases.mjs";
import { askProbe, finish, listOf, Random, withTemporaryFolder, writeTree } from "./probe.mjs";

const randomCases = Number(process.env.SONDE_ORACLE_CASES ?? 3000);
const random = new Random(Number(process.env.SONDE_ORACLE_SEED ?? 7));

const names = ["a", "b", "ab", "foo", "foo.o", "bar.c", ".h", "a b", "b ", "[a]", "!a", "#a", "é", "-", "A", "foobar"];
const pieces = [
  "a",
  "b",
  "o",
  "foo",
  ".o",
  "bar",
  "*",
  "*",
  "**",
  "?",
  "[ab]",
  "[!a]",
  "[a-f]",
  "\\a",
  "\\*",
  "[[:alpha:]]",
];
const oddPieces = [
  "[",
  "\\",
  "[!",
  "[a-",
  "]",
  "[]a]",
  "[[:x:]]",
  "***",
  "é",
  "\\ ",
  " ",
  "!",
  "#",
  "//",
  "[\\]]",
  "[^/]",
  "{a,b}",
];

function randomPath() {
  return Array.from({ length: 1 + random.below(4) }, () => random.pick(names)).join("/");
}

function randomComponent() {
  if (random.chance(0.25)) return random.pick(names).replace(/[[\]]/g, "\\$&");
  if (random.chance(0.2)) return "**";
  return Array.from({ length: 1 + random.below(3) }, () => random.pick(random.chance(0.08) ? oddPieces : pieces)).join(
    "",
  );
}

function randomRule() {
  const body = Array.from({ length: random.chance(0.5) ? 1 : 1 + random.below(3) }, randomComponent).join("/");
  const negation = random.chance(0.3) ? "!" : "";
  return `${negation}${random.chance(0.2) ? "/" : ""}${body}${random.chance(0.25) ? "/" : ""}${random.chance(0.05) ? "  " : ""}`;
}

function randomCase(index) {
  const paths = new Set();
  for (let count = 0; count < 16; count += 1) {
    const path = randomPath();
    const clashes = [...paths].some((other) => other.startsWith(`${path}/`) || path.startsWith(`${other}/`));
    if (!clashes) paths.add(path);
  }
  const folders = [
    ...new Set(
      [...paths].flatMap((path) =>
        path
          .split("/")
          .slice(0, -1)
          .map((_, depth, parts) => parts.slice(0, depth + 1).join("/")),
      ),
    ),
  ];
  const rules = {};
  for (const folder of ["", ...folders.filter(() => random.chance(0.3))]) {
    const end = random.chance(0.1) ? "\r\n" : "\n";
    rules[folder === "" ? ".gitignore" : `${folder}/.gitignore`] =
      `${Array.from({ length: 1 + random.below(5) }, randomRule).join(end)}${end}`;
  }
  return [`random ${index}`, rules, [...paths]];
}

const all = [...cases, ...Array.from({ length: randomCases }, (_, index) => randomCase(index))];
const disagreements = [];
let verdicts = 0;
let ignoredVerdicts = 0;

withTemporaryFolder((folder) => {
  listOf("git", ["init", "-q"], { cwd: folder });
  const requests = all.map(([, rules, paths], index) => {
    const files = { ...Object.fromEntries(paths.map((path) => [path, ""])), ...rules };
    writeTree(join(folder, `case${index}`), files);
    return { op: "walk", files: Object.keys(files), rules };
  });
  const everything = requests.flatMap((request, index) => request.files.map((path) => `case${index}/${path}`));
  const visible = new Set(listOf("git", ["ls-files", "-z", "-o", "--exclude-standard"], { cwd: folder }));
  const ignored = new Set(
    listOf("git", ["check-ignore", "-z", "--no-index", "--stdin"], {
      cwd: folder,
      input: everything.join("\0"),
      codes: [0, 1],
    }),
  );
  const answers = askProbe(requests);
  all.forEach(([name, rules, paths], index) => {
    const kept = new Set(answers[index].kept);
    for (const path of requests[index].files) {
      const full = `case${index}/${path}`;
      verdicts += 1;
      if (ignored.has(full)) ignoredVerdicts += 1;
      if (visible.has(full) === ignored.has(full)) throw new Error(`${name}: git disagrees with itself about ${path}`);
      if (kept.has(path) !== ignored.has(full)) continue;
      disagreements.push(
        `${name}: git ${ignored.has(full) ? "ignores" : "keeps"} ${JSON.stringify(path)} of ${JSON.stringify(paths)} under ${JSON.stringify(rules)}`,
      );
    }
  });
});

finish(
  "gitignore_oracle",
  disagreements,
  `${cases.length} named and ${randomCases} random trees, ${verdicts} verdicts (${ignoredVerdicts} ignored) as git's`,
);
