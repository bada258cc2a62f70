// Ignore rules over files that are not loaded yet. The rules themselves are
// the core's; here it is only remembered which folders they close.
import type { IgnoreMatcher } from "../engine/loader.ts";

const ignoreFileNames = new Set([".gitignore", ".ignore"]);

export function isIgnoreFile(path: string): boolean {
  return ignoreFileNames.has(path.slice(path.lastIndexOf("/") + 1));
}

/** True for `.git` and everything below it, at any depth. */
export function isInGitFolder(path: string): boolean {
  return path === ".git" || path.startsWith(".git/") || path.endsWith("/.git") || path.includes("/.git/");
}

export class IgnoreGate {
  readonly #matcher: IgnoreMatcher;
  readonly #closedFolders = new Map<string, boolean>();

  constructor(matcher: IgnoreMatcher) {
    this.#matcher = matcher;
  }

  /** Adds one ignore file's rules, by its own path. */
  addRules(path: string, text: string): void {
    this.#matcher.addRules([{ path, text }]);
    this.#closedFolders.clear();
  }

  /** Whether each child of an open folder is ignored. */
  matchChildren(children: readonly { path: string; directory: boolean }[]): boolean[] {
    return children.length === 0 ? [] : this.#matcher.match(children);
  }

  /** Whether each file is ignored, by itself or below an ignored folder. */
  matchFiles(paths: readonly string[]): boolean[] {
    this.#judgeFolders(paths);
    const own = this.#matcher.match(paths.map((path) => ({ path, directory: false })));
    return paths.map((path, index) => own[index] === true || this.#isClosed(parentOf(path)));
  }

  #judgeFolders(paths: readonly string[]): void {
    const unknown = new Set<string>();
    for (const path of paths) {
      for (let folder = parentOf(path); folder !== ""; folder = parentOf(folder)) {
        if (this.#closedFolders.has(folder) || unknown.has(folder)) break;
        unknown.add(folder);
      }
    }
    if (unknown.size === 0) return;
    const folders = [...unknown];
    const own = this.#matcher.match(folders.map((path) => ({ path, directory: true })));
    for (const [index, folder] of folders.entries()) this.#closedFolders.set(folder, own[index] === true);
  }

  #isClosed(folder: string): boolean {
    for (let at = folder; at !== ""; at = parentOf(at)) {
      if (this.#closedFolders.get(at)) return true;
    }
    return false;
  }
}

function parentOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
