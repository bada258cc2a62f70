import type { Command } from "./command.ts";
import { allOption, jsonOption, search } from "./search.ts";

export const globCommand: Command = {
  usage: "glob PATTERN [DIR] [--json] [--all]",
  help: "Lists a folder's files whose path matches a glob, oldest change first; ignored files too.",
  positionals: [1, 2],
  options: { json: jsonOption, all: allOption },
  run: ({ positionals: [pattern, folder = "."], options }, output) =>
    search(
      {
        tool: "glob",
        args: { pattern },
        folder,
        loadIgnored: true,
        all: options.all === true,
        json: options.json === true,
      },
      output,
    ),
};
