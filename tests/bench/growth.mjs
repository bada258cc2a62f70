// How the time of a grep grows, one dimension at a time, four sizes each.
import { KB, lines, MB, noise } from "./made-texts.mjs";
import { inTurns, warmUp } from "./measure.mjs";
import { bareLimits, grep, openSonde, withoutFilters } from "./sonde.mjs";

/** More than this much time for the size's growth, from the first size to the last, is not linear. */
const bound = 1.25;

const one = (data) => [{ path: "growth.txt", data }];

/** Real files in an order that mixes folders, up to `size` bytes. */
function sample(files, size) {
  const chosen = [];
  let bytes = 0;
  // A step that shares no factor with the count visits each file once.
  for (let i = 0, at = 0; i < files.length && bytes < size; i++, at = (at + 7919) % files.length) {
    chosen.push(files[at]);
    bytes += files[at].data.length;
  }
  return chosen;
}

const sentence = "the quick brown fox jumps over a lazy dog and runs away from it into the wood";
/** Text of `size` bytes in lines of `length`, each ending in a number. */
const ruled = (size, length) => lines(Math.floor(size / length), (i) => `${"x".repeat(length - 9)}${i % 1e8}`);
const ruledLengths = [100, KB, 10 * KB, 100 * KB];
/** 400,000 lines, of which `count` hold the word. */
function marked(count) {
  const every = Math.floor((400 * KB) / count);
  return lines(400 * KB, (i) => (i % every === 0 ? `${sentence} needle` : sentence));
}
const words = (bytes) => lines(Math.floor(bytes / 8), (i) => `w${String(i).padStart(6, "0")}`).replaceAll("\n", "|");

/** `flat`: the text stays the same size, so that the time should too. */
function dimensions(medium) {
  const corpusBytes = (name, pattern) => ({
    name: `corpus bytes, ${name}`,
    unit: "bytes",
    sizes: [10 * MB, 20 * MB, 40 * MB, 80 * MB],
    files: (size) => sample(medium.files, size),
    pattern: () => pattern,
  });
  const lineLength = (name, pattern) => ({
    name: `bytes of one line, ${name}`,
    unit: "bytes",
    sizes: [MB / 2, MB, 2 * MB, 4 * MB],
    files: (size) => one(`${"x".repeat(size)}needle7`),
    pattern: () => pattern,
  });
  const fileCount = (name, pattern) => ({
    name: `files of 100 bytes, ${name}`,
    unit: "files",
    sizes: [25 * KB, 50 * KB, 100 * KB, 200 * KB],
    files: (size) =>
      Array.from({ length: size }, (_, i) => ({ path: `d${i % 100}/${i}`, data: `${sentence}\nsize_${i}\n` })),
    pattern: () => pattern,
  });
  return [
    corpusBytes("a literal", "sched_clock_register"),
    corpusBytes("a regex with a literal", "function\\s+\\w+\\s*\\("),
    corpusBytes("no literal", "[A-Z]{3,}_[0-9]+"),
    corpusBytes("dense", "\\w+\\s*\\("),
    fileCount("none match", "absent"),
    fileCount("all match", "size_[0-9]"),
    {
      name: "matching lines of 400,000",
      unit: "lines",
      sizes: [50 * KB, 100 * KB, 200 * KB, 400 * KB],
      files: (size) => one(marked(size)),
      pattern: () => "needle",
    },
    {
      name: "pattern of words, 1 MB of noise",
      unit: "pattern bytes",
      sizes: [8 * KB, 16 * KB, 32 * KB, 64 * KB],
      files: () => one(noise(MB)),
      pattern: words,
    },
    lineLength("a literal at its end", "needle"),
    lineLength("a regex", "ne+dle[0-9]"),
    {
      name: "length of the lines of 16 MB, one line kept",
      unit: "bytes a line",
      flat: true,
      sizes: ruledLengths,
      files: (size) => one(ruled(16 * MB, size)),
      pattern: () => "x[0-9]+$",
      limits: bareLimits,
    },
    {
      name: "length of the lines of 16 MB, 250 previews of up to 2,000 bytes",
      unit: "bytes a line",
      sizes: ruledLengths,
      files: (size) => one(ruled(16 * MB, size)),
      pattern: () => "x[0-9]+$",
    },
  ];
}

/** Time over size, from each size to the next and from the first to the last. */
function growthOf(times, sizes, flat) {
  const ratio = (from, to) => times[to] / times[from] / (flat ? 1 : sizes[to] / sizes[from]);
  const steps = times.slice(1).map((_, i) => ratio(i, i + 1));
  const overall = ratio(0, times.length - 1);
  return { steps, overall, linear: overall <= bound };
}

export async function measureGrowthTables({ full, corpus }) {
  const rows = [];
  for (const { name, unit, sizes, files, pattern, limits, flat = false } of dimensions(corpus("medium"))) {
    const engines = [];
    for (const size of sizes) {
      const content = files(size);
      const bytes = content.reduce((sum, file) => sum + file.data.length, 0);
      engines.push({
        size: unit === "bytes" && content.length > 1 ? bytes : size,
        // With filters a larger corpus may be looked at in a smaller part.
        engine: await openSonde(content, { limits: { ...withoutFilters, ...limits } }),
        text: pattern(size),
      });
    }
    for (const { engine, text } of engines) await warmUp(() => grep(engine, text, 0));
    const contenders = engines.map(({ engine, text }, i) => ({
      name: String(i),
      run: (round) => grep(engine, text, round + 1),
    }));
    const outcomes = Object.values(await inTurns(contenders, full ? 9 : 3));
    for (const { engine } of engines) await engine.dispose();
    const error = outcomes.find((outcome) => outcome.error)?.error;
    const times = outcomes.map(({ milliseconds }) => milliseconds);
    const actual = engines.map(({ size }) => size);
    rows.push({
      name,
      unit,
      flat,
      sizes: actual,
      ...(error
        ? { error }
        : { times, counts: outcomes.map(({ counts }) => counts), ...growthOf(times, actual, flat) }),
    });
  }
  return { rows, bound };
}
