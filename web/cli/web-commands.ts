// The web tools on the command line. Pages are fetched through connections
// whose address was checked; providers through the runtime's own fetch.
import { pinnedFetch } from "../node/pinned-fetch.ts";
import { runFetch, runWebSearch } from "../web-tools/cli.ts";
import type { Command, CommandArguments, ExitCode, Output } from "./command.ts";
import { jsonOption } from "./search.ts";

type Run = typeof runFetch;

async function runWith(run: Run, request: typeof fetch, args: CommandArguments, output: Output): Promise<ExitCode> {
  const options = Object.entries(args.options).flatMap(([name, value]) =>
    value === true ? [`--${name}`] : typeof value === "string" ? [`--${name}`, value] : [],
  );
  const code = await run([...args.positionals, ...options], {
    fetch: request,
    stdout: (text) => output.stdout.write(text),
    stderr: (text) => output.stderr.write(text),
    env: process.env,
  });
  return code === 0 || code === 1 ? code : 2;
}

export const fetchCommand: Command = {
  usage: "fetch URL [--format markdown|text|html] [--offset N] [--max-chars N] [--json]",
  help: "Fetches one public web page and shows its main content.",
  positionals: [1, 1],
  options: {
    format: { type: "string", value: "FORMAT", help: "markdown, text or html. Default markdown." },
    offset: { type: "string", value: "N", help: "First character to show." },
    "max-chars": { type: "string", value: "N", help: "Most characters to show." },
    json: jsonOption,
  },
  run: (args, output) => runWith(runFetch, pinnedFetch(), args, output),
};

export const webSearchCommand: Command = {
  usage:
    "websearch QUERY… [--max-results N] [--recency day|week|month|year] [--allow DOMAINS] [--block DOMAINS] [--provider NAME] [--json]",
  help: "Searches the web through the provider that BRAVE_API_KEY, TAVILY_API_KEY or SEARXNG_URL configures.",
  positionals: [1, 4],
  options: {
    "max-results": { type: "string", value: "N", help: "Most sources to show." },
    recency: { type: "string", value: "SPAN", help: "day, week, month or year." },
    allow: { type: "string", value: "DOMAINS", help: "Only sources of these domains, separated by commas." },
    block: { type: "string", value: "DOMAINS", help: "No sources of these domains, separated by commas." },
    provider: { type: "string", value: "NAME", help: "brave, tavily or searxng." },
    json: jsonOption,
  },
  run: (args, output) => runWith(runWebSearch, fetch, args, output),
};
