// The Markdown report.
import { speedup } from "./targets.mjs";

const ms = (value) => value.toFixed(value < 10 ? 2 : 0);
const code = (text) => `\`${text.replaceAll("|", "\\|")}\``;
const row = (cells) => `| ${cells.join(" | ")} |`;
const table = (head, rows, align = head.map((_, i) => (i === 0 ? "---" : "---:"))) =>
  [row(head), row(align), ...rows.map(row)].join("\n");
const cut = (text) => text.split("\n")[0].slice(0, 80);

/** Milliseconds of an outcome, and how many times faster Sonde is; or why there are none. */
function cell(measured, name, ours) {
  const outcome = measured.outcomes[name];
  if (!outcome) return "–";
  if (outcome.error) return cut(outcome.error);
  if (!outcome.agrees) return `${ms(outcome.milliseconds)}, WRONG: ${outcome.counts.join(", ")}`;
  const ratio = ours && name !== ours ? speedup(measured, name, ours) : undefined;
  return `${ms(outcome.milliseconds)}${outcome.asAscii ? "*" : ""}${ratio === undefined ? "" : ` (${ratio.toFixed(1)}×)`}`;
}

function queryTable(rows, columns) {
  const head = ["query", "matching lines", ...columns.map(([, title]) => title)];
  const body = rows.map((query) => [
    `${query.name}: ${code(query.pattern)}`,
    query.lines,
    ...columns.map(([name]) => cell(query, name, name === "bare" ? undefined : "sonde")),
  ]);
  const noted = rows.filter(({ outcomes }) => Object.values(outcomes).some((outcome) => outcome.asAscii));
  const note = noted.map(
    (query) =>
      `\\* ${query.ascii} lines for ${query.name}: the engine's classes know ASCII only, as \`rg --no-unicode\`, whose count it has.`,
  );
  return [table(head, body), ...note].join("\n\n");
}

const sections = {
  queries: ({ rows, files, bytes }) => [
    `Queries on medium, ${files} files, ${(bytes / 1e6).toFixed(1)} MB`,
    `Milliseconds; in brackets how many times faster Sonde's whole grep call is. Counts are held against ${rows[0].by}.`,
    queryTable(rows, [
      ["sonde", "Sonde, whole grep"],
      ["bare", "Sonde, one line kept"],
      ["javascript", "JavaScript RegExp loop"],
      ["ripgrepOne", "rg 15 -j1, one file"],
      ["ripgrepOneThreads", "rg 15, one file"],
      ["debianOne", "Debian's rg -j1, one file"],
      ["wasm", "npm ripgrep, in memory"],
      ["ripgrepTree", "rg 15 -j1, tree"],
      ["ripgrepTreeThreads", "rg 15, tree"],
    ]),
  ],
  small: ({ rows, files, bytes }) => [
    `Slow rivals on small, ${files} files, ${(bytes / 1e6).toFixed(1)} MB`,
    queryTable(rows, [
      ["sonde", "Sonde, whole grep"],
      ["javascript", "JavaScript RegExp loop"],
      ["grep", "GNU grep, one file"],
      ["re2js", "re2js, decoded texts"],
      ["bash", "just-bash rg"],
    ]),
  ],
  scan: ({ rows }) => [
    "Literals without filters against one SIMD pass",
    table(
      ["literal", "matching lines", "Sonde, one line kept", "SIMD scan"],
      rows.map((query) => [code(query.pattern), query.expected ?? "–", cell(query, "sonde"), cell(query, "scan")]),
    ),
  ],
  tools: ({ globs, files }) => [
    "Globs, files only, first match per file",
    table(
      ["glob", "paths", "Sonde", "rg 15 -j1 --files, tree"],
      globs.map((glob) => [code(glob.pattern), glob.expected, cell(glob, "sonde"), cell(glob, "ripgrepTree", "sonde")]),
    ),
    "No public tool of Sonde answers files only or the first match per file, so neither is compared. The nearest is `signal_grep` with mode `files`, which counts and keeps every line before it lists files.",
    table(
      [
        "query",
        "files",
        "signal_grep, mode files",
        "JavaScript loop, first match",
        "rg 15 -j1 -l, tree",
        "rg 15 -j1 -m1, tree",
      ],
      files.map((query) => [
        code(query.pattern),
        query.expected,
        ...["nearest", "javascript", "ripgrepFiles", "ripgrepFirst"].map((name) => cell(query, name)),
      ]),
    ),
  ],
  large: ({ bytes, growth, update, steps }) => [
    `Medium and large: ${(bytes.medium / 1e6).toFixed(1)} and ${(bytes.large / 1e6).toFixed(1)} MB, ${(bytes.large / bytes.medium).toFixed(2)}×`,
    table(
      ["query", "lines on medium", "on large", "medium", "large", "time over bytes"],
      growth.map((query) => [
        `${query.name}: ${code(query.pattern)}`,
        query.expected.medium,
        query.expected.large,
        cell(query, "medium"),
        cell(query, "large"),
        (
          (query.outcomes.large.milliseconds / query.outcomes.medium.milliseconds) *
          (bytes.medium / bytes.large)
        ).toFixed(2),
      ]),
    ),
    table(
      ["one-file write, then a search", "write", "search after it", "search without a write"],
      Object.entries(update).map(([name, times]) => [
        name,
        ms(times.write),
        ms(times.searchAfter),
        ms(times.searchAlone),
      ]),
    ),
    table(
      ["steps on large", "whole call", "turns", "median", "99th percentile", "longest"],
      steps.map((step) => [
        code(step.pattern),
        ms(step.milliseconds),
        step.turns,
        ms(step.median),
        ms(step.percentile99),
        ms(step.longest),
      ]),
    ),
  ],
  growth: ({ rows, bound }) => [
    "Growth of grep's time",
    `Growth is time over size from one size to the next; from the first to the last it may be ${bound}.`,
    table(
      ["dimension", "sizes", "ms", "µs per unit", "growth", "first to last", ""],
      rows.map((line) =>
        line.error
          ? [line.name, line.sizes.join(" / "), cut(line.error), "", "", "", "FAILED"]
          : [
              line.name,
              `${line.sizes.map((size) => size.toLocaleString("en")).join(" / ")} ${line.unit}`,
              line.times.map(ms).join(" / "),
              line.flat ? "–" : line.times.map((time, i) => ((1000 * time) / line.sizes[i]).toPrecision(2)).join(" / "),
              line.steps.map((step) => step.toFixed(2)).join(" / "),
              line.overall.toFixed(2),
              line.linear ? (line.flat ? "flat" : "linear") : line.flat ? "NOT flat" : "NOT linear",
            ],
      ),
    ),
  ],
};

function targetTable(targets) {
  const verdict = ({ met, missedBy, value }) => {
    if (met === undefined) return value === undefined ? "not measured" : "reported";
    if (met) return "met";
    return `missed by ${Number.isFinite(missedBy) ? `${missedBy.toFixed(2)}×` : "a wrong count"}`;
  };
  return table(
    ["target", "bound", "measured", "", "note"],
    targets.map((target) => [
      target.name.replaceAll("|", "\\|"),
      target.bound,
      target.measured,
      verdict(target),
      target.note,
    ]),
    ["---", "---:", "---:", "---", "---"],
  );
}

/** The whole report. */
export function markdown({ date, machine, mode, seconds, rivals, parts, targets }) {
  const heading = `${date}, ${machine}; ${mode} mode, ${seconds} s. Medians; each timed run follows a one-byte write and varies the pattern.`;
  const engines = Object.values(rivals).map(
    ({ label, version, error }) => `- ${label}: ${error ? `NOT RUN, ${cut(error)}` : version}`,
  );
  const blocks = [`# Benchmark\n\n${heading}`, `Rivals:\n\n${engines.join("\n")}`];
  if (targets.length > 0) blocks.push(`## Targets\n\n${targetTable(targets)}`);
  for (const [name, part] of Object.entries(parts)) {
    if (part.error) blocks.push(`## ${name}\n\nFAILED: ${part.error}`);
    else if (sections[name]) {
      const [title, ...content] = sections[name](part);
      blocks.push(`## ${title}\n\n${content.join("\n\n")}`);
    }
  }
  return blocks.join("\n\n");
}
