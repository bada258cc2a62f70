// Native programs. They are started by a small process of their own: a start
// from one that holds the corpora would pay for copying its page tables.
import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

/** Starts and times commands in a process that stays small. */
export class NativeRunner {
  #child = fork(fileURLToPath(new URL("native-child.mjs", import.meta.url)));
  #waiting = [];

  constructor() {
    this.#child.on("message", (message) => this.#waiting.shift()?.(message));
    this.#child.on("exit", (code) => {
      for (const resolve of this.#waiting.splice(0)) resolve({ error: `the runner ended with ${code}` });
    });
  }

  /**
   * {milliseconds, stdout} of the whole process. `output` is a file that takes
   * stdout instead. Throws unless it ended with 0 or 1 ("no match").
   */
  async run(command, args, { output, cwd } = {}) {
    const answer = await new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#child.send({ command, args, output, cwd });
    });
    if (answer.error) throw new Error(answer.error);
    return answer;
  }

  close() {
    this.#child.kill();
  }
}

/** Sum of the counts that `-c` prints, one a file or one in all. */
const total = (stdout) => stdout.split("\n").reduce((sum, line) => sum + (Number(line) || 0), 0);

/** Matching lines by ripgrep at `command`: in the one file, or in the files of the tree. */
export async function ripgrepCount(runner, command, pattern, target, options = []) {
  const args = ["--no-config", "-c", "-a", "-I", "--no-ignore", ...options, "-e", pattern, target];
  const { milliseconds, stdout } = await runner.run(command, args);
  return { milliseconds, count: total(stdout) };
}

/** Matching lines by GNU grep. */
export async function grepCount(runner, command, pattern, target) {
  const anyCase = pattern.startsWith("(?i)");
  const source = anyCase ? pattern.slice(4) : pattern;
  const { milliseconds, stdout } = await runner.run(command, [
    "-c",
    "-a",
    "-E",
    ...(anyCase ? ["-i"] : []),
    "-e",
    source,
    target,
  ]);
  return { milliseconds, count: total(stdout) };
}
