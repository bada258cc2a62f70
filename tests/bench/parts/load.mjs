// Writing all of medium, against decoding it.
import { agrees, clocked, inTurns } from "../measure.mjs";
import { decodeAll } from "../rivals/javascript-loop.mjs";
import { openSonde } from "../sonde.mjs";

export async function measureLoad({ full, corpus }) {
  const medium = corpus("medium");
  let usage;
  const load = async () => {
    const engine = await openSonde([]);
    const { milliseconds } = await clocked(() => engine.files.writeMany(medium.files));
    usage = await engine.files.usage();
    await engine.dispose();
    return { milliseconds, count: usage.files };
  };
  const decode = async () => {
    const { milliseconds, result } = await clocked(() => decodeAll(medium.files));
    return { milliseconds, count: result.length };
  };
  const contenders = [
    { name: "sonde", run: load },
    { name: "decode", run: decode },
  ];
  const outcomes = await inTurns(contenders, full ? 9 : 3);
  for (const outcome of Object.values(outcomes)) outcome.agrees = agrees(outcome, medium.files.length);
  return { outcomes, usage };
}
