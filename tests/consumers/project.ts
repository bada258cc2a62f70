// An empty project that installs the packed tarball.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const root = new URL("../..", import.meta.url).pathname;
const execute = promisify(execFile);

/** Packs the package as it would be published. Returns the tarball's path; its folder is the caller's to remove. */
export async function packPackage(): Promise<{ tarball: string; folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), "sonde-pack-"));
  await execute("npm", ["pack", "--ignore-scripts", "--pack-destination", folder], { cwd: root });
  const [name = ""] = await readdir(folder);
  return { tarball: join(folder, name), folder };
}

export type Project = {
  folder: string;
  /** Runs a program in the project's folder and returns what it printed. */
  run(program: string, ...args: string[]): Promise<string>;
  remove(): Promise<void>;
};

/** A new project with the files of `tests/consumers/<name>` and the tarball as its only dependency. */
export async function createProject(name: string, tarball: string): Promise<Project> {
  const folder = await mkdtemp(join(tmpdir(), `sonde-${name}-`));
  await cp(new URL(`./${name}`, import.meta.url).pathname, folder, { recursive: true });
  await writeFile(
    join(folder, "package.json"),
    JSON.stringify({ name: `${name}-consumer`, private: true, type: "module" }),
  );
  const quiet = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  const run = async (program: string, ...args: string[]) => (await execute(program, args, { cwd: folder })).stdout;
  await run("npm", "install", tarball, ...quiet);
  return { folder, run, remove: () => rm(folder, { recursive: true }) };
}

/** Text of every file in a folder, by its path. */
export async function readTexts(folder: string): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const path of await readdir(folder, { recursive: true })) {
    if (/\.(m?js|html)$/.test(path)) texts.set(path, await readFile(join(folder, path), "utf8"));
  }
  return texts;
}
