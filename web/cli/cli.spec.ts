import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ToolResult } from "../contract/types.ts";
import { version } from "../engine/version.ts";
import { runCli } from "./run-cli.ts";
import { exitCode, partialReason } from "./search.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "sonde-cli-"));
  await mkdir(join(folder, "src/deep"), { recursive: true });
  await mkdir(join(folder, "out"));
  await writeFile(join(folder, ".gitignore"), "out\n");
  await writeFile(join(folder, "src/a.ts"), "const needle = 1;\nconst other = 2;\n");
  await writeFile(join(folder, "src/deep/b.js"), "needle();\n");
  await writeFile(join(folder, "out/c.js"), "needle();\n");
  await writeFile(join(folder, "many.txt"), "line\n".repeat(300));
  await writeFile(join(folder, "bin"), Uint8Array.of(0, 1, 2));
});

afterAll(() => rm(folder, { recursive: true }));

async function run(args: string[], isTTY = false) {
  let stdout = "";
  let stderr = "";
  const code = await runCli(args, {
    stdout: { write: (text) => (stdout += text) },
    stderr: { write: (text) => (stderr += text), isTTY },
  });
  return { code, stdout, stderr };
}

const grep = (...args: string[]) => run(["grep", ...args]);

describe("grep", () => {
  test("found: 0", async () => {
    const { code, stdout, stderr } = await grep("needle", folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toBe("Found 2 matches\n\nsrc/a.ts\nLine 1: const needle = 1;\n\nsrc/deep/b.js\nLine 1: needle();\n");
  });

  test("--include, and a file named as DIR whatever the ignore rules", async () => {
    expect((await grep("needle", folder, "--include", "*.js")).stdout).not.toContain("a.ts");
    expect((await grep("needle", join(folder, "out/c.js"))).stdout).toContain("Found 1 match\n\nc.js");
  });

  test("nothing: 1", async () => {
    const { code, stdout } = await grep("absent", folder);
    expect(code).toBe(1);
    expect(stdout).toContain("No matches found");
  });

  test("a pattern that begins with a dash comes after --", async () => {
    expect((await grep("--", "-x", folder)).code).toBe(1);
  });

  test("a capped result is said on stderr, --all shows it", async () => {
    const capped = await grep("line", folder);
    expect(capped.code).toBe(0);
    expect(capped.stdout).toContain("Found 250 of 300 matches");
    expect(capped.stderr).toMatch(/partial result: not all of 300/);
    const all = await grep("line", folder, "--all");
    expect(all.stdout).toContain("Found 300 matches");
    expect(all.stderr).toBe("");
  });

  test("--json prints the result", async () => {
    const { stdout } = await grep("needle", folder, "--json");
    expect(JSON.parse(stdout)).toMatchObject({ isError: false, meta: { total: 2, shape: "matches" } });
  });

  test.each<[string, string[], RegExp]>([
    ["a bad pattern", ["(", "."], /regex parse error/],
    ["no such folder", ["x", "/no/such/folder"], /no folder/],
    ["no pattern", [], /usage: sonde grep/],
    ["too much", ["a", "b", "c"], /usage: sonde grep/],
    ["an unknown option", ["a", "--colour"], /colour/],
    ["an option without its value", ["a", "--include"], /include/],
    ["an empty pattern", ["", "."], /pattern is required/],
  ])("%s: 2", async (_, args, message) => {
    const { code, stdout, stderr } = await grep(...args.map((arg) => (arg === "." ? folder : arg)));
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(message);
  });

  test("progress is drawn on a terminal only, and cleared", async () => {
    for (let index = 0; index < 300; index++) await writeFile(join(folder, "src/deep", `f${index}`), "x");
    expect((await run(["grep", "needle", folder], true)).stderr).toMatch(/loaded 256 files.*\r\u001b\[K$/s);
    expect((await run(["grep", "needle", folder])).stderr).toBe("");
  });
});

test("glob lists ignored files too", async () => {
  const { code, stdout } = await run(["glob", "**/c.js", folder]);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "out/c.js\n" });
  expect((await run(["glob", "*.none", folder])).code).toBe(1);
});

describe("read", () => {
  test("a file of DIR, or by itself", async () => {
    const rows = "2\tconst other = 2;\n[Lines 2-2 of 2]\n";
    expect((await run(["read", "src/a.ts", folder, "--offset", "2"])).stdout).toBe(rows);
    expect((await run(["read", join(folder, "src/a.ts"), "--offset", "2"])).stdout).toBe(rows);
    expect((await run(["read", "../src/a.ts", join(folder, "out"), "--offset", "2"])).stdout).toBe(rows);
  });

  test.each<[string, string[], RegExp]>([
    ["a missing file", ["none"], /no file/],
    ["a folder", ["src"], /not a file/],
    ["a binary file", ["bin"], /binary/],
    ["an offset that is none", ["many.txt", "--offset", "x"], /whole number/],
    ["an offset beyond", ["many.txt", "--offset", "9999"], /./],
  ])("%s: 2", async (_, [name = "", ...rest], message) => {
    const { code, stderr } = await run(["read", name, folder, ...rest]);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});

describe("help", () => {
  test("lists every command", async () => {
    const { code, stdout } = await run(["--help"]);
    expect(code).toBe(0);
    for (const name of ["grep", "glob", "read"]) expect(stdout).toContain(`sonde ${name} `);
    expect((await run(["grep", "--help"])).stdout).toContain("--include GLOB");
    expect((await run(["--version"])).stdout).toBe(`${version}\n`);
  });

  test.each([[[]], [["rg"]], [["constructor"]]])("%j: 2", async (args) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).not.toBe("");
  });
});

test.each<[Partial<ToolResult>, string | undefined, number]>([
  [{}, undefined, 0],
  [{ meta: { total: 0 } }, undefined, 1],
  [{ meta: { total: 5, truncated: true } }, "not all of 5 results are shown; --all shows them", 0],
  [{ details: { status: "partial" } }, "the search did not see everything", 0],
  [{ isError: true }, undefined, 2],
])("%j ends with its code", (fields, reason, code) => {
  const result: ToolResult = { isError: false, content: [], ...fields };
  expect(partialReason(result)).toBe(reason);
  expect(exitCode(result)).toBe(code);
});
