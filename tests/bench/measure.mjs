// Times and what is made of them.

const sorted = (values) => [...values].sort((a, b) => a - b);
export const median = (values) => sorted(values)[values.length >> 1];
export const percentile = (values, share) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))];

/** 0 when one value is 0: a run that gave a wrong answer scores nothing. */
export const geometricMean = (values) =>
  Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);

/** Result and milliseconds of `work`. */
export async function clocked(work) {
  const began = performance.now();
  const result = await work();
  return { milliseconds: performance.now() - began, result };
}

/** Repeats `work` until compilers and caches had their time with it: 200 ms, or a hundred times. */
export async function warmUp(work) {
  const began = performance.now();
  for (let i = 0; i < 100 && performance.now() - began < 200; i++) await work();
}

/**
 * Runs contenders in turns, so that a busy machine hits all of them. Each is
 * {name, rounds, run(round)}, where `run` returns {milliseconds, count}; one
 * without `rounds` runs in all. The turn order moves on each round. Returns by
 * name: median milliseconds, all of them, the counts seen; or {error}.
 */
export async function inTurns(contenders, rounds) {
  const outcomes = new Map(contenders.map(({ name }) => [name, { times: [], counts: new Set() }]));
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < contenders.length; turn++) {
      const contender = contenders[(turn + round) % contenders.length];
      const outcome = outcomes.get(contender.name);
      if (outcome.error || round >= (contender.rounds ?? rounds)) continue;
      try {
        const { milliseconds, count } = await contender.run(round);
        outcome.times.push(milliseconds);
        outcome.counts.add(count);
      } catch (error) {
        outcome.error = String(error?.message ?? error);
      }
    }
  }
  return Object.fromEntries(
    [...outcomes].map(([name, { times, counts, error }]) => [
      name,
      error ? { error } : { milliseconds: median(times), times, counts: [...counts] },
    ]),
  );
}

/** True when every run of an outcome counted `expected`. */
export const agrees = (outcome, expected) =>
  !outcome.error && outcome.counts.length === 1 && outcome.counts[0] === expected;
