// What a command of the CLI is. A new command is a file with one of these and
// a row in commands.ts.
export type Output = {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown; isTTY?: boolean };
};

/** 0: something was found. 1: nothing was. 2: it could not be told. */
export type ExitCode = 0 | 1 | 2;

export type OptionSpec = { type: "boolean" | "string"; help: string; value?: string };

export type CommandArguments = { positionals: string[]; options: Record<string, string | boolean | undefined> };

export type Command = {
  /** As typed, with its positional arguments. */
  usage: string;
  help: string;
  /** Fewest and most positional arguments. */
  positionals: [number, number];
  options: Record<string, OptionSpec>;
  run(args: CommandArguments, output: Output): Promise<ExitCode>;
};

/** The caller's mistake: shown without a stack. */
export class UsageError extends Error {}
