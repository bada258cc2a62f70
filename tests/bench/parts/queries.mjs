// Every query on medium: Sonde and its rivals in turns.
import { agrees, inTurns, warmUp } from "../measure.mjs";
import { queriesOn } from "../queries.mjs";
import { javascriptCount, loopTexts } from "../rivals/javascript-loop.mjs";
import { ripgrepCount } from "../rivals/native.mjs";
import { openRipgrepWasm } from "../rivals/ripgrep-wasm.mjs";
import { bareLimits, grep, makeFilters, openSonde } from "../sonde.mjs";
import { oracle, orError, skipped } from "./shared.mjs";

/** Contenders beside Sonde, its bare count and the loop, whose classes and \b know ASCII only. */
export const asciiEngines = new Set(["javascript", "re2js", "bash"]);

export async function measureQueries(context) {
  const { full, corpus, rivals, runner } = context;
  const medium = corpus("medium");
  const texts = loopTexts(medium.files);
  const sonde = await openSonde(medium.files);
  const bare = await openSonde(medium.files, { limits: bareLimits });
  for (const engine of [sonde, bare]) await makeFilters(engine);
  const wasm = await orError(() => openRipgrepWasm(medium.files));
  const rounds = full ? 9 : 5;
  // What no target is about is run once in short mode.
  const reported = full ? 5 : 1;
  const natively = (rival, target, options) => (query) => (round) =>
    rival.error ? skipped(rival) : ripgrepCount(runner, rival.command, query.pattern, target, options, round);
  const contenders = [
    { name: "sonde", make: (query) => (round) => grep(sonde, query.pattern, round) },
    { name: "javascript", make: (query) => (round) => javascriptCount(texts, query, round) },
    { name: "bare", make: (query) => (round) => grep(bare, query.pattern, round) },
    { name: "ripgrepOne", make: natively(rivals.ripgrep, medium.oneFile, ["-j1"]) },
    { name: "ripgrepOneThreads", rounds: reported, make: natively(rivals.ripgrep, medium.oneFile) },
    { name: "debianOne", rounds: reported, make: natively(rivals.debian, medium.oneFile, ["-j1"]) },
    {
      name: "wasm",
      rounds: 3,
      make: (query) => (round) => (wasm.error ? skipped(wasm) : wasm.count(query.pattern, round)),
    },
    { name: "ripgrepTree", rounds: reported, make: natively(rivals.ripgrep, medium.folder, ["-j1"]) },
    { name: "ripgrepTreeThreads", rounds: reported, make: natively(rivals.ripgrep, medium.folder) },
  ];
  const rows = [];
  for (const query of queriesOn("medium")) {
    const expected = await oracle(context, query, medium);
    for (const { make } of contenders.slice(0, 3)) await warmUp(() => make(query)(rounds));
    const outcomes = await inTurns(
      contenders.map(({ name, rounds: most, make }) => ({ name, rounds: most, run: make(query) })),
      rounds,
    );
    rows.push(judged(query, expected, outcomes));
  }
  await sonde.dispose();
  await bare.dispose();
  return { rows, files: medium.files.length, bytes: medium.bytes };
}

/** A row whose outcomes each know whether they counted what the oracle did. */
export function judged(query, expected, outcomes) {
  for (const [name, outcome] of Object.entries(outcomes)) {
    outcome.asAscii = asciiEngines.has(name) && expected.ascii !== expected.lines && agrees(outcome, expected.ascii);
    outcome.agrees = outcome.asAscii || agrees(outcome, expected.lines);
  }
  return { ...query, ...expected, outcomes };
}
