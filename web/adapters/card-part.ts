/** What `ToolCard` takes of a chat message's tool part: `<ToolCard {...toCardPart(part)} />`. */
export type CardPart = {
  tool: string;
  args: unknown;
  /** A ToolResult, or whatever else the tool returned. Absent while there is none. */
  result?: unknown;
  pending: boolean;
  state?: CardPartState;
  /** Why it was denied, where the part says so. */
  reason?: string;
};

export type CardPartState = "streaming" | "approval" | "approved" | "denied";

/**
 * The AI SDK's tool part (`tool-<name>` or `dynamic-tool`, `ai` 5 and later) in
 * any of its seven states. Undefined for a part that is no tool call. A state
 * that is not known is shown as pending; a preliminary output as the result so
 * far. Never throws.
 */
export function toCardPart(part: unknown): CardPart | undefined {
  const fields = fieldsOf(part);
  const tool = toolOf(fields);
  if (tool === undefined) return undefined;
  const call = { tool, args: fields.input };
  const approval = fieldsOf(fields.approval);
  const reason = typeof approval.reason === "string" ? { reason: approval.reason } : {};
  switch (fields.state) {
    case "input-streaming":
      return { ...call, pending: true, state: "streaming" };
    case "approval-requested":
      return { ...call, pending: true, state: "approval" };
    case "approval-responded":
      if (approval.approved === false) return { ...call, pending: false, state: "denied", ...reason };
      return { ...call, pending: true, state: "approved" };
    case "output-denied":
      return { ...call, pending: false, state: "denied", ...reason };
    case "output-available":
      return { ...call, pending: false, result: fields.output ?? null };
    case "output-error":
      // Input that could not be parsed stands apart.
      return { ...call, args: fields.input ?? fields.rawInput, pending: false, result: errorOf(fields.errorText) };
    default:
      return { ...call, pending: true };
  }
}

function toolOf({ type, toolName }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof type !== "string") return undefined;
  if (type === "dynamic-tool") return typeof toolName === "string" ? toolName : undefined;
  return type.startsWith("tool-") ? type.slice("tool-".length) : undefined;
}

function errorOf(errorText: unknown) {
  const text = typeof errorText === "string" ? errorText : "";
  return { isError: true, content: [{ type: "text", text }] };
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};
}
