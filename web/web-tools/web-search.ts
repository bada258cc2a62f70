import type { ToolResult } from "../contract/types.ts";
import { startDeadline } from "../net/deadline.ts";
import { domainRules } from "../net/domain-rules.ts";
import type { NetworkPolicy, PolicyOptions } from "../net/network-policy.ts";
import { WebError } from "../net/web-error.ts";
import type { WebLimits } from "../net/web-limits.ts";
import { type SearchArguments, searchArguments } from "./arguments.ts";
import { dropInvisible } from "./html/visibility.ts";
import { oneLine } from "./plain-line.ts";
import type { Provider, ProviderAnswer, ProviderQuery } from "./providers/provider.ts";
import { providerError } from "./providers/request-json.ts";
import { boundedMeta } from "./search-meta.ts";
import { searchText } from "./search-text.ts";
import { cleanSource, mergeSources, type WebSource } from "./sources.ts";

export type SearchContext = {
  /** Asked in order: the next one when one fails. */
  providers: readonly Provider[];
  policy: NetworkPolicy;
  domains: Pick<PolicyOptions, "allowedDomains" | "blockedDomains">;
  limits: WebLimits;
};

/** Runs web_search. Throws SondeError for what the caller reports as an error result. */
export async function webSearch(
  context: SearchContext,
  args: unknown,
  signal: AbortSignal | undefined,
  withValue: boolean,
): Promise<ToolResult> {
  const { policy, providers } = context;
  const given = searchArguments(args);
  const own = domainRules(
    { allowed: given.allowedDomains, blocked: given.blockedDomains },
    { allowed: "allowed_domains", blocked: "blocked_domains" },
  );
  if (providers.length === 0) throw WebError.of("WEB_PROVIDER_UNAVAILABLE");
  const answers = await searchAll(context, given, signal);
  const allows = (host: string) => own.allows(host) && policy.domains.allows(host);
  const lists = answers.map(({ answer }) =>
    answer.sources.map((source) => cleanSource(source, allows)).filter((source) => source !== undefined),
  );
  const merged = mergeSources(lists);
  const sources = merged.slice(0, given.maxResults);
  const dropped = sources.length === 0 && answers.some(({ answer }) => answer.sources.length > 0);
  const truncated =
    merged.length > sources.length || dropped || answers.some(({ answer }) => answer.truncated === true);
  return present(context, given, answers, { sources, truncated, withValue });
}

type Answered = { answer: ProviderAnswer; provider: string; failures: string[] };

/** All queries at once. The first that fails ends the others; all have settled when this does. */
async function searchAll(
  { providers, limits, domains }: SearchContext,
  given: SearchArguments,
  signal: AbortSignal | undefined,
): Promise<Answered[]> {
  const deadline = startDeadline(signal, limits.timeoutMs, "web search");
  const siblings = new AbortController();
  const stop = () => siblings.abort(deadline.ended());
  deadline.signal.addEventListener("abort", stop, { once: true });
  if (deadline.signal.aborted) stop();
  let first: { error: unknown } | undefined;
  const options: ProviderQuery = {
    maxResults: given.maxResults,
    signal: siblings.signal,
    domains: domainsOf(given, domains),
    ...(given.recency && { recency: given.recency }),
  };
  try {
    const settled = await Promise.allSettled(
      given.queries.map(async (query) => {
        try {
          return await deadline.race(searchOne(providers, query, options, () => deadline.ended() ?? first?.error));
        } catch (error) {
          first ??= { error: deadline.ended() ?? error };
          siblings.abort(first.error);
          throw error;
        }
      }),
    );
    if (first) throw first.error;
    return settled.map((outcome) => {
      if (outcome.status === "rejected") throw outcome.reason;
      return outcome.value;
    });
  } finally {
    deadline.dispose();
  }
}

/** Domains to pass on to a provider: the call's, else the policy's. Results are filtered by both. */
function domainsOf(given: SearchArguments, policy: SearchContext["domains"]): ProviderQuery["domains"] {
  const allowed = given.allowedDomains ?? (given.blockedDomains ? undefined : policy.allowedDomains);
  const blocked = given.blockedDomains ?? (given.allowedDomains ? undefined : policy.blockedDomains);
  return { ...(allowed && { allowed }), ...(blocked && { blocked }) };
}

async function searchOne(
  providers: readonly Provider[],
  query: string,
  options: ProviderQuery,
  ended: () => unknown,
): Promise<Answered> {
  const failures: string[] = [];
  let last: unknown;
  for (const provider of providers) {
    const reason = ended();
    if (reason !== undefined) throw reason;
    try {
      const answer = checkShape(provider.id, await provider.search(query, options));
      return { answer, provider: provider.id, failures };
    } catch (error) {
      // An abort is not the provider's failure.
      const over = ended();
      if (over !== undefined) throw over;
      last = error instanceof WebError ? error : providerError(provider.id, "it threw an error");
      failures.push(provider.id);
    }
  }
  throw last;
}

/** Providers may be the host's own code. */
function checkShape(id: string, answer: ProviderAnswer): ProviderAnswer {
  if (typeof answer !== "object" || answer === null || !Array.isArray(answer.sources)) {
    throw providerError(id, "its answer has no list of sources");
  }
  return answer;
}

type Found = { sources: WebSource[]; truncated: boolean; withValue: boolean };

function present(
  { limits }: SearchContext,
  given: SearchArguments,
  answers: readonly Answered[],
  found: Found,
): ToolResult {
  const { sources } = found;
  const answer = answerOf(given.queries, answers);
  const meta = boundedMeta(
    { sources, truncated: found.truncated, ...(answer !== undefined && { answer }) },
    limits.metaMaxBytes,
    limits.answerMaxBytes,
  );
  // Text and card show the same: what the meta could not hold is not in the text either.
  const text = searchText({
    sources: meta.sources,
    answer: meta.answer,
    truncated: meta.truncated,
    fallback: fallbackNote(answers),
  });
  const result: ToolResult = {
    isError: false,
    content: [{ type: "text", text }],
    meta,
    details: { providers: [...new Set(answers.map(({ provider }) => provider))] },
  };
  if (!found.withValue) return result;
  return {
    ...result,
    value: { ...(answer !== undefined && { content: answer }), sources, truncated: found.truncated },
  };
}

function answerOf(queries: readonly string[], answers: readonly Answered[]): string | undefined {
  const sections: string[] = [];
  answers.forEach(({ answer }, index) => {
    const text = typeof answer.answer === "string" ? dropInvisible(answer.answer).trim() : "";
    if (text === "") return;
    sections.push(queries.length > 1 ? `### ${oneLine(queries[index] ?? "")}\n\n${text}` : text);
  });
  return sections.length > 0 ? sections.join("\n\n") : undefined;
}

function fallbackNote(answers: readonly Answered[]): string | undefined {
  const failed = [...new Set(answers.flatMap(({ failures }) => failures))];
  if (failed.length === 0) return undefined;
  const answered = [...new Set(answers.map(({ provider }) => provider))];
  return `Answered by ${answered.join(", ")}, since ${failed.join(", ")} failed.`;
}
