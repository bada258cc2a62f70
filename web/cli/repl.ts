// Goes on with one signal_grep result at a prompt: the engine and its
// snapshots live as long as it does.
import { createInterface } from "node:readline";
import type { ToolResult } from "../contract/types.ts";
import type { Output } from "./command.ts";

export type Ask = (args: Record<string, unknown>) => Promise<ToolResult>;

export const replHelp = `next (or an empty line)   the natural next page
show PATH [PATH…]         the matching lines of these files
inspect N [N…]            source around matches by their {#N}, up to five
pinned N [N…]             the same of the revision that was searched
files, summary            the overview
{"…": …}                  any arguments of signal_grep, as JSON
quit                      the end
`;

/** Reads requests from `input`, a line each, until it ends or says quit. */
export async function runRepl(
  first: ToolResult,
  ask: Ask,
  show: (result: ToolResult) => void,
  input: NodeJS.ReadableStream,
  output: Output,
): Promise<void> {
  const lines = createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY });
  let last = continuationOf(first, {});
  try {
    output.stderr.write("sonde> ");
    for await (const line of lines) {
      const words = line.trim().split(/\s+/).filter(Boolean);
      if (words[0] === "quit") return;
      const request = words[0] === "help" ? replHelp : requestOf(line.trim(), words, last);
      if (typeof request === "string") output.stderr.write(request);
      else {
        const result = await ask(request);
        show(result);
        if (!result.isError) last = continuationOf(result, last);
      }
      output.stderr.write("sonde> ");
    }
  } finally {
    lines.close();
    output.stderr.write("\n");
  }
}

/** An overview's cursor serves any choice of files; one of matching lines only its own. */
type Continuation = { cursor?: unknown; nextRequest?: unknown };

/** The arguments that a line asks for, or what to tell whoever typed it. */
function requestOf(line: string, words: string[], last: Continuation): Record<string, unknown> | string {
  const [verb = "next", ...rest] = words;
  if (verb.startsWith("{")) return parsed(line);
  if (verb === "next") {
    return isObject(last.nextRequest) ? last.nextRequest : "nothing follows: every match has been shown\n";
  }
  if (typeof last.cursor !== "string")
    return 'no cursor: the result was shown whole; search again with {"pattern": …}\n';
  const { cursor } = last;
  if (verb === "show" && rest.length > 0) return { cursor, mode: "matches", paths: rest };
  if (verb === "files" || verb === "summary") return { cursor, mode: verb };
  if ((verb === "inspect" || verb === "pinned") && rest.length > 0) {
    const indices = rest.map((word) => Number(word.replace(/^#/, "")));
    const which = indices.length === 1 ? { matchIndex: indices[0] } : { matchIndices: indices };
    return { cursor, mode: "inspect", ...which, ...(verb === "pinned" && { pinned: true }) };
  }
  return replHelp;
}

function parsed(line: string): Record<string, unknown> | string {
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch (cause) {
    return `not JSON: ${cause instanceof Error ? cause.message : String(cause)}\n`;
  }
}

function continuationOf(result: ToolResult, before: Continuation): Continuation {
  const { mode, cursor, nextRequest } = isObject(result.details) ? result.details : {};
  const overview = mode === "summary" || mode === "files";
  return { cursor: overview && cursor !== undefined ? cursor : (before.cursor ?? cursor), nextRequest };
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
