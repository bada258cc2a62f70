import { type ErrorCode, errorTexts } from "./errors.generated.ts";
import type { ToolResult } from "./types.ts";

/** The contract's message for `code`, its `{placeholders}` filled from `values`. */
export function errorMessage(code: ErrorCode, values: Record<string, string | number> = {}): string {
  return errorTexts[code].replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}

/** An error with a code of the contract. Thrown by file operations and constructors; tool calls report it as a result. */
export class SondeError extends Error {
  readonly code: ErrorCode;
  /** What was done before the error, where an operation reports it (archives: files and bytes loaded). */
  readonly progress?: { files: number; bytes: number };

  constructor(code: ErrorCode, message: string, progress?: { files: number; bytes: number }) {
    super(message);
    this.name = "SondeError";
    this.code = code;
    if (progress) this.progress = progress;
  }

  static of(code: ErrorCode, values: Record<string, string | number> = {}): SondeError {
    return new SondeError(code, errorMessage(code, values));
  }
}

/** The tool result that reports an error to the model. */
export function errorResult(name: string, code: ErrorCode, message: string): ToolResult {
  return { isError: true, content: [{ type: "text", text: `Error: ${message}` }], error: { name, code, message } };
}
