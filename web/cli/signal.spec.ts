import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToolResult } from "../contract/types.ts";
import { runCli } from "./run-cli.ts";
import { runSignal } from "./signal-command.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sonde-signal-"));
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src/few.ts"), "const needle = 1;\n");
  await writeFile(join(folder, "many.txt"), "the line\n".repeat(900));
  await writeFile(join(folder, "more.txt"), "no\nthe line\n");
});

afterAll(() => rm(folder, { recursive: true }));

async function run(args: string[], lines?: string[]) {
  let stdout = "";
  let stderr = "";
  const output = {
    stdout: { write: (text: string) => (stdout += text) },
    stderr: { write: (text: string) => (stderr += text) },
  };
  const code = lines
    ? await runSignal([args[0] ?? "", folder], { repl: true }, output, Readable.from(lines.map((line) => `${line}\n`)))
    : await runCli(["signal", ...args], output);
  return { code, stdout, stderr };
}

describe("sonde signal", () => {
  test("a small result comes whole, with its context: 0", async () => {
    const { code, stdout, stderr } = await run(["needle", folder]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe(
      "src/few.ts\n 1: const needle = 1; [7-12] {#1}\n\n[columns: 1-based UTF-16, inclusive]\n[Matches 1-1 of 1; complete snapshot]\n",
    );
  });

  test("a broad one as a summary", async () => {
    const { code, stdout, stderr } = await run(["the line", folder]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^901 matches in 2 files \(complete\)\n\n {3}900 {2}many\.txt\n {8}1: the line \{#1\}\n/);
  });

  test("options become arguments", async () => {
    const { stdout } = await run([
      "LINE",
      folder,
      "--ignore-case",
      "--word",
      "--mode",
      "files",
      "--glob",
      "more*",
      "--json",
    ]);
    const result = JSON.parse(stdout) as ToolResult;
    expect(result.details).toMatchObject({ mode: "files", totalMatches: 1 });
  });

  test("nothing: 1, mistakes: 2", async () => {
    expect((await run(["absent", folder])).code).toBe(1);
    for (const mistake of [
      ["(", folder],
      ["x", folder, "--limit", "0"],
      ["x", folder, "--limit", "many"],
      ["x", folder, "--mode", "fast"],
    ]) {
      const { code, stdout, stderr } = await run(mistake);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).not.toBe("");
    }
  });
});

describe("--repl", () => {
  test("goes on from the cursor: next, a file, source, an overview, JSON", async () => {
    const { code, stdout, stderr } = await run(
      ["the line"],
      [
        "",
        "next",
        "show more.txt",
        "inspect 901",
        "pinned 901 1",
        "files",
        '{"pattern":"needle","mode":"files"}',
        "help",
        "quit",
        "next",
      ],
    );
    expect(code).toBe(0);
    expect(stdout).toContain("[Matches 1-100 of 901; 100 of 900 in 1 selected path(s); complete snapshot]");
    expect(stdout).toContain("[Matches 101-200 of 901; 100 of 900 in 1 selected path(s); complete snapshot]");
    expect(stdout).toContain("[Matches 901-901 of 901; 1 of 1 in 1 selected path(s); complete snapshot]");
    expect(stdout).toContain("more.txt:2\n1: no\n2: the line\n");
    expect(stdout).toContain("Inspected 2 of 2 targets (complete)");
    expect(stdout).toContain("1 matches in 1 files (complete)\n\n     1  src/few.ts");
    expect(stderr).toContain("any arguments of signal_grep");
  });

  test("says when nothing follows, and what it can't read", async () => {
    const { stdout, stderr } = await run(["needle"], ["next", "show a", "{no", "dance"]);
    expect(stdout.match(/\{#1\}/g)).toHaveLength(1);
    expect(stderr).toContain("nothing follows");
    expect(stderr).toContain("no cursor");
    expect(stderr).toContain("not JSON");
  });
});
