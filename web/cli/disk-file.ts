import { readFile, stat } from "node:fs/promises";
import { SondeError } from "../contract/sonde-error.ts";
import type { Entry } from "../engine/types.ts";

/** One file on disk as an entry named `path`. Throws PATH_NOT_FOUND, or PATH_INVALID for what is no file. */
export async function diskEntry(diskPath: string, path: string): Promise<Entry> {
  const info = await stat(diskPath).catch(() => undefined);
  if (!info) throw new SondeError("PATH_NOT_FOUND", `there is no file ${diskPath}: check its name`);
  if (!info.isFile()) throw SondeError.of("PATH_INVALID", { detail: `${diskPath} is not a file` });
  return { path, data: await readFile(diskPath), mtime: Math.trunc(info.mtimeMs) };
}
