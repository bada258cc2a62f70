// What files.load asks of its loader. The loader lives in web/archive and is
// handed in by the entries, so that the engine does not depend on it.
import type { Limits } from "../contract/limits.generated.ts";
import type { RawFile } from "./pack-files.ts";
import type { Loaded, LoadOptions, LoadProgress, LoadSource } from "./types.ts";

/** Where a loader puts what it reads. All methods throw SondeError. */
export type LoadSink = {
  readonly limits: Readonly<Limits>;
  readonly now: () => number;
  /** Files and bytes that the core has taken. */
  readonly progress: Readonly<LoadProgress>;
  /** Queues a file; batches are sent as they fill. */
  add(file: RawFile): void;
  flush(): void;
  /** Removes a file that this load has added, found ignored by rules that came after it. */
  discard(path: string): void;
  readonly ignore: IgnoreMatcher;
  /** Lets the event loop run. */
  pause(): Promise<void>;
};

/** The gitignore cascade over files that are not in the file system. */
export type IgnoreMatcher = {
  reset(): void;
  /** Adds ignore files; `path` names the file itself, such as `a/.gitignore`. */
  addRules(files: readonly { path: string; text: string }[]): void;
  /** Whether each path by itself is ignored; parents are the caller's to check. */
  match(paths: readonly { path: string; directory: boolean }[]): boolean[];
};

/**
 * Checks the options and takes hold of the source at once, as a DataTransfer
 * is empty after its event. The function that comes back does the load, once.
 */
export type Loader = (source: LoadSource, options: LoadOptions) => (sink: LoadSink) => Promise<Loaded>;
