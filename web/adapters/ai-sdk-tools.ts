import type { JsonValue, ToolDescriptor, ToolResult } from "../contract/types.ts";

/** What has tools and runs them: an engine, or the web tools. */
export type ToolHost = {
  tools: readonly ToolDescriptor[];
  call(name: string, args: unknown, options?: { signal?: AbortSignal }): Promise<ToolResult>;
};

/** How the AI SDK recognises a schema that is not Zod's. */
const schemaMark = Symbol.for("vercel.ai.schema");
const validatorMark = Symbol.for("vercel.ai.validator");

type AiSdkSchema = {
  readonly [schemaMark]: true;
  readonly [validatorMark]: true;
  /** For type inference only. */
  readonly _type: unknown;
  readonly jsonSchema: Record<string, unknown>;
  /** Lets everything pass: the engine checks arguments and its messages tell the model what to change. */
  readonly validate: (value: unknown) => { success: true; value: unknown };
};

type ModelOutput = { type: "text"; value: string } | { type: "error-text"; value: string };

/** A tool of the AI SDK (`ai` 5 and later), by structure. */
export type AiSdkTool = {
  description: string;
  inputSchema: AiSdkSchema;
  execute: (args: unknown, options?: { abortSignal?: AbortSignal }) => Promise<ToolResult>;
  /** The model reads the text alone; the whole result stays with the message for `toCardPart`. */
  toModelOutput: (output: unknown) => ModelOutput;
};

export type AiSdkTools = Record<string, AiSdkTool>;

/**
 * The host's tools for `streamText` and `generateText`. Errors that a tool
 * reports are results: they reach the model as error text and do not end the
 * stream. The descriptors' guidelines follow the description.
 */
export function toAiSdkTools(host: ToolHost): AiSdkTools {
  return Object.fromEntries(host.tools.map((tool) => [tool.name, toTool(host, tool)]));
}

function toTool(host: ToolHost, tool: ToolDescriptor): AiSdkTool {
  return {
    description: [tool.description, ...tool.guidelines].join("\n"),
    inputSchema: {
      [schemaMark]: true,
      [validatorMark]: true,
      _type: undefined,
      jsonSchema: tool.inputSchema,
      validate: (value) => ({ success: true, value }),
    },
    execute: async (args, options) => {
      const signal = options?.abortSignal;
      const { value: _, ...result } = await host.call(tool.name, args, signal ? { signal } : {});
      return result;
    },
    toModelOutput: (given) => modelOutput(outputOf(given)),
  };
}

/** `ai` 6 passes `{toolCallId, input, output}`, `ai` 5 the output itself. */
function outputOf(given: unknown): Partial<ToolResult> {
  const isCall = isObject(given) && "output" in given && !("content" in given);
  const output = isCall ? given.output : given;
  return isObject(output) ? (output as Partial<ToolResult>) : {};
}

function modelOutput({ isError, content }: Partial<ToolResult>): ModelOutput {
  const texts = Array.isArray(content) ? content.map((block) => block.text) : [];
  return { type: isError ? "error-text" : "text", value: texts.join("\n") };
}

function isObject(value: unknown): value is Record<string, JsonValue> {
  return typeof value === "object" && value !== null;
}
