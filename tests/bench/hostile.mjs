// `npm run bench:hostile`: how time grows on inputs made to blow a search up.
//
// Usage: node tests/bench/hostile.mjs [--json FILE]
//
// Each input comes in three sizes. The growth column is the growth of the time
// over the growth of the size: 1 is linear, less has a fixed cost in it. Beside
// it stands the same work by a JavaScript RegExp loop, stopped after two seconds.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { createContext, runInContext } from "node:vm";
import { root } from "../../scripts/lib/run.mjs";
import { KB, lines, MB, noise } from "./made-texts.mjs";

const { createEngine } = await import(pathToFileURL(join(root, "dist/web/engine/entry-node.js")).href);
const javascriptLimitMs = 2000;
const jsonAt = process.argv.indexOf("--json");

const text = (name, sizes, unit, pattern, content) => ({
  name,
  sizes,
  unit,
  files: (size) => [{ path: "hostile.txt", data: content(size) }],
  call: { tool: "grep", args: () => ({ pattern }) },
  javascript: { pattern, content },
});

const inputs = [
  text("`(a+)+$` on one line of `a` and a `!`", [100 * KB, MB, 4 * MB], "bytes", "(a+)+$", (n) => `${"a".repeat(n)}!`),
  text("`(a|aa)+$`, the same line", [100 * KB, MB, 4 * MB], "bytes", "(a|aa)+$", (n) => `${"a".repeat(n)}!`),
  text("`(x+x+)+y` on `x`", [100 * KB, MB, 4 * MB], "bytes", "(x+x+)+y", (n) => "x".repeat(n)),
  text(
    "`^(\\w+\\s?)*$` on words and a `!`",
    [100 * KB, MB, 4 * MB],
    "bytes",
    "^(\\w+\\s?)*$",
    (n) => `${"word ".repeat(n / 5)}!`,
  ),
  text("`(.*)(.*)(.*)x` on 1 KB lines of `a`", [MB, 2 * MB, 4 * MB], "bytes", "(.*)(.*)(.*)x", (n) =>
    lines(n / 1000, () => "a".repeat(999)),
  ),
  text("`a[bx]+x[0-9]` on one line of `x`", [MB, 2 * MB, 4 * MB], "bytes", "a[bx]+x[0-9]", (n) => "x".repeat(n)),
  text("`a[bx]+x[0-9]` on 1 KB lines of `x`", [MB, 2 * MB, 4 * MB], "bytes", "a[bx]+x[0-9]", (n) =>
    lines(n / 1000, () => "x".repeat(999)),
  ),
  text(
    "`(?:[a-f][^!]{0,200}){2}[^a-h]` on noise",
    [100 * KB, 200 * KB, 400 * KB],
    "bytes",
    "(?:[a-f][^!]{0,200}){2}[^a-h]",
    noise,
  ),
  text(
    "one line, a literal at its end",
    [12.5 * MB, 25 * MB, 50 * MB],
    "bytes",
    "needle",
    (n) => `${"x".repeat(n)}needle`,
  ),
  text(
    "one line, a regex (too long a line, said so)",
    [12.5 * MB, 25 * MB, 50 * MB],
    "bytes",
    "ne+dle[0-9]",
    (n) => `${"x".repeat(n)}needle`,
  ),
  text("every line matches", [100 * KB, 200 * KB, 400 * KB], "lines", "x", (n) => "x\n".repeat(n)),
  text("hits without end on one line", [250 * KB, 500 * KB, MB], "bytes", "x", (n) => "x".repeat(n)),
  {
    name: "a pattern of many words",
    sizes: [16 * KB, 32 * KB, 64 * KB],
    unit: "pattern bytes",
    files: () => [{ path: "a.txt", data: noise(MB) }],
    call: {
      tool: "grep",
      args: (n) => ({ pattern: lines(n / 8, (i) => `w${String(i).padStart(6, "0")}`).replaceAll("\n", "|") }),
    },
  },
  {
    name: "files of one byte, grep",
    sizes: [50 * KB, 100 * KB, 200 * KB],
    unit: "files",
    files: (n) => Array.from({ length: n }, (_, i) => ({ path: `d${i % 100}/${i}`, data: "x" })),
    call: { tool: "grep", args: () => ({ pattern: "x" }) },
  },
  {
    name: "files of one byte, load",
    sizes: [50 * KB, 100 * KB, 200 * KB],
    unit: "files",
    files: () => [],
    work: async (engine, n) => {
      await engine.files.writeMany(Array.from({ length: n }, (_, i) => ({ path: `d${i % 100}/${i}`, data: "x" })));
    },
  },
  {
    name: "glob `**/a*a*a*a*b` over names of `a`",
    sizes: [10 * KB, 20 * KB, 40 * KB],
    unit: "files",
    files: (n) => Array.from({ length: n }, (_, i) => ({ path: `d/${"a".repeat(100)}${i}`, data: "" })),
    call: { tool: "glob", args: () => ({ pattern: "**/a*a*a*a*b" }) },
  },
  {
    name: "folders in folders",
    sizes: [500, 1000, 2000],
    unit: "levels",
    files: (n) => [{ path: `${"d/".repeat(n)}f`, data: "x" }],
    call: { tool: "grep", args: () => ({ pattern: "x" }) },
  },
  {
    name: "rules in one .gitignore, 1,000 files",
    sizes: [1000, 2000, 4000],
    unit: "rules",
    files: (n) => [
      { path: ".gitignore", data: lines(n, (i) => `*.ext${i}`) },
      ...Array.from({ length: 1000 }, (_, i) => ({ path: `d/${i}.ts`, data: "x" })),
    ],
    call: { tool: "grep", args: () => ({ pattern: "x" }) },
  },
];

/** Least of a few runs, in milliseconds: noise only adds. */
async function least(work) {
  let best = Number.POSITIVE_INFINITY;
  for (let spent = 0, run = 0; run < 3 && spent < 6000; run++) {
    const taken = await work();
    spent += taken;
    best = Math.min(best, taken);
  }
  return best;
}

async function sondeTime(input, size) {
  return least(async () => {
    // A new engine a run: nothing compiled or cached is used again.
    const engine = await createEngine({ limits: { timeoutMs: 600000 } });
    await engine.files.writeMany(input.files(size));
    const began = performance.now();
    if (input.work) await input.work(engine, size);
    else {
      const result = await engine.call(input.call.tool, input.call.args(size));
      if (result.isError) throw new Error(`${input.name}: ${result.content[0].text}`);
    }
    const taken = performance.now() - began;
    await engine.dispose();
    return taken;
  });
}

function javascriptTime({ pattern, content }, size) {
  const context = createContext({ expression: new RegExp(pattern, "gmu"), text: content(size) });
  const began = performance.now();
  try {
    runInContext("for (const match of text.matchAll(expression)) if (match[0] === '') break;", context, {
      timeout: javascriptLimitMs,
    });
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  return performance.now() - began;
}

const shown = (milliseconds) =>
  milliseconds === Number.POSITIVE_INFINITY
    ? `> ${javascriptLimitMs}`
    : milliseconds.toFixed(milliseconds < 10 ? 1 : 0);
const rows = [];
console.log("| input | sizes | Sonde, ms | time growth / size growth | JavaScript RegExp, ms |");
console.log("| --- | --- | ---: | ---: | ---: |");
for (const input of inputs) {
  const sonde = [];
  const javascript = [];
  await sondeTime(input, input.sizes[0]);
  for (const size of input.sizes) {
    sonde.push(await sondeTime(input, size));
    if (input.javascript) javascript.push(javascriptTime(input.javascript, size));
  }
  const growth = sonde.slice(1).map((time, i) => time / sonde[i] / (input.sizes[i + 1] / input.sizes[i]));
  rows.push({ name: input.name, sizes: input.sizes, unit: input.unit, sonde, growth, javascript });
  console.log(
    `| ${input.name.replaceAll("|", "\\|")} | ${input.sizes.map((size) => size.toLocaleString("en")).join(" / ")} ${input.unit} | ${sonde.map(shown).join(" / ")} | ${growth.map((ratio) => ratio.toFixed(2)).join(" / ")} | ${javascript.map(shown).join(" / ") || "–"} |`,
  );
}
if (jsonAt > 0) {
  mkdirSync(dirname(process.argv[jsonAt + 1]), { recursive: true });
  writeFileSync(process.argv[jsonAt + 1], JSON.stringify({ date: new Date().toISOString(), rows }, null, 1));
}
