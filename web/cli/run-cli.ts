import { parseArgs } from "node:util";
import { SondeError } from "../contract/sonde-error.ts";
import { version } from "../engine/version.ts";
import { type Command, type CommandArguments, type ExitCode, type Output, UsageError } from "./command.ts";
import { commands } from "./commands.ts";

/** Runs one command line. Errors go to stderr and end with 2. */
export async function runCli(argv: readonly string[], output: Output): Promise<ExitCode> {
  const [name, ...rest] = argv;
  try {
    if (name === undefined || name === "--help" || name === "-h" || name === "help") {
      const target = name === undefined ? output.stderr : output.stdout;
      target.write(overview());
      return name === undefined ? 2 : 0;
    }
    if (name === "--version") {
      output.stdout.write(`${version}\n`);
      return 0;
    }
    const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
    if (!command) throw new UsageError(`there is no command ${JSON.stringify(name)}: see sonde --help`);
    if (rest.includes("--help") && !rest.slice(0, rest.indexOf("--help")).includes("--")) {
      output.stdout.write(commandHelp(command));
      return 0;
    }
    return await command.run(parseCommand(command, rest), output);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof SondeError)) throw error;
    output.stderr.write(`sonde: ${error.message}\n`);
    return 2;
  }
}

function parseCommand(command: Command, args: readonly string[]): CommandArguments {
  const options = Object.fromEntries(Object.entries(command.options).map(([name, { type }]) => [name, { type }]));
  const parsed = parseOrRefuse(args, options, command);
  const [fewest, most] = command.positionals;
  const count = parsed.positionals.length;
  if (count < fewest || count > most) throw new UsageError(`usage: sonde ${command.usage}`);
  return parsed;
}

function parseOrRefuse(
  args: readonly string[],
  options: Record<string, { type: "boolean" | "string" }>,
  command: Command,
): CommandArguments {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { positionals, options: { ...values } };
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message.split(". ")[0] : String(cause);
    throw new UsageError(`${reason}\nusage: sonde ${command.usage}`);
  }
}

function overview(): string {
  const rows = Object.values(commands).map(({ usage, help }) => `  sonde ${usage}\n      ${help}\n`);
  return `Searches a folder with the WebAssembly engine.\n\n${rows.join("")}\nExit code: 0 found, 1 nothing found, 2 error. A pattern that begins with - comes after --.\n`;
}

function commandHelp(command: Command): string {
  const rows = Object.entries(command.options).map(([name, { type, help, value }]) => {
    const option = type === "string" ? `--${name} ${value ?? "VALUE"}` : `--${name}`;
    return `  ${option.padEnd(18)} ${help}\n`;
  });
  return `usage: sonde ${command.usage}\n${command.help}\n\n${rows.join("")}`;
}
