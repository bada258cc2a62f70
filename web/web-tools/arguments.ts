import { SondeError } from "../contract/sonde-error.ts";
import { webToolDescriptors } from "../contract/tools.generated.ts";
import type { ToolDescriptor } from "../contract/types.ts";

export type FetchArguments = { url: string; format: "markdown" | "text" | "html"; offset: number; maxChars?: number };

export type Recency = "day" | "week" | "month" | "year";

export type SearchArguments = {
  /** Trimmed, exact duplicates once. */
  queries: string[];
  maxResults: number;
  allowedDomains?: string[];
  blockedDomains?: string[];
  recency?: Recency;
};

const defaultMaxResults = 8;

/** Arguments of web_fetch. Throws INVALID_ARGS. */
export function fetchArguments(args: unknown): FetchArguments {
  const given = checkFields("web_fetch", args);
  // An empty or overlong URL is the policy's to explain.
  if (typeof given.url !== "string" || given.url.trim() === "") throw invalid("url needs an http or https address");
  const maxChars = given.max_chars as number | undefined;
  return {
    url: given.url.trim(),
    format: (given.format as FetchArguments["format"] | undefined) ?? "markdown",
    offset: (given.offset as number | undefined) ?? 0,
    ...(maxChars !== undefined && { maxChars }),
  };
}

/** Arguments of web_search. Throws INVALID_ARGS. */
export function searchArguments(args: unknown): SearchArguments {
  const given = checkFields("web_search", args);
  const { queries } = given;
  if (!Array.isArray(queries) || queries.length === 0) throw invalid("queries needs at least one query");
  const limit = Number(schemaOf("web_search").properties.queries?.maxItems);
  if (queries.length > limit) throw invalid(`queries takes at most ${limit}`);
  const texts = queries.map((query: unknown) => {
    if (typeof query !== "string" || query.trim() === "") throw invalid("each query needs text");
    return query.trim();
  });
  const allowedDomains = domains(given.allowed_domains, "allowed_domains");
  const blockedDomains = domains(given.blocked_domains, "blocked_domains");
  if (allowedDomains && blockedDomains) throw invalid("give allowed_domains or blocked_domains, not both");
  return {
    queries: [...new Set(texts)],
    maxResults: (given.max_results as number | undefined) ?? defaultMaxResults,
    ...(allowedDomains && { allowedDomains }),
    ...(blockedDomains && { blockedDomains }),
    ...(given.recency !== undefined && { recency: given.recency as Recency }),
  };
}

/** An empty list says nothing; models send it where they mean no restriction. */
function domains(value: unknown, name: string): string[] | undefined {
  if (value === undefined) return undefined;
  if (!Array.isArray(value) || !value.every((domain) => typeof domain === "string")) {
    throw invalid(`${name} must be a list of domain names`);
  }
  return value.length > 0 ? (value as string[]) : undefined;
}

type Property = { type?: string; enum?: string[]; minimum?: number; maximum?: number; maxItems?: number };
type Schema = { properties: Record<string, Property> };

function schemaOf(tool: string): Schema {
  return webToolDescriptor(tool).inputSchema as Schema;
}

export function webToolDescriptor(tool: string): ToolDescriptor {
  const descriptor = webToolDescriptors.find(({ name }) => name === tool);
  if (!descriptor) throw new RangeError(`there is no web tool named ${tool}`);
  return descriptor;
}

/** The argument object, its names, numbers and enumerations checked against the tool's schema. */
function checkFields(tool: string, args: unknown): Record<string, unknown> {
  if (typeof args !== "object" || args === null || Array.isArray(args))
    throw invalid("the arguments must be an object");
  const { properties } = schemaOf(tool);
  const given: Record<string, unknown> = { ...args };
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, name)) {
      throw invalid(
        `there is no argument ${JSON.stringify(name)}; ${tool} takes ${Object.keys(properties).join(", ")}`,
      );
    }
    if (value === undefined) continue;
    const property = properties[name] ?? {};
    if (property.type === "integer" && !isInteger(value, property))
      throw invalid(`${name} must be ${integerRange(property)}`);
    if (property.enum && !property.enum.includes(value as string)) {
      throw invalid(`${name} must be one of ${property.enum.join(", ")}`);
    }
  }
  return given;
}

function isInteger(value: unknown, { minimum = -Infinity, maximum = Number.MAX_SAFE_INTEGER }: Property): boolean {
  return typeof value === "number" && Number.isInteger(value) && value >= minimum && value <= maximum;
}

function integerRange({ minimum = 0, maximum }: Property): string {
  return maximum === undefined ? `an integer of at least ${minimum}` : `an integer from ${minimum} to ${maximum}`;
}

function invalid(detail: string): SondeError {
  return SondeError.of("INVALID_ARGS", { detail });
}
