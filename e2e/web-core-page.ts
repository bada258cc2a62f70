// Runs in the page: the web tools' suite, and calls over the browser's own fetch.
import { type WebToolsOptions, webTools } from "../web/web-tools/index.ts";
import { runCases } from "../web/web-tools/testing/run-cases.ts";

export type RunWebCases = typeof runCases;
export type CallWeb = (
  tool: string,
  args: unknown,
  options?: Pick<WebToolsOptions, "proxy">,
) => ReturnType<ReturnType<typeof webTools>["call"]>;

const callWeb: CallWeb = (tool, args, options = {}) =>
  webTools({ limits: { timeoutMs: 5000 }, cache: false, ...options }).call(tool, args, { value: true });

Object.assign(globalThis, { runWebCases: runCases, callWeb });
