// The packed package in empty projects of each kind: each greps.
import { cp, mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";
import { afterAll, beforeAll, expect, test } from "vitest";
import webpack from "webpack";
import { bundleForEdge, startEdge } from "../../web/edge/testing/edge-runtime.ts";
import { answersOfPage } from "./page.ts";
import { createProject, type Project, packPackage, readTexts } from "./project.ts";

let tarball = "";
let packFolder = "";
const projects: Project[] = [];
const timeout = 180_000;
const root = new URL("../..", import.meta.url).pathname;

beforeAll(async () => {
  const packed = await packPackage();
  tarball = packed.tarball;
  packFolder = packed.folder;
}, timeout);

afterAll(async () => {
  await Promise.all(projects.map((project) => project.remove()));
  await rm(packFolder, { recursive: true });
});

async function project(name: string): Promise<Project> {
  const created = await createProject(name, tarball);
  projects.push(created);
  return created;
}

const found = (path: string) => ({
  isError: false,
  content: [{ type: "text", text: expect.stringContaining(`Found 1 match\n\n${path}\nLine 1: `) }],
  meta: expect.objectContaining({ total: 1 }),
});

test("a Node ESM script, the command line and the types", { timeout }, async () => {
  const { folder, run } = await project("node");
  await mkdir(join(folder, "corpus/src"), { recursive: true });
  await writeFile(join(folder, "corpus/src/a.txt"), "a needle\n");
  expect(JSON.parse(await run("node", "index.mjs"))).toMatchObject({
    createEngine: found("src/a.txt"),
    connectWorker: found("src/a.txt"),
    refused: "LIMIT_INVALID",
  });
  expect(await run("node_modules/.bin/sonde", "grep", "needle", "corpus")).toContain("Found 1 match");

  await writeFile(
    join(folder, "types.mts"),
    `import { createEngine, type Engine, type ToolResult } from "sonde";
     import { createHandler } from "sonde/edge";
     import { loadDirectory } from "sonde/node";
     import { connectWorker } from "sonde/worker";
     const engine: Engine = await createEngine({ limits: { maxFiles: 5 } });
     const other: Engine = await connectWorker({ reload: (files) => files.write("a", "b").then(() => {}) });
     const result: ToolResult = await engine.call("grep", { pattern: "x" });
     await other.files.load(loadDirectory("."), { filter: (path: string, size?: number) => size !== 1 && path !== "" });
     // @ts-expect-error an unknown limit
     await createEngine({ limits: { noSuchLimit: 5 } });
     // @ts-expect-error a missing policy
     createHandler({ engine });
     export const text: string | undefined = result.content[0]?.text;`,
  );
  const compile = [
    "--noEmit",
    "--strict",
    "--target",
    "es2022",
    "--lib",
    "es2023,dom,dom.iterable,dom.asynciterable",
    "--types",
    "",
  ];
  for (const resolution of [
    ["--module", "nodenext"],
    ["--module", "esnext", "--moduleResolution", "bundler"],
  ]) {
    await run("node", join(root, "node_modules/typescript/bin/tsc"), ...compile, ...resolution, "types.mts");
  }
});

test("a page built by Vite", { timeout }, async () => {
  const { folder } = await project("vite");
  await vite({ root: folder, configFile: false, logLevel: "error" });
  const answers = await answersOfPage(join(folder, "dist"));
  expect(answers).toMatchObject({ createEngine: found("src/a.txt"), connectWorker: found("src/a.txt") });
});

test("a page built by esbuild", { timeout }, async () => {
  const { folder } = await project("esbuild");
  const out = join(folder, "public");
  const packageFolder = join(folder, "node_modules/sonde/dist");
  await esbuild({
    entryPoints: { main: join(folder, "main.js"), "sonde-worker": join(packageFolder, "web/worker/main-browser.js") },
    outdir: out,
    bundle: true,
    format: "esm",
    platform: "browser",
    logLevel: "error",
  });
  await cp(join(packageFolder, "wasm/sonde.wasm"), join(out, "sonde.wasm"));
  await writeFile(
    join(out, "index.html"),
    `<!doctype html><title>x</title><script type="module" src="main.js"></script>`,
  );
  expect(await answersOfPage(out)).toMatchObject({
    createEngine: found("src/a.txt"),
    connectWorker: found("src/a.txt"),
  });
});

test("a page built by webpack", { timeout }, async () => {
  const { folder } = await project("webpack");
  const out = join(folder, "public");
  const stats = await new Promise<webpack.Stats | undefined>((resolve, reject) => {
    const output = { path: out, filename: "main.js" };
    webpack({ context: folder, mode: "production", performance: false, entry: "./main.js", output }, (error, result) =>
      error ? reject(error) : resolve(result),
    );
  });
  expect(stats?.toJson({ all: false, errors: true, warnings: true })).toMatchObject({ errors: [], warnings: [] });
  await writeFile(join(out, "index.html"), `<!doctype html><title>x</title><script src="main.js"></script>`);
  expect(await answersOfPage(out)).toMatchObject({
    createEngine: found("src/a.txt"),
    connectWorker: found("src/a.txt"),
  });
});

test("a worker in the edge runtime", { timeout }, async () => {
  const { folder } = await project("edge");
  const script = await bundleForEdge({ path: new URL(`file://${folder}/worker.js`) });
  const runtime = await startEdge(script);
  try {
    const body = JSON.stringify({ args: { pattern: "needle" } });
    const response = await runtime.dispatchFetch("http://edge.test/tools/grep", { method: "POST", body });
    expect(await response.json()).toMatchObject(found("src/a.txt"));
  } finally {
    await runtime.dispose();
  }
});

test("no shipped script compiles text", { timeout }, async () => {
  const [{ folder }] = projects as [Project];
  const texts = await readTexts(join(folder, "node_modules/sonde"));
  expect(texts.size).toBeGreaterThan(50);
  for (const [path, text] of texts) expect(text, path).not.toMatch(/\beval\(|new Function\b/);
  expect([...texts.keys()].filter((path) => /\.spec\.|testing\//.test(path))).toEqual([]);
});
