// Literals by an engine without filters, against one SIMD pass over the same bytes.
import { agrees, inTurns, warmUp } from "../measure.mjs";
import { queriesOn } from "../queries.mjs";
import { openScan } from "../scan.mjs";
import { bareLimits, grep, openSonde, withoutFilters } from "../sonde.mjs";
import { oracle, orError, skipped } from "./shared.mjs";

export async function measureScan(context) {
  const { full, corpus } = context;
  const medium = corpus("medium");
  const sonde = await openSonde(medium.files, { limits: { ...withoutFilters, ...bareLimits } });
  const scan = await orError(() => openScan(medium.buffer));
  const rows = [];
  for (const query of queriesOn("medium").filter(({ literal }) => literal)) {
    const contenders = [
      { name: "sonde", run: (round) => grep(sonde, query.pattern, round) },
      { name: "scan", run: () => (scan.error ? skipped(scan) : scan.count(query.pattern)) },
    ];
    await warmUp(() => grep(sonde, query.pattern, 10));
    const outcomes = await inTurns(contenders, full ? 9 : 5);
    const expected = (await oracle(context, query, medium)).lines;
    for (const outcome of Object.values(outcomes)) outcome.agrees = agrees(outcome, expected);
    rows.push({ ...query, expected, outcomes });
  }
  await sonde.dispose();
  return { rows };
}
