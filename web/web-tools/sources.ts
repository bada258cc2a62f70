import { bareHost } from "../net/address.ts";
import { normalHost } from "../net/domain-rules.ts";
import { htmlToLine } from "./plain-line.ts";
import type { ProviderSource } from "./providers/provider.ts";

/** A source as results show it. Optional fields are absent, never null. */
export type WebSource = { url: string; title?: string; snippet?: string; publishedAt?: string };

/** A provider's source made fit to show: undefined when its address is no http(s) URL or `allows` refuses its host. */
export function cleanSource(source: ProviderSource, allows: (host: string) => boolean): WebSource | undefined {
  if (typeof source?.url !== "string" || !URL.canParse(source.url)) return undefined;
  const url = new URL(source.url);
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  if (!allows(normalHost(bareHost(url.hostname)))) return undefined;
  const title = lineOf(source.title);
  const snippet = lineOf(source.snippet);
  const publishedAt = dateOf(source.publishedAt);
  return { url: url.href, ...(title && { title }), ...(snippet && { snippet }), ...(publishedAt && { publishedAt }) };
}

function lineOf(value: unknown): string | undefined {
  return typeof value === "string" ? htmlToLine(value) || undefined : undefined;
}

const months =
  "jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?";
const dateForms = [
  /^\d{4}-\d{2}(?:-\d{2})?(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?\s?(?:Z|[+-]\d{2}:?\d{2})?)?$/i,
  new RegExp(
    `^(?:[a-z]{3,9},? )?\\d{1,2} (?:${months}) \\d{4}(?: \\d{2}:\\d{2}(?::\\d{2})?(?: (?:[A-Z]{1,4}|[+-]\\d{4}))?)?$`,
    "i",
  ),
  new RegExp(`^(?:[a-z]{3,9},? )?(?:${months})\\.? \\d{1,2},? \\d{4}$`, "i"),
  /^\d{4}(?:\/\d{1,2}\/\d{1,2})?$/,
  /^\d{1,2}\/\d{1,2}\/\d{4}$/,
  new RegExp(`^(?:${months})\\.? \\d{4}$`, "i"),
  // As a Date writes itself.
  new RegExp(
    `^[a-z]{3} (?:${months}) \\d{2} \\d{4}(?: \\d{2}:\\d{2}:\\d{2}(?: GMT[+-]\\d{4}(?: \\([^)]*\\))?)?)?$`,
    "i",
  ),
];

/** A provider's date as it wrote it, if it is one. Engines' Date.parse takes almost any text, so the form is checked first. */
function dateOf(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  return dateForms.some((form) => form.test(text)) && !Number.isNaN(Date.parse(text)) ? text : undefined;
}

/** The ranked lists of several queries as one: first of each, second of each, and so on; an address (fragment aside) once. */
export function mergeSources(lists: readonly (readonly WebSource[])[]): WebSource[] {
  const merged = new Map<string, WebSource>();
  const longest = lists.reduce((most, list) => Math.max(most, list.length), 0);
  for (let rank = 0; rank < longest; rank++) {
    for (const list of lists) {
      const source = list[rank];
      if (!source) continue;
      const key = source.url.split("#", 1)[0] ?? source.url;
      if (!merged.has(key)) merged.set(key, source);
    }
  }
  return [...merged.values()];
}
