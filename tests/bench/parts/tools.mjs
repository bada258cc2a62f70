// Beside counting: globs, files only, first matches, and every line given out.
import { join } from "node:path";
import { scratch } from "../bundle.mjs";
import { agrees, inTurns, warmUp } from "../measure.mjs";
import { globs, queriesOn, varied } from "../queries.mjs";
import { javascriptCount, loopTexts } from "../rivals/javascript-loop.mjs";
import { call, openSonde } from "../sonde.mjs";
import { skipped } from "./shared.mjs";

export async function measureTools(context) {
  const medium = context.corpus("medium");
  const sonde = await openSonde(medium.files, { limits: { rawOutputMaxBytes: 2 ** 30 } });
  const result = {
    globs: await measureGlobs(context, medium, sonde),
    files: await measureFiles(context, medium, sonde),
    dense: await measureDense(context, medium, sonde),
    paths: medium.files.length,
  };
  await sonde.dispose();
  return result;
}

async function measureGlobs({ rivals, runner }, medium, sonde) {
  const rows = [];
  for (const { pattern, matches } of globs) {
    const expected = medium.files.filter((file) => matches(file.path)).length;
    const globbed = async (round) => {
      const { milliseconds, result } = await call(sonde, round, "glob", { pattern });
      return { milliseconds, count: result.details.total };
    };
    const listed = async () => {
      if (rivals.ripgrep.error) skipped(rivals.ripgrep);
      const args = ["--no-config", "--files", "--no-ignore", "-j1", "-g", pattern, medium.folder];
      const { milliseconds, stdout } = await runner.run(rivals.ripgrep.command, args);
      return { milliseconds, count: stdout.split("\n").length - 1 };
    };
    await warmUp(() => globbed(0));
    const contenders = [
      { name: "sonde", run: globbed },
      { name: "ripgrepTree", rounds: 3, run: listed },
    ];
    const outcomes = await inTurns(contenders, 9);
    for (const outcome of Object.values(outcomes)) outcome.agrees = agrees(outcome, expected);
    rows.push({ pattern, expected, outcomes });
  }
  return rows;
}

/**
 * No public tool stops at a file's first match. signal_grep with mode "files"
 * comes nearest: it counts and keeps every line, then lists files.
 */
async function measureFiles({ full, rivals, runner }, medium, sonde) {
  const texts = loopTexts(medium.files);
  const rows = [];
  for (const query of queriesOn("medium").filter(({ name }) => /rare|common|no literal/.test(name))) {
    const nearest = async (round) => {
      const args = { pattern: varied(query.pattern, round), mode: "files", ignoreCase: false };
      const { milliseconds, result } = await call(sonde, round, "signal_grep", args);
      return { milliseconds, count: result.details.totalFiles };
    };
    const ripgrep = (options) => async () => {
      if (rivals.ripgrep.error) skipped(rivals.ripgrep);
      const args = ["--no-config", "-a", "--no-ignore", "-j1", ...options, "-e", query.pattern, medium.folder];
      const { milliseconds, stdout } = await runner.run(rivals.ripgrep.command, args);
      return { milliseconds, count: stdout.split("\n").length - 1 };
    };
    const contenders = [
      { name: "nearest", run: nearest },
      { name: "javascript", run: (round) => javascriptCount(texts, query, round, 1) },
      { name: "ripgrepFiles", rounds: 3, run: ripgrep(["-l"]) },
      { name: "ripgrepFirst", rounds: 3, run: ripgrep(["-m1", "--no-heading", "-N"]) },
    ];
    const outcomes = await inTurns(contenders, full ? 9 : 3);
    const expected = outcomes.ripgrepFiles.counts?.[0] ?? outcomes.javascript.counts[0];
    for (const outcome of Object.values(outcomes)) outcome.agrees = agrees(outcome, expected);
    rows.push({ ...query, expected, outcomes });
  }
  return rows;
}

/**
 * Every line with its hits. `sonde` is timed until the value is complete in the
 * result, which no longer needs the engine; `objects` until its objects are
 * made, too. `ripgrepJson` writes as much as they hold, `-n` lines alone.
 */
async function measureDense({ full, rivals, runner }, medium, sonde) {
  const { pattern } = queriesOn("medium").find((query) => query.dense);
  const output = join(scratch, "dense-output.txt");
  const withValue = async (round) => {
    const args = { pattern: varied(pattern, round) };
    const { milliseconds, result } = await call(sonde, round, "grep", args, { value: true });
    const began = performance.now();
    const count = result.value.matches.length;
    return { milliseconds, reading: performance.now() - began, count };
  };
  const withObjects = async (round) => {
    const { milliseconds, reading, count } = await withValue(round);
    return { milliseconds: milliseconds + reading, count };
  };
  const writing = (target, options) => async () => {
    if (rivals.ripgrep.error) skipped(rivals.ripgrep);
    const args = ["--no-config", "-a", ...options, "-j1", "--no-ignore", "-e", pattern, target];
    const { milliseconds } = await runner.run(rivals.ripgrep.command, args, { output });
    const counted = await runner.run("/usr/bin/grep", [
      "-c",
      options.includes("--json") ? '^{"type":"match"' : "^",
      output,
    ]);
    return { milliseconds, count: Number.parseInt(counted.stdout, 10) };
  };
  const lines = ["-n", "--no-heading"];
  const reported = full ? 9 : 2;
  const contenders = [
    { name: "sonde", run: withValue },
    { name: "ripgrepOne", run: writing(medium.oneFile, lines) },
    { name: "ripgrepTree", run: writing(medium.folder, lines) },
    { name: "objects", rounds: reported, run: withObjects },
    { name: "ripgrepJson", rounds: reported, run: writing(medium.folder, ["--json"]) },
  ];
  await withValue(0);
  const outcomes = await inTurns(contenders, full ? 9 : 5);
  const expected = outcomes.ripgrepOne.counts?.[0];
  for (const outcome of Object.values(outcomes)) outcome.agrees = expected === undefined || agrees(outcome, expected);
  return { pattern, expected, outcomes };
}
