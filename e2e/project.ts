// A project folder on disk as one finds it: sources, what they depend on, their history.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Page, Worker } from "@playwright/test";

/** Files by where they stand. Only `sources` and one .gitignore are to be read. */
export type ProjectSize = { sources: number; dependencies: number; objects: number };

/** Names of files that are read begin with `file`, of those that are not with `unread`. */
export function writeProject(folder: string, { sources, dependencies, objects }: ProjectSize): void {
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  write(".gitignore", "node_modules/\n");
  for (let index = 0; index < sources; ++index)
    write(`src/part${index % 40}/file${index}.ts`, `export const item${index} = ${index};\n`);
  for (let index = 0; index < dependencies; ++index)
    write(`node_modules/dep${index % 20}/unread${index}.js`, "item7\n");
  for (let index = 0; index < objects; ++index) write(`.git/objects/${index % 10}/unread-object${index}`, "item7\n");
}

/** From now on notes the name of each File whose bytes are asked for, in `reads` of the page or worker. */
export async function recordReads(where: Page | Worker): Promise<void> {
  await (where as Page).evaluate(() => {
    const reads: string[] = [];
    Object.assign(globalThis, { reads });
    const prototype = Blob.prototype as unknown as Record<string, (...all: unknown[]) => unknown>;
    for (const method of ["arrayBuffer", "bytes", "slice", "stream", "text"]) {
      const original = prototype[method];
      if (original === undefined) continue;
      prototype[method] = function (this: Blob, ...all: unknown[]) {
        reads.push(this instanceof File ? this.name : "a blob");
        return original.apply(this, all);
      };
    }
  });
}

/** The names noted since `recordReads`. */
export function readsOf(where: Page | Worker): Promise<string[]> {
  return (where as Page).evaluate(() => (globalThis as unknown as { reads: string[] }).reads);
}
