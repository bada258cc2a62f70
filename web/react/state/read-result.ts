// The parts of a stored result that its meta does not hold. A result may be
// anything: whatever is not as documented is absent.

export type ReadResult = {
  isError: boolean;
  isAborted: boolean;
  /** What the model read; empty when there is none. */
  text: string;
  /** The meta carries signal details, of this version or another. */
  hasSignal: boolean;
};

export function readResult(result: unknown): ReadResult {
  const fields = fieldsOf(result);
  const code = fieldsOf(fields.error).code;
  return {
    isError: Boolean(fields.isError),
    isAborted: code === "SEARCH_ABORTED" || code === "ABORTED_BEFORE_DISPATCH" || code === "WEB_ABORTED",
    text: typeof result === "string" ? result : textOf(fields.content),
    hasSignal: fieldsOf(fields.meta).signal !== undefined,
  };
}

/** The line of the text that says where the complete result is: the last one, in parentheses. */
export function recoveryNote(text: string): string | undefined {
  const last = text.trimEnd().split("\n").at(-1) ?? "";
  return /^\((?:All|The rest|Showing) .*\)$/.test(last) ? last.slice(1, -1) : undefined;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content
    .map((block) => fieldsOf(block).text)
    .filter((text) => typeof text === "string")
    .join("\n");
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
