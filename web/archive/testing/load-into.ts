import { defaultLimits, type Limits } from "../../contract/limits.generated.ts";
import type { IgnoreMatcher } from "../../engine/loader.ts";
import type { RawFile } from "../../engine/pack-files.ts";
import type { Loaded, LoadOptions, LoadSource } from "../../engine/types.ts";
import { loadSource } from "../load.ts";

export type LoadedFiles = { files: Map<string, RawFile>; loaded: Loaded };

/** Ignores by plain names only: enough to see when it is asked. */
function nameMatcher(): IgnoreMatcher {
  const names: string[] = [];
  return {
    reset: () => {
      names.length = 0;
    },
    addRules: (files) => {
      for (const file of files) names.push(...file.text.split("\n").filter(Boolean));
    },
    match: (paths) => paths.map(({ path }) => names.includes(path.slice(path.lastIndexOf("/") + 1))),
  };
}

/** Loads into a map; `files` holds what got there even when the load fails. */
export async function loadInto(
  source: LoadSource,
  options: LoadOptions = {},
  limits: Partial<Limits> = {},
  files = new Map<string, RawFile>(),
): Promise<LoadedFiles> {
  let queued: RawFile[] = [];
  const flush = () => {
    for (const file of queued) files.set(file.path, file);
    queued = [];
  };
  const progress = {
    get files() {
      return files.size;
    },
    get bytes() {
      return Array.from(files.values()).reduce((sum, { data }) => sum + data.length, 0);
    },
  };
  const loaded = await loadSource(
    source,
    options,
  )({
    limits: { ...defaultLimits, ...limits },
    now: () => 1000,
    progress,
    ignore: nameMatcher(),
    add: (file) => void queued.push(file),
    flush,
    discard: (path) => void files.delete(path),
    pause: () => new Promise((resolve) => setImmediate(resolve)),
  });
  return { files, loaded };
}

export function textOf(file: RawFile | undefined): string | undefined {
  if (!file) return undefined;
  return typeof file.data === "string" ? file.data : new TextDecoder().decode(file.data);
}
