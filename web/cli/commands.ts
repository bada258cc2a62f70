import type { Command } from "./command.ts";
import { globCommand } from "./glob-command.ts";
import { grepCommand } from "./grep-command.ts";
import { readCommand } from "./read-command.ts";
import { signalCommand } from "./signal-command.ts";
import { fetchCommand, webSearchCommand } from "./web-commands.ts";

/** The commands by the name that is typed, in the order that help shows them. */
export const commands: Readonly<Record<string, Command>> = {
  grep: grepCommand,
  glob: globCommand,
  read: readCommand,
  signal: signalCommand,
  fetch: fetchCommand,
  websearch: webSearchCommand,
};
