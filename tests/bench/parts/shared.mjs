// What the parts share.
import { javascriptCount } from "../rivals/javascript-loop.mjs";
import { ripgrepCount } from "../rivals/native.mjs";

/** What `work` returns, or {error} with the reason. */
export async function orError(work) {
  try {
    return await work();
  } catch (error) {
    return { error: String(error?.message ?? error) };
  }
}

export function skipped({ error }) {
  throw new Error(error);
}

/**
 * {lines, ascii, by}: the matching lines that are right, with Unicode's classes
 * and with ASCII's, by the newest ripgrep at hand, else by the JavaScript loop.
 */
export async function oracle(runner, rivals, query, oneFile, texts) {
  const ripgrep = rivals.ripgrep.error ? rivals.debian : rivals.ripgrep;
  if (ripgrep.error) {
    const { count } = javascriptCount(texts, query, 0);
    return { lines: count, ascii: count, by: "the JavaScript loop" };
  }
  const { count: lines } = await ripgrepCount(runner, ripgrep.command, query.pattern, oneFile);
  const { count: ascii } = await ripgrepCount(runner, ripgrep.command, query.pattern, oneFile, ["--no-unicode"]);
  return { lines, ascii, by: ripgrep.version };
}
