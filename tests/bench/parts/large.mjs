// How medium and large compare: searches, an update of one file, the steps.
import { agrees, clocked, inTurns, median, percentile } from "../measure.mjs";
import { queriesOn, varied } from "../queries.mjs";
import { bareLimits, edit, grep, makeFilters, openSonde } from "../sonde.mjs";
import { oracle } from "./shared.mjs";

export async function measureLarge(context) {
  const [medium, large] = [context.corpus("medium"), context.corpus("large")];
  const engines = {
    medium: await openSonde(medium.files, { limits: bareLimits }),
    large: await openSonde(large.files, { limits: bareLimits }),
  };
  for (const engine of Object.values(engines)) await makeFilters(engine);
  const result = {
    bytes: { medium: medium.bytes, large: large.bytes },
    files: { medium: medium.files.length, large: large.files.length },
    growth: await measureGrowth(context, engines, { medium, large }),
    update: await measureUpdate(context, engines),
  };
  await engines.medium.dispose();
  await engines.large.dispose();
  result.steps = await measureSteps(large);
  return result;
}

async function measureGrowth(context, engines, corpora) {
  const { full } = context;
  const short = /absent|common|regex with|no literal/;
  const rows = [];
  for (const query of queriesOn("large").filter(({ name }) => full || short.test(name))) {
    const contenders = Object.entries(engines).map(([name, engine]) => ({
      name,
      run: (round) => grep(engine, query.pattern, round),
    }));
    for (const engine of Object.values(engines)) await grep(engine, query.pattern, 10);
    const outcomes = await inTurns(contenders, full ? 9 : 5);
    const expected = {};
    for (const [name, outcome] of Object.entries(outcomes)) {
      expected[name] = (await oracle(context, query, corpora[name])).lines;
      outcome.agrees = agrees(outcome, expected[name]);
    }
    rows.push({ ...query, expected, outcomes });
  }
  return rows;
}

/** A one-byte write, then a search, against the same search without a write before it. */
async function measureUpdate({ full }, engines) {
  const { pattern } = queriesOn("large").find(({ name }) => name === "rare literal");
  const outcome = {};
  for (const [name, engine] of Object.entries(engines)) {
    const times = { write: [], searchAfter: [], searchAlone: [] };
    for (let round = 0; round < (full ? 25 : 11); round++) {
      times.write.push((await clocked(() => edit(engine, round))).milliseconds);
      times.searchAfter.push(
        (await clocked(() => engine.call("grep", { pattern: varied(pattern, round) }))).milliseconds,
      );
      times.searchAlone.push(
        (await clocked(() => engine.call("grep", { pattern: `(?:)${varied(pattern, round)}` }))).milliseconds,
      );
    }
    outcome[name] = Object.fromEntries(Object.entries(times).map(([key, list]) => [key, median(list)]));
  }
  return outcome;
}

/**
 * Time between two turns of the event loop while large is searched, with the
 * step that a main thread gets: the engine takes a thread with a document for
 * one. Between two turns of the ticker lies one step at most.
 */
async function measureSteps(large) {
  globalThis.document = {};
  let engine;
  try {
    engine = await openSonde(large.files);
  } finally {
    delete globalThis.document;
  }
  const rows = [];
  for (const query of queriesOn("large").filter(({ name }) => /absent|common|dense|no literal/.test(name))) {
    await edit(engine, rows.length);
    const gaps = [];
    let ticking = true;
    let last = performance.now();
    const tick = () => {
      const now = performance.now();
      gaps.push(now - last);
      last = now;
      if (ticking) setImmediate(tick);
    };
    setImmediate(tick);
    const { milliseconds, result } = await clocked(() => engine.call("grep", { pattern: query.pattern }));
    ticking = false;
    gaps.push(performance.now() - last);
    if (result.isError) throw new Error(result.content[0].text);
    rows.push({
      ...query,
      milliseconds,
      turns: gaps.length,
      median: median(gaps),
      percentile99: percentile(gaps, 0.99),
      longest: Math.max(...gaps),
    });
  }
  await engine.dispose();
  return rows;
}
