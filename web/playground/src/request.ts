// What is asked: kept in the address, so that a link carries it.
export const toolNames = ["grep", "glob", "signal_grep"] as const;
export type ToolName = (typeof toolNames)[number];
export type Arguments = { [name: string]: unknown };
export type ToolRequest = { tool: ToolName; args: Arguments };

const emptyRequest: ToolRequest = { tool: "grep", args: {} };

/** Reads `#tool=…&args=<JSON>`. Arguments stay unchecked: the engine says what is wrong with them. */
export function requestOfHash(hash: string): ToolRequest {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const tool = toolNames.find((name) => name === fields.get("tool")) ?? emptyRequest.tool;
  return { tool, args: objectOf(fields.get("args")) };
}

/** The reverse of requestOfHash; never holds a file. */
export function hashOfRequest({ tool, args }: ToolRequest): string {
  return `#${new URLSearchParams({ tool, args: JSON.stringify(args) })}`;
}

function objectOf(json: string | null): Arguments {
  try {
    const value: unknown = JSON.parse(json ?? "{}");
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};
  } catch {
    return {};
  }
}

/** A copy with one argument set; an empty text or false takes it out. */
export function withArgument(args: Arguments, name: string, value: string | boolean): Arguments {
  const { [name]: _, ...others } = args;
  return value === "" || value === false ? others : { ...others, [name]: value };
}

/** Whether there is anything to search for yet. */
export function isAsking({ args }: ToolRequest): boolean {
  return Object.keys(args).some((name) => ["pattern", "anyOf", "cursor", "targets", "mode"].includes(name));
}

/** The same question under another tool: what it does not know is left out. */
export function requestForTool(tool: ToolName, { args }: ToolRequest): ToolRequest {
  const filter = args.include ?? args.glob;
  const named = { grep: "include", signal_grep: "glob", glob: undefined }[tool];
  const kept: Arguments = {};
  if (args.pattern !== undefined) kept.pattern = args.pattern;
  if (args.path !== undefined) kept.path = args.path;
  if (named && typeof filter === "string") kept[named] = filter;
  return { tool, args: kept };
}
