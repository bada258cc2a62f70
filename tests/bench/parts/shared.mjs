// What the parts share.
import { javascriptCount, loopTexts } from "../rivals/javascript-loop.mjs";
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
 * {lines, ascii, by}: the matching lines of a corpus that are right, with
 * Unicode's classes and with ASCII's, by the newest ripgrep at hand, else by the
 * JavaScript loop.
 */
export async function oracle({ runner, rivals }, query, { files, oneFile }) {
  const ripgrep = rivals.ripgrep.error ? rivals.debian : rivals.ripgrep;
  if (ripgrep.error) {
    const { count } = javascriptCount(loopTexts(files), query, 0);
    return { lines: count, ascii: count, by: "the JavaScript loop's, as there is no ripgrep" };
  }
  const { count: lines } = await ripgrepCount(runner, ripgrep.command, query.pattern, oneFile);
  if (!/\\[wbs]/.test(query.pattern)) return { lines, ascii: lines, by: ripgrep.version };
  const { count: ascii } = await ripgrepCount(runner, ripgrep.command, query.pattern, oneFile, ["--no-unicode"]);
  return { lines, ascii, by: ripgrep.version };
}
