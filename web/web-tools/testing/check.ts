// Checks that work in every runtime, so that one suite runs in Node and in workerd.
import type { ToolResult } from "../../contract/types.ts";

export type Case = { name: string; run: () => Promise<void> | void };

export function equal(actual: unknown, expected: unknown, what = "value"): void {
  const [left, right] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (left !== right) throw new Error(`${what}: got ${left}, expected ${right}`);
}

export function contains(actual: string, part: string, what = "text"): void {
  if (!actual.includes(part))
    throw new Error(`${what} lacks ${JSON.stringify(part)}: ${JSON.stringify(actual.slice(0, 600))}`);
}

export function lacks(actual: string, part: string, what = "text"): void {
  if (actual.includes(part))
    throw new Error(`${what} holds ${JSON.stringify(part)}: ${JSON.stringify(actual.slice(0, 600))}`);
}

/** The result's text, after checking that it is no error. */
export function textOf(result: ToolResult): string {
  if (result.isError) throw new Error(`unexpected error: ${result.content[0]?.text}`);
  return result.content[0]?.text ?? "";
}

/** The error's message, after checking its code. */
export function errorOf(result: ToolResult, code: string): string {
  equal(result.error?.code, code, `code (${result.content[0]?.text?.slice(0, 200)})`);
  equal(result.isError, true, "isError");
  return result.error?.message ?? "";
}

export type FetchValue = {
  url: string;
  statusCode: number;
  contentType: string;
  title?: string;
  body: { kind: string; content: string };
  truncated: boolean;
  nextOffset?: number;
  totalChars: number;
  redirects: string[];
};

export function fetchValue(result: ToolResult): FetchValue {
  textOf(result);
  return result.value as unknown as FetchValue;
}
