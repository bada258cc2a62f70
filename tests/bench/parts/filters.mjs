// Rare and absent literals on medium, with filters that were made before.
import { agrees, inTurns, warmUp } from "../measure.mjs";
import { queriesOn } from "../queries.mjs";
import { grep, makeFilters, openSonde } from "../sonde.mjs";
import { oracle } from "./shared.mjs";

/** Runs of a query of a millisecond or two, of which a few tell nothing. */
const rounds = 21;

export async function measureFilters(context) {
  const medium = context.corpus("medium");
  const sonde = await openSonde(medium.files);
  const loaded = await sonde.files.usage();
  const searches = await makeFilters(sonde);
  const usage = await sonde.files.usage();
  const outcomes = {};
  for (const query of queriesOn("medium").slice(0, 2)) {
    const run = (round) => grep(sonde, query.pattern, 1 + round);
    await warmUp(() => run(rounds));
    const { sonde: outcome } = await inTurns([{ name: "sonde", run }], rounds);
    outcome.agrees = agrees(outcome, (await oracle(context, query, medium)).lines);
    outcomes[query.name] = outcome;
  }
  await sonde.dispose();
  return { outcomes, loaded, usage, searches };
}
