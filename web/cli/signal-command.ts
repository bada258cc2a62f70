import type { ToolResult } from "../contract/types.ts";
import { createEngine } from "../engine/entry-node.ts";
import type { Command, ExitCode, Output } from "./command.ts";
import { UsageError } from "./command.ts";
import { Progress } from "./progress.ts";
import { runRepl } from "./repl.ts";
import { exitCode, jsonOption, noteSkipped, openFolder } from "./search.ts";

type Options = Parameters<Command["run"]>[0]["options"];

/** Options that are arguments of the tool under another name or of another type. */
const switches: Readonly<Record<string, string>> = {
  literal: "literal",
  word: "wholeWord",
  "ignore-case": "ignoreCase",
  "no-ignore": "noIgnore",
};

function toolArguments(pattern: string | undefined, options: Options): Record<string, unknown> {
  const args: Record<string, unknown> = { pattern };
  for (const name of ["mode", "glob", "exclude"]) if (options[name] !== undefined) args[name] = options[name];
  for (const name of ["limit", "context"]) {
    const value = options[name];
    if (value === undefined) continue;
    if (!/^\d{1,9}$/.test(String(value))) throw new UsageError(`--${name} takes a number`);
    args[name] = Number(value);
  }
  for (const [option, name] of Object.entries(switches)) if (options[option] === true) args[name] = true;
  return args;
}

/** Searches a folder with signal_grep; `input` is what --repl reads. */
export async function runSignal(
  positionals: string[],
  options: Options,
  output: Output,
  input: NodeJS.ReadableStream,
): Promise<ExitCode> {
  const [pattern, folder = "."] = positionals;
  const args = toolArguments(pattern, options);
  const json = options.json === true;
  const engine = await createEngine();
  const progress = new Progress(output.stderr);
  const ask = async (request: Record<string, unknown>): Promise<ToolResult> => {
    try {
      return await engine.call("signal_grep", request, { onProgress: (counts) => progress.search(counts) });
    } finally {
      progress.clear();
    }
  };
  try {
    const entries = await openFolder({ folder, loadIgnored: options["no-ignore"] === true });
    await progress.load(engine, entries);
    const first = await ask(args);
    const show = (result: ToolResult) => print(result, json, output);
    show(first);
    noteSkipped(entries, output);
    if (options.repl === true) await runRepl(first, ask, show, input, output);
    return exitCode(first);
  } finally {
    progress.clear();
    await engine.dispose();
  }
}

/** A page says itself what it leaves out. */
function print(result: ToolResult, json: boolean, output: Output): void {
  const target = result.isError && !json ? output.stderr : output.stdout;
  if (json) target.write(`${JSON.stringify(result)}\n`);
  else for (const block of result.content) target.write(`${block.text}\n`);
}

export const signalCommand: Command = {
  usage: "signal PATTERN [DIR] [--mode MODE] [--limit N] [--context N] [--repl] [--json]",
  help: "Shows a small result whole and a broad one as a summary with samples; --repl goes on from its cursor.",
  positionals: [1, 2],
  options: {
    mode: { type: "string", value: "MODE", help: "auto, summary, matches or files." },
    limit: { type: "string", value: "N", help: "Ask for a page of N matching lines, 1 to 100." },
    context: { type: "string", value: "N", help: "Lines of context on either side, 0 to 20." },
    glob: { type: "string", value: "GLOB", help: "Only files that match." },
    exclude: { type: "string", value: "GLOB", help: "No files that match." },
    literal: { type: "boolean", help: "The pattern is plain text." },
    word: { type: "boolean", help: "Whole words only." },
    "ignore-case": { type: "boolean", help: "Without it smart case: upper case in the pattern counts." },
    "no-ignore": { type: "boolean", help: "Search ignored files too." },
    repl: { type: "boolean", help: "Go on at a prompt: next, show PATH, inspect N, or JSON arguments." },
    json: jsonOption,
  },
  run: ({ positionals, options }, output) => runSignal(positionals, options, output, process.stdin),
};
