// `sonde fetch URL` and `sonde websearch QUERY…`, without any runtime's own API:
// the command line hands in what they need.
import type { ToolResult } from "../contract/types.ts";
import { brave, type Provider, type SearchMeta, searxng, tavily, webTools } from "./index.ts";

export type WebCommand = {
  fetch: typeof fetch;
  stdout: (text: string) => void;
  stderr: (text: string) => void;
  /** Where keys and addresses of providers come from. */
  env?: Readonly<Record<string, string | undefined>>;
  signal?: AbortSignal;
};

const fetchUsage = `Usage: sonde fetch URL [--format markdown|text|html] [--offset N] [--max-chars N] [--json]
`;

const searchUsage = `Usage: sonde websearch QUERY… [--max-results N] [--recency day|week|month|year]
                        [--allow DOMAIN,…] [--block DOMAIN,…] [--provider brave|tavily|searxng] [--json]
Each QUERY is one query of its own. Providers are configured by BRAVE_API_KEY, TAVILY_API_KEY or SEARXNG_URL.
`;

/** Fetches one page. Exit code: 0 shown (whatever status the server gave), 2 an error or wrong usage. */
export async function runFetch(argv: readonly string[], command: WebCommand): Promise<number> {
  const parsed = parse(argv, { "--format": "text", "--offset": "number", "--max-chars": "number", "--json": "flag" });
  const url = typeof parsed === "string" ? undefined : parsed.words[0];
  if (typeof parsed === "string" || url === undefined || parsed.words.length > 1) {
    command.stderr(`${typeof parsed === "string" ? parsed : "give one URL"}\n${fetchUsage}`);
    return 2;
  }
  const { values } = parsed;
  const args = {
    url,
    ...(values["--format"] && { format: values["--format"][0] }),
    ...(values["--offset"] && { offset: values["--offset"][0] }),
    ...(values["--max-chars"] && { max_chars: values["--max-chars"][0] }),
  };
  return report(
    await webTools({ fetch: command.fetch }).call("web_fetch", args, callOptions(command)),
    values,
    command,
  );
}

/** Searches the web through a configured provider. Exit code: 0 found, 1 nothing found, 2 an error or wrong usage. */
export async function runWebSearch(argv: readonly string[], command: WebCommand): Promise<number> {
  const parsed = parse(argv, {
    "--max-results": "number",
    "--recency": "text",
    "--allow": "text",
    "--block": "text",
    "--provider": "text",
    "--json": "flag",
  });
  const mistake = typeof parsed === "string" ? parsed : parsed.words.length === 0 ? "give a query" : undefined;
  if (typeof parsed === "string" || mistake !== undefined) {
    command.stderr(`${mistake}\n${searchUsage}`);
    return 2;
  }
  const { values, words } = parsed;
  const configured = providers(command);
  const wanted = values["--provider"]?.[0];
  const search = wanted === undefined ? configured : configured.filter(({ id }) => id === wanted);
  if (search.length === 0) {
    command.stderr(`${missingProvider(wanted)}\n`);
    return 2;
  }
  const args = {
    queries: words,
    ...(values["--max-results"] && { max_results: values["--max-results"][0] }),
    ...(values["--recency"] && { recency: values["--recency"][0] }),
    ...(values["--allow"] && { allowed_domains: values["--allow"].flatMap(listOf) }),
    ...(values["--block"] && { blocked_domains: values["--block"].flatMap(listOf) }),
  };
  const result = await webTools({ fetch: command.fetch, search }).call("web_search", args, callOptions(command));
  const code = report(result, values, command);
  const meta = result.meta as Partial<SearchMeta> | undefined;
  return code === 0 && meta?.sources?.length === 0 && meta.answer === undefined ? 1 : code;
}

function listOf(value: string | number): string[] {
  return String(value)
    .split(",")
    .filter((part) => part.trim() !== "");
}

/** What configures each provider. */
const providerVariables: Readonly<Record<string, string>> = {
  brave: "BRAVE_API_KEY",
  tavily: "TAVILY_API_KEY",
  searxng: "SEARXNG_URL",
};

function missingProvider(wanted: string | number | undefined): string {
  if (wanted === undefined) return "no search provider is configured: set BRAVE_API_KEY, TAVILY_API_KEY or SEARXNG_URL";
  const variable = Object.hasOwn(providerVariables, wanted) ? providerVariables[wanted] : undefined;
  return variable === undefined
    ? `there is no search provider named ${JSON.stringify(wanted)}: use brave, tavily or searxng`
    : `the search provider ${wanted} is not configured: set ${variable}`;
}

function providers({ env = {}, fetch }: WebCommand): Provider[] {
  const configured: Provider[] = [];
  const { BRAVE_API_KEY, TAVILY_API_KEY, SEARXNG_URL } = env;
  if (BRAVE_API_KEY) configured.push(brave({ apiKey: BRAVE_API_KEY, fetch }));
  if (TAVILY_API_KEY) configured.push(tavily({ apiKey: TAVILY_API_KEY, fetch }));
  if (SEARXNG_URL) configured.push(searxng({ url: SEARXNG_URL, fetch }));
  return configured;
}

function callOptions({ signal }: WebCommand) {
  return { value: true, ...(signal && { signal }) };
}

function report(result: ToolResult, values: Values, { stdout, stderr }: WebCommand): number {
  const text = result.content.map((block) => block.text).join("\n");
  if (values["--json"]) stdout(`${JSON.stringify(result)}\n`);
  else (result.isError ? stderr : stdout)(`${text}\n`);
  return result.isError ? 2 : 0;
}

type Values = Record<string, (string | number)[]>;

/** Options and words, or what is wrong. A word after `--` is never an option. */
function parse(
  argv: readonly string[],
  options: Record<string, "text" | "number" | "flag">,
): { words: string[]; values: Values } | string {
  const words: string[] = [];
  const values: Values = {};
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at] ?? "";
    if (word === "--") return { words: [...words, ...argv.slice(at + 1)], values };
    if (!word.startsWith("--")) {
      words.push(word);
      continue;
    }
    const [name = "", attached] = word.split(/=(.*)/s);
    const kind = Object.hasOwn(options, name) ? options[name] : undefined;
    if (kind === undefined) return `there is no option ${name}`;
    if (kind === "flag") {
      values[name] = ["true"];
      continue;
    }
    const value = attached ?? argv[++at];
    if (value === undefined || value === "") return `${name} needs a value`;
    if (kind === "number" && !/^-?\d+$/.test(value)) return `${name} needs a whole number`;
    values[name] = [...(values[name] ?? []), kind === "number" ? Number(value) : value];
  }
  return { words, values };
}
