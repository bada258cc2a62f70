import type { Command } from "./command.ts";
import { allOption, jsonOption, search } from "./search.ts";

export const grepCommand: Command = {
  usage: "grep PATTERN [DIR] [--include GLOB] [--json] [--all]",
  help: "Shows the lines of a folder's files that match a regular expression (RE2 syntax).",
  positionals: [1, 2],
  options: {
    include: { type: "string", value: "GLOB", help: "Only files that match this glob." },
    json: jsonOption,
    all: allOption,
  },
  run: ({ positionals: [pattern, folder = "."], options }, output) =>
    search(
      {
        tool: "grep",
        args: { pattern, ...(options.include !== undefined && { include: options.include }) },
        folder,
        loadIgnored: false,
        all: options.all === true,
        json: options.json === true,
      },
      output,
    ),
};
