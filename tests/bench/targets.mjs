// The targets, each with its figure and whether it is met. A wrong count scores zero.
import { geometricMean } from "./measure.mjs";

/** How many times faster Sonde is than `rival`; 0 after a wrong count, undefined when the rival did not run. */
export function speedup(row, rival, ours = "sonde") {
  const [sonde, other] = [row.outcomes[ours], row.outcomes[rival]];
  if (!other || other.error || !other.agrees) return undefined;
  if (sonde.error || !sonde.agrees) return 0;
  return other.milliseconds / sonde.milliseconds;
}

/** Speedups of all rows where the rival ran, with the row of each. */
function speedups(rows, rival) {
  return rows.map((row) => ({ name: row.name, value: speedup(row, rival) })).filter(({ value }) => value !== undefined);
}

const least = (list) => list.reduce((a, b) => (b.value < a.value ? b : a));
const greatest = (list) => list.reduce((a, b) => (b.value > a.value ? b : a));
const times = (value) => `${value.toFixed(2)}×`;
const ms = (value) => `${value.toFixed(2)} ms`;
const taken = ({ error, milliseconds }) => (error ? firstLine(error) : ms(milliseconds));
const percent = (value) => `${(100 * value).toFixed(1)} %`;

/** `value` must be at least `bound`. `shown` writes both. */
const atLeast = (name, value, bound, shown, note = "") =>
  verdict(name, `≥ ${shown(bound)}`, value, bound / value, shown, note);
const atMost = (name, value, bound, shown, note = "") =>
  verdict(name, `≤ ${shown(bound)}`, value, value / bound, shown, note);

function verdict(name, bound, value, missedBy, shown, note) {
  return { name, bound, measured: shown(value), value, missedBy, met: missedBy <= 1, note };
}

const firstLine = (text) => text.split("\n")[0];
const notMeasured = (name, reason) => ({ name, bound: "", measured: "–", met: undefined, note: firstLine(reason) });

function againstLoop({ rows }) {
  const list = speedups(rows, "javascript");
  const slowest = least(list);
  const slower = list.filter(({ value }) => value < 1).length;
  return [
    atLeast(
      "JavaScript RegExp loop, every query",
      slowest.value,
      1,
      times,
      `least: ${slowest.name}; slower on ${slower} of ${list.length}`,
    ),
    atLeast("JavaScript RegExp loop, geometric mean", geometricMean(list.map(({ value }) => value)), 5, times),
  ];
}

function againstRipgrep({ rows }) {
  const one = speedups(rows, "ripgrepOne");
  const wasm = speedups(rows, "wasm");
  const result = [];
  if (one.length === 0)
    result.push(notMeasured("rg -j1, the bytes as one file, every query", rows[0].outcomes.ripgrepOne.error));
  else {
    const slowest = least(one);
    const slower = one.filter(({ value }) => value < 1).length;
    const note = `least: ${slowest.name}; slower on ${slower} of ${one.length}; geometric mean ${times(geometricMean(one.map(({ value }) => value)))}`;
    result.push(atLeast("rg -j1, the bytes as one file, every query", slowest.value, 1, times, note));
  }
  if (wasm.length === 0) result.push(notMeasured("npm ripgrep in memory, geometric mean", rows[0].outcomes.wasm.error));
  else
    result.push(
      atLeast(
        "npm ripgrep in memory, geometric mean",
        geometricMean(wasm.map(({ value }) => value)),
        12,
        times,
        `${wasm.length} of ${rows.length} queries compared`,
      ),
    );
  return result;
}

function wholeCall({ rows }) {
  const many = rows.filter((row) => row.lines > 250);
  const worst = greatest(
    many.map(({ name, outcomes: { sonde, bare } }) => {
      const right = sonde.agrees && bare.agrees;
      const value = right ? sonde.milliseconds / (1.3 * bare.milliseconds + 2) : Number.POSITIVE_INFINITY;
      return { name, value, sonde, bare };
    }),
  );
  const note = `worst: ${worst.name}, ${taken(worst.sonde)} against ${taken(worst.bare)}; the bare count is a grep that keeps one line`;
  return [atMost("whole grep, 250 kept, over 1.3 × bare count + 2 ms", worst.value, 1, times, note)];
}

function filtered({ outcomes, loaded, usage, searches }) {
  const grown = (usage.allocatedBytes - loaded.allocatedBytes) / loaded.textBytes;
  const share = `allocated bytes grew by ${percent(grown)} of the text, in ${searches} searches`;
  return Object.entries(outcomes).map(([name, { milliseconds, error, agrees }]) =>
    error || !agrees
      ? notMeasured(`${name}, filters made before`, error ?? "wrong count")
      : atMost(`${name}, filters made before`, milliseconds, 2, ms, share),
  );
}

function scanLimit({ rows }) {
  const list = rows.filter((row) => !row.outcomes.scan.error);
  if (list.length === 0)
    return [notMeasured("literals without filters against a SIMD scan", rows[0].outcomes.scan.error)];
  const ratios = list.map((row) => ({
    name: row.name,
    value: row.outcomes.sonde.agrees
      ? row.outcomes.sonde.milliseconds / row.outcomes.scan.milliseconds
      : Number.POSITIVE_INFINITY,
  }));
  const note = `worst of: ${ratios.map(({ name, value }) => `${name} ${times(value)}`).join(", ")}`;
  return [atMost("literals without filters against a SIMD scan", greatest(ratios).value, 2.5, times, note)];
}

function tools({ globs, dense, paths }) {
  const result = globs.map(({ pattern, expected, outcomes: { sonde } }) =>
    sonde.agrees
      ? atMost(`glob ${pattern}`, sonde.milliseconds, 4, ms, `${expected} of ${paths} paths`)
      : notMeasured(`glob ${pattern}`, `wrong count: ${sonde.error ?? sonde.counts}, not ${expected}`),
  );
  for (const [rival, target] of [
    ["ripgrepTree", "tree"],
    ["ripgrepOne", "one file"],
  ]) {
    const name = `dense output with value against rg -j1 -n, ${target}`;
    const value = speedup(dense, rival);
    const note = `${taken(dense.outcomes.sonde)}; ${taken(dense.outcomes[rival])} into a file`;
    result.push(
      value === undefined ? notMeasured(name, dense.outcomes[rival].error) : atLeast(name, value, 2, times, note),
    );
  }
  result.push(objects(dense));
  return result;
}

function objects(dense) {
  const name = "the same until its objects are made";
  const { objects: made, ripgrepJson } = dense.outcomes;
  const [lines, json] = ["ripgrepTree", "ripgrepJson"].map((rival) => speedup(dense, rival, "objects"));
  if (lines === undefined || json === undefined) return notMeasured(name, ripgrepJson.error ?? "a wrong count");
  const note = `${taken(made)}; ${times(lines)} of rg -j1 -n, tree; ${times(json)} of rg -j1 --json, tree (${taken(ripgrepJson)}), which holds as much`;
  return { name, bound: "", measured: times(json), value: json, met: undefined, note };
}

function loading({ outcomes: { sonde, fresh, copy, decode }, usage }) {
  const notes = `${taken(sonde)} against ${taken(decode)}; into fresh memory ${taken(fresh)}, of which a mere copy takes ${taken(copy)}`;
  return [
    atLeast(
      "load against TextDecoder, memory used before",
      sonde.agrees ? decode.milliseconds / sonde.milliseconds : 0,
      3,
      times,
      notes,
    ),
    atMost("wasm heap after load, over text bytes", usage.heapBytes / usage.textBytes, 1.15, times),
  ];
}

function onLarge({ bytes, growth, update, steps }) {
  const ratio = bytes.large / bytes.medium;
  const list = growth.map(({ name, expected, outcomes: { medium, large } }) => ({
    name,
    value: medium.agrees && large.agrees ? large.milliseconds / medium.milliseconds / ratio : Number.POSITIVE_INFINITY,
    matches: expected.large / expected.medium / ratio,
  }));
  const worst = greatest(list);
  const matches = Number.isFinite(worst.matches) ? `, its matching lines ${times(worst.matches)}` : "";
  const slow = greatest(steps.map(({ name, median }) => ({ name, value: median })));
  const tail = greatest(steps.map(({ name, percentile99, longest }) => ({ name, value: percentile99, longest })));
  const after = greatest(
    Object.entries(update).map(([name, { searchAfter, searchAlone }]) => ({ name, value: searchAfter / searchAlone })),
  );
  return [
    atMost(
      "large over medium, time over bytes",
      worst.value,
      1.25,
      times,
      `worst: ${worst.name}${matches}; ${times(ratio)} the bytes`,
    ),
    atMost("search after a one-file write, over one without", after.value, 1.25, times, `worst: ${after.name}`),
    atMost(
      "one-file write, large over medium (+ 0.1 ms)",
      update.large.write / (update.medium.write + 0.1),
      1.25,
      times,
      `${ms(update.medium.write)}, ${ms(update.large.write)}`,
    ),
    atMost("step on large, median", slow.value, 5, ms, `worst: ${slow.name}`),
    atMost("step on large, 99th percentile", tail.value, 20, ms, `worst: ${tail.name}, longest ${ms(tail.longest)}`),
  ];
}

function coldStart({ outcomes, parts, mereCopy }) {
  const name = "cold: instantiate, load, first grep, against npm ripgrep's first call";
  const failed = Object.values(outcomes).find(({ error }) => error);
  if (failed) return [notMeasured(name, failed.error)];
  const { sonde, call, callUnpacked, memory } = outcomes;
  const right = Object.values(outcomes).every((outcome) => outcome.agrees);
  const ofSonde = Object.entries(parts.sonde).map(([part, milliseconds]) => `${part} ${ms(milliseconds)}`);
  const imported = (call.milliseconds + parts.call.import) / (sonde.milliseconds + parts.sonde.import);
  const note = [
    `${ms(sonde.milliseconds)} against ${ms(call.milliseconds)}`,
    `${times(imported)} with the import of each (${ms(parts.sonde.import)}, ${ms(parts.call.import)})`,
    `${times(memory.milliseconds / sonde.milliseconds)} over the same files in memory`,
    `${times(callUnpacked.milliseconds / sonde.milliseconds)} when its module lies unpacked in the temporary folder`,
    ofSonde.join(", "),
    `a mere copy of the files into fresh memory ${ms(mereCopy)}`,
  ].join("; ");
  return [atLeast(name, right ? call.milliseconds / sonde.milliseconds : 0, 5, times, note)];
}

function size({ total }) {
  const kilobytes = (value) => `${(value / 1000).toFixed(1)} KB`;
  return [atMost("wasm + glue, gzip, signal_grep included", total.gzip, 210_000, kilobytes)];
}

function growth({ rows, bound }) {
  const bad = rows.filter(({ linear }) => !linear).map(({ name, error }) => (error ? `${name}: ${error}` : name));
  const worst = greatest(rows.filter(({ error }) => !error).map(({ name, overall }) => ({ name, value: overall })));
  return [
    atMost(
      "growth tables, worst time over size",
      worst.value,
      bound,
      times,
      bad.length > 0 ? `not linear: ${bad.join("; ")}` : `worst: ${worst.name}`,
    ),
  ];
}

const judges = {
  queries: (part) => [...againstLoop(part), ...againstRipgrep(part), ...wholeCall(part)],
  filters: filtered,
  scan: scanLimit,
  tools,
  load: loading,
  large: onLarge,
  cold: coldStart,
  size,
  growth,
};

/** All targets of the parts that were measured. */
export function judge(parts) {
  return Object.entries(judges).flatMap(([name, verdicts]) => {
    if (!parts[name]) return [];
    if (parts[name].error) return [notMeasured(`all of ${name}`, parts[name].error)];
    try {
      return verdicts(parts[name]);
    } catch (error) {
      // A figure that a verdict needs is missing, as its run failed: the tables say which.
      return [notMeasured(`all of ${name}`, `a run failed, see its table (${firstLine(String(error))})`)];
    }
  });
}
