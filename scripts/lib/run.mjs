// Small helpers of the set-up scripts. They run before any package is
// installed, so they use Node's own modules only.
import { spawnSync } from "node:child_process";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";

/** The repository's folder. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Environment for compilers: Debian's emscripten needs NODE_PATH to find its optimiser's `acorn`. */
export function toolEnvironment() {
  return { ...process.env, NODE_PATH: "/usr/share/nodejs" };
}

/**
 * Runs a command from the repository's folder and stops this process with its
 * exit code when it fails. `quiet` prints the output only on failure.
 */
export function run(command, { environment = process.env, quiet = false, cwd = root } = {}) {
  const result = spawnSync(command[0], command.slice(1), {
    cwd,
    env: environment,
    stdio: quiet ? "pipe" : "inherit",
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  if (result.status === 0) return result.stdout ?? "";
  if (quiet) process.stderr.write(`${result.stdout ?? ""}${result.stderr ?? ""}`);
  console.error(
    `failed: ${command.join(" ")}${result.error ? ` (${result.error.message})` : ` (exit ${result.status})`}`,
  );
  process.exit(1);
}
