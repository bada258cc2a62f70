// Writing all of medium, against decoding it.
//
// A page of memory costs the system more when it is touched first than Sonde
// needs to fill it, so both are shown: an engine that has held as much before, and
// a fresh one, beside a mere copy of the bytes into fresh memory.
import { freshCopyMilliseconds } from "../fresh-copy.mjs";
import { agrees, clocked, inTurns } from "../measure.mjs";
import { decodeAll } from "../rivals/javascript-loop.mjs";
import { openSonde } from "../sonde.mjs";

export async function measureLoad({ full, corpus }) {
  const medium = corpus("medium");
  let usage;
  const held = await openSonde(medium.files);
  const reload = async () => {
    await held.files.clear();
    const { milliseconds } = await clocked(() => held.files.writeMany(medium.files));
    return { milliseconds, count: (await held.files.usage()).files };
  };
  const load = async () => {
    const engine = await openSonde([]);
    const { milliseconds } = await clocked(() => engine.files.writeMany(medium.files));
    usage = await engine.files.usage();
    await engine.dispose();
    return { milliseconds, count: usage.files };
  };
  const copy = async () => ({
    milliseconds: freshCopyMilliseconds(medium.files),
    count: medium.files.length,
  });
  const decode = async () => {
    const { milliseconds, result } = await clocked(() => decodeAll(medium.files));
    return { milliseconds, count: result.length };
  };
  const reported = full ? 9 : 3;
  const contenders = [
    { name: "sonde", run: reload },
    { name: "fresh", rounds: reported, run: load },
    { name: "copy", rounds: reported, run: copy },
    { name: "decode", run: decode },
  ];
  const outcomes = await inTurns(contenders, full ? 9 : 5);
  await held.dispose();
  for (const outcome of Object.values(outcomes)) outcome.agrees = agrees(outcome, medium.files.length);
  return { outcomes, usage };
}
