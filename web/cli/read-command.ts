import { basename, isAbsolute, relative, resolve } from "node:path";
import { createEngine } from "../engine/entry-node.ts";
import { type Command, UsageError } from "./command.ts";
import { diskEntry } from "./disk-file.ts";
import { exitCode, jsonOption, print } from "./search.ts";

export const readCommand: Command = {
  usage: "read FILE [DIR] [--offset N] [--limit N] [--json]",
  help: "Shows numbered lines of one text file, which lies in DIR or is named by itself.",
  positionals: [1, 2],
  options: {
    offset: { type: "string", value: "N", help: "First line, counted from 1." },
    limit: { type: "string", value: "N", help: "Most lines to show." },
    json: jsonOption,
  },
  async run({ positionals: [file = "", folder = "."], options }, output) {
    const diskPath = resolve(folder, file);
    const inFolder = relative(resolve(folder), diskPath);
    // Only this file is loaded; one outside of the folder goes by its own name.
    const path = inFolder.startsWith("..") || isAbsolute(inFolder) ? basename(diskPath) : inFolder;
    const args = {
      path,
      ...(options.offset !== undefined && { offset: wholeNumber("offset", options.offset) }),
      ...(options.limit !== undefined && { limit: wholeNumber("limit", options.limit) }),
    };
    const entry = await diskEntry(diskPath, path);
    const engine = await createEngine();
    try {
      await engine.files.writeMany([entry]);
      const result = await engine.call("read", args);
      print(result, options.json === true, output);
      return exitCode(result);
    } finally {
      await engine.dispose();
    }
  },
};

function wholeNumber(name: string, text: string | boolean): number {
  if (!/^\d+$/.test(String(text)))
    throw new UsageError(`--${name} must be a whole number, got ${JSON.stringify(text)}`);
  return Number(text);
}
