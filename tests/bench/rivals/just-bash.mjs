// just-bash's rg over its in-memory file system.
import { varied } from "../queries.mjs";
import { rivalModule } from "../rivals.mjs";

/** {count(pattern, run)} over a tree of `files`. */
export async function openJustBash(files) {
  const { Bash } = await rivalModule("just-bash/dist/bundle/index.js");
  const shell = new Bash({
    cwd: "/tree",
    files: Object.fromEntries(files.map(({ path, data }) => [`/tree/${path}`, new Uint8Array(data)])),
  });
  return {
    async count(pattern, run) {
      await shell.writeFile("/tree/bench-edit.txt", run % 2 ? "a" : "b");
      const began = performance.now();
      // Its rg ignores case by default, and an inline (?i) does not undo -s.
      const anyCase = pattern.startsWith("(?i)");
      const source = varied(anyCase ? pattern.slice(4) : pattern, run);
      const args = ["-c", "-a", "-I", anyCase ? "-i" : "-s", "--no-ignore", "-e", source, "."];
      const result = await shell.exec("rg", { args });
      const milliseconds = performance.now() - began;
      if (result.exitCode > 1) throw new Error(result.stderr.trim().slice(0, 300));
      const count = result.stdout.split("\n").reduce((sum, line) => sum + (Number(line) || 0), 0);
      return { milliseconds, count };
    },
  };
}
