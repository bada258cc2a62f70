// What is asked of the web tools. Kept in memory only: an address or a query may be private.
export const webToolNames = ["web_search", "web_fetch"] as const;
export type WebToolName = (typeof webToolNames)[number];
export const formats = ["markdown", "text", "html"] as const;
export const recencies = ["day", "week", "month", "year"] as const;

export type WebForm = {
  tool: WebToolName;
  /** One query a line. */
  queries: string;
  recency: "" | (typeof recencies)[number];
  url: string;
  format: (typeof formats)[number];
};

export type WebRequest = { tool: WebToolName; args: Readonly<Record<string, unknown>> };

/** Arguments as they were typed: the tools say what is wrong with them. */
export function requestOf(form: WebForm): WebRequest {
  const { tool, queries, recency, url, format } = form;
  if (tool === "web_fetch") return { tool, args: { url, ...(format !== "markdown" && { format }) } };
  const lines = queries.split("\n").filter((line) => line.trim() !== "");
  return { tool, args: { queries: lines, ...(recency !== "" && { recency }) } };
}

/** The call that goes on where a page of a fetch ended, or undefined. */
export function nextPage({ tool, args }: WebRequest, value: unknown): WebRequest | undefined {
  if (tool !== "web_fetch" || typeof value !== "object" || value === null) return undefined;
  const offset: unknown = "nextOffset" in value ? value.nextOffset : undefined;
  return typeof offset === "number" ? { tool, args: { ...args, offset } } : undefined;
}
