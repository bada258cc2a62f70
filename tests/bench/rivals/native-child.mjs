// The small process behind NativeRunner.
import { spawnSync } from "node:child_process";
import { closeSync, openSync } from "node:fs";

process.on("message", ({ command, args, output, cwd }) => {
  const stdout = output === undefined ? "pipe" : openSync(output, "w");
  const began = performance.now();
  const result = spawnSync(command, args, {
    cwd,
    stdio: ["ignore", stdout, "pipe"],
    encoding: "utf8",
    maxBuffer: 1 << 28,
    env: { ...process.env, LC_ALL: "C.UTF-8" },
  });
  const milliseconds = performance.now() - began;
  if (output !== undefined) closeSync(stdout);
  const failed = result.error?.message ?? (result.status > 1 ? result.stderr.trim().slice(0, 300) : undefined);
  process.send(failed ? { error: failed } : { milliseconds, stdout: result.stdout ?? "" });
});
process.on("disconnect", () => process.exit(0));
