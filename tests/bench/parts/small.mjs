// The slow rivals, on small.
import { inTurns } from "../measure.mjs";
import { queriesOn } from "../queries.mjs";
import { javascriptCount, loopTexts } from "../rivals/javascript-loop.mjs";
import { openJustBash } from "../rivals/just-bash.mjs";
import { grepCount } from "../rivals/native.mjs";
import { openRe2js } from "../rivals/re2js.mjs";
import { grep, openSonde } from "../sonde.mjs";
import { judged } from "./queries.mjs";
import { oracle, orError, skipped } from "./shared.mjs";

/** In short mode just-bash gets no further query once it has taken this long, in milliseconds. */
const justBashBudget = 10_000;

export async function measureSmall(context) {
  const { full, corpus, rivals, runner } = context;
  const small = corpus("small");
  const texts = loopTexts(small.files);
  const sonde = await openSonde(small.files);
  const bash = await orError(() => openJustBash(small.files));
  const re2js = await orError(() => openRe2js(texts));
  let left = full ? Number.POSITIVE_INFINITY : justBashBudget;
  const byBash = async (query, round) => {
    if (bash.error) skipped(bash);
    if (left <= 0) throw new Error("not run in short mode");
    const outcome = await bash.count(query.pattern, round);
    left -= outcome.milliseconds;
    return outcome;
  };
  const byGrep = (query) =>
    rivals.grep.error ? skipped(rivals.grep) : grepCount(runner, rivals.grep.command, query.pattern, small.oneFile);
  const rows = [];
  for (const query of queriesOn("small")) {
    const expected = await oracle(context, query, small);
    await grep(sonde, query.pattern, 9);
    javascriptCount(texts, query, 9);
    const contenders = [
      { name: "sonde", run: (round) => grep(sonde, query.pattern, round) },
      { name: "javascript", run: (round) => javascriptCount(texts, query, round) },
      { name: "grep", rounds: 3, run: () => byGrep(query) },
      { name: "re2js", rounds: full ? 3 : 1, run: () => (re2js.error ? skipped(re2js) : re2js.count(query)) },
      { name: "bash", rounds: 1, run: (round) => byBash(query, round) },
    ];
    rows.push(judged(query, expected, await inTurns(contenders, full ? 9 : 3)));
  }
  await sonde.dispose();
  return { rows, files: small.files.length, bytes: small.bytes };
}
