// Both engines over one folder: native ripgrep, and sonde_probe.
import { spawnSync } from "node:child_process";
import { runNative } from "../fixtures/cases.mjs";

/** A matching line; ranges in bytes of the line. */
export type Match = {
  path: string;
  lineNumber: number;
  /** The line without its "\n" or "\r\n"; undefined where it is not UTF-8. */
  line: string | undefined;
  ranges: [number, number][];
};

export type Answer = { error: string } | { matches: Match[] };

type JsonText = { text?: string; bytes?: string };
type JsonEvent = {
  type: string;
  data: {
    path: JsonText;
    lines: JsonText;
    line_number: number;
    submatches: { start: number; end: number }[];
  };
};

/** `rg --json` with nothing of the user's set-up. Paths come as ours do. */
export function askRipgrep(folder: string, pattern: string, more: string[] = []): Answer {
  const fixed = ["--no-config", "--json", "--no-require-git", "--no-ignore-global", "--no-messages", "-j1"];
  const paths = more.filter((argument) => !argument.startsWith("-"));
  const flags = more.filter((argument) => argument.startsWith("-"));
  const run = spawnSync("rg", [...fixed, ...flags, "-e", pattern, ...(paths.length ? paths : ["./"])], {
    cwd: folder,
    encoding: "utf8",
    maxBuffer: 2 ** 29,
  });
  if (run.error) throw new Error(`ripgrep is needed (apt-get install ripgrep): ${run.error.message}`);
  if (run.status === 2 && run.stdout === "") return { error: run.stderr };
  const matches: Match[] = [];
  for (const row of run.stdout.split("\n")) {
    if (row === "") continue;
    const { type, data } = JSON.parse(row) as JsonEvent;
    const path = (data.path?.text ?? "").replace(/^\.\//, "");
    if (type !== "match") continue;
    const { text } = data.lines;
    matches.push({
      path,
      lineNumber: data.line_number,
      line: text?.replace(/\r?\n$/, ""),
      ranges: data.submatches.map(({ start, end }) => [start, end]),
    });
  }
  return { matches };
}

export type Question = { pattern: string; path?: string; include?: string };

type Value = { matches: { path: string; lineNumber: number; line: string; ranges: [number, number][] }[] };

/** Our answers to `questions` over `folder`, in their order. */
export function askSonde(folder: string, questions: Question[]): Answer[] {
  const steps = questions.map((args) => ({ call: { tool: "grep", args, value: true } }));
  const limits = { rawOutputMaxBytes: 2 ** 28, grepMaxMatches: 1 };
  const outcomes = JSON.parse(runNative([{ limits, steps: [{ load: folder }, ...steps] }])[0] ?? "[]") as {
    error?: { message: string };
    value?: Value;
  }[];
  return outcomes.map(({ error, value }) => {
    if (error || !value) return { error: error?.message ?? "no value" };
    const matches = value.matches.map(({ path, lineNumber, line, ranges }) => ({
      path,
      lineNumber,
      line: line === "(not valid UTF-8)" ? undefined : line,
      ranges: line === "(not valid UTF-8)" ? [] : toBytes(line, ranges),
    }));
    return { matches };
  });
}

/** The files that ripgrep searches without a glob. */
export function filesOfRipgrep(folder: string): Set<string> {
  const flags = ["--no-config", "--files", "--no-require-git", "--no-ignore-global", "--no-messages"];
  const run = spawnSync("rg", flags, { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 28 });
  return new Set(run.stdout.split("\n").filter(Boolean));
}

/** UTF-16 offsets as byte offsets. */
function toBytes(line: string, ranges: [number, number][]): [number, number][] {
  const bytes = (units: number) => Buffer.byteLength(line.slice(0, units));
  return ranges.map(([start, end]) => [bytes(start), bytes(end)]);
}
