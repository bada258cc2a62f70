import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Entry } from "../engine/types.ts";
import { type DirectoryOptions, loadDirectory } from "./load-directory.ts";

let folder = "";

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sonde-directory-"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function write(files: Record<string, string>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

async function load(options: DirectoryOptions = {}) {
  const entries = loadDirectory(folder, options);
  const loaded: Entry[] = [];
  for await (const entry of entries) loaded.push(entry);
  return { paths: loaded.map(({ path }) => path), loaded, skipped: entries.skipped };
}

describe("loadDirectory", () => {
  test("lists what git lists, and does not enter what is ignored", async () => {
    await write({
      ".gitignore": "node_modules\n*.log\n!keep.log\n/dist/\n",
      ".ignore": "secret.txt\n",
      "node_modules/big/.gitignore": "!*\n",
      "node_modules/big/index.js": "x",
      "dist/out.js": "x",
      "src/dist/in.js": "x",
      "src/a.ts": "x",
      "src/keep.log": "x",
      "src/drop.log": "x",
      "src/.gitignore": "local\n",
      "src/local/x": "x",
      "local/x": "x",
      "secret.txt": "x",
      ".hidden": "x",
    });
    execFileSync("git", ["init", "-q"], { cwd: folder });
    const { paths, skipped } = await load();
    const git = execFileSync("git", ["ls-files", "-z", "--others", "--exclude-standard", "--exclude=secret.txt"], {
      cwd: folder,
      encoding: "utf8",
    });
    expect([...paths].sort()).toEqual(git.split("\0").filter(Boolean).sort());
    // node_modules, dist, src/drop.log, src/local, secret.txt and .git: a folder counts once.
    expect(skipped).toEqual({ ignored: 6, symlinks: 0, tooLarge: 0, special: 0, unreadable: 0 });
    const everything = await load({ ignore: false });
    expect(everything.paths).toContain("node_modules/big/index.js");
    expect(everything.paths.some((path) => path.startsWith(".git/"))).toBe(false);
  });

  test("gives times, skips links, large files and pipes, and counts them", async () => {
    await write({ "a.txt": "abc", "big.txt": "x".repeat(100) });
    await utimes(join(folder, "a.txt"), 1_600_000_000, 1_600_000_000.5);
    await symlink("a.txt", join(folder, "link"));
    await symlink("/", join(folder, "loop"));
    execFileSync("mkfifo", [join(folder, "pipe")]);
    const { loaded, skipped } = await load({ maxFileBytes: 99 });
    expect(loaded).toEqual([{ path: "a.txt", data: expect.any(Uint8Array), mtime: 1_600_000_000_500 }]);
    expect(skipped).toEqual({ ignored: 0, symlinks: 2, tooLarge: 1, special: 1, unreadable: 0 });
  });

  test("asks the filter before it reads", async () => {
    await write({ "a/x": "x", "a/y": "x" });
    const asked: string[] = [];
    const filter = (path: string) => {
      asked.push(path);
      return path.endsWith("x");
    };
    expect((await load({ filter })).paths).toEqual(["a/x"]);
    expect(asked).toEqual(["a/x", "a/y"]);
  });

  test("counts what it may not read", async () => {
    await write({ "shut/x": "x", file: "x", open: "x" });
    await chmod(join(folder, "shut"), 0);
    await chmod(join(folder, "file"), 0);
    // The superuser may read everything.
    const unreadable = process.getuid?.() === 0 ? 0 : 2;
    expect((await load()).skipped.unreadable).toBe(unreadable);
    await chmod(join(folder, "shut"), 0o755);
  });

  test("a file that goes away is counted", async () => {
    await write({ a: "x", b: "x" });
    const { unlink } = await import("node:fs/promises");
    const filter = async (path: string) => {
      await unlink(join(folder, path)).catch(() => {});
      return true;
    };
    const { paths, skipped } = await load({ filter: filter as never });
    expect(paths).toEqual([]);
    expect(skipped.unreadable).toBe(2);
  });

  test("stops at an abort", async () => {
    await write({ a: "x", b: "x" });
    await expect(load({ signal: AbortSignal.abort() })).rejects.toMatchObject({ name: "AbortError" });
  });

  test.each([
    ["no/such/folder", "PATH_NOT_FOUND"],
    ["a", "PATH_INVALID"],
  ])("%s is %s", async (name, code) => {
    await write({ a: "x" });
    const iterator = loadDirectory(join(folder, name))[Symbol.asyncIterator]();
    await expect(iterator.next()).rejects.toMatchObject({ code });
  });
});
