// Types that every part of the package shares. See generated siblings for
// limits, error codes and tool descriptors: their one source is core/contract.
import type { ErrorCode } from "./errors.generated.ts";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue };

export type TextBlock = { type: "text"; text: string };

/** Outcome of a tool call. Optional fields are absent, never null. */
export type ToolResult = {
  isError: boolean;
  /** What the model reads. */
  content: TextBlock[];
  /**
   * The uncapped canonical value; only when the caller asked for it. Never crosses HTTP or MCP. With many matches an
   * accessor that makes the objects when it is first read.
   */
  value?: JsonValue;
  /** Presentation meta: what a card renders from. */
  meta?: JsonValue;
  /** Structured facts about the call, for programs. */
  details?: JsonValue;
  error?: ToolError;
};

export type ToolError = { name: string; code: ErrorCode; message: string };

export type ToolDescriptor = {
  name: string;
  title: string;
  description: string;
  /** JSON Schema of the arguments. */
  inputSchema: Record<string, unknown>;
  /** JSON Schema of the presentation meta. */
  outputSchema?: Record<string, unknown>;
  /** Advice to the model on when and how to use the tool. */
  guidelines: string[];
  annotations: { readOnlyHint: boolean; openWorldHint: boolean };
};
