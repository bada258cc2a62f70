// A source that can be listed before it is read: a folder on disk, a directory
// handle, a picked list of files, a zip's directory.
import { SondeError } from "../contract/sonde-error.ts";
import type { IgnoreMatcher } from "../engine/loader.ts";
import type { LoadOptions, LoadSkipped } from "../engine/types.ts";
import { IgnoreGate, isIgnoreFile } from "./ignore-gate.ts";

/** A file found but not read. `size` in bytes, `mtime` in milliseconds. */
export type OpenFile = { size: number; mtime?: number; read(): Promise<Uint8Array> };

export type TreeFile = {
  kind: "file";
  name: string;
  /** Where it can be told without opening the file; in bytes. It may take the time of a look at the disk. */
  size?(): number;
  open(): Promise<OpenFile> | OpenFile;
};

export type TreeFolder = { kind: "folder"; name: string; list(): Promise<TreeNode[]> | TreeNode[] };

/** Listed, never read. */
export type TreeOther = { kind: "symlink" | "special"; name: string };

export type TreeNode = TreeFile | TreeFolder | TreeOther;

/** A filter; one that runs on another thread answers later. */
export type PathFilter = (path: string, size?: number) => boolean | Promise<boolean>;

export type WalkOptions = Pick<LoadOptions, "ignore" | "signal"> & {
  filter?: PathFilter;
  matcher: IgnoreMatcher;
  /** A larger ignore file is no ignore file. */
  maxFileBytes: number;
  /** Counted up while walking. A folder that is not entered counts once. */
  skipped: LoadSkipped;
};

export type FoundFile = { path: string; file: TreeFile };

export function emptySkipped(): LoadSkipped {
  return { ignored: 0, symlinks: 0, tooLarge: 0, special: 0 };
}

/**
 * The files of a tree that ignore rules and filter let through, folder by
 * folder. A folder's ignore files are read before its other entries are
 * judged; ignored folders and `.git` are not listed.
 */
export async function* walkTree(root: TreeFolder, options: WalkOptions): AsyncGenerator<FoundFile> {
  yield* walkFolder(root, "", options.ignore === false ? undefined : new IgnoreGate(options.matcher), options);
}

async function* walkFolder(
  folder: TreeFolder,
  prefix: string,
  gate: IgnoreGate | undefined,
  options: WalkOptions,
): AsyncGenerator<FoundFile> {
  const nodes = await folder.list();
  nodes.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  if (gate) await addFolderRules(gate, nodes, prefix, options.maxFileBytes);
  for (const node of await filterFiles(openNodes(nodes, prefix, gate, options.skipped), prefix, options)) {
    if (options.signal?.aborted) return;
    const path = prefix + node.name;
    if (node.kind === "folder") yield* walkFolder(node, `${path}/`, gate, options);
    else yield { path, file: node };
  }
}

/** Asks about all files of a folder together, as each answer may take a while. */
async function filterFiles(
  nodes: readonly (TreeFile | TreeFolder)[],
  prefix: string,
  { filter, skipped }: WalkOptions,
): Promise<readonly (TreeFile | TreeFolder)[]> {
  if (!filter) return nodes;
  const verdicts = await Promise.all(
    nodes.map((node) => node.kind === "folder" || filter(prefix + node.name, node.size?.())),
  );
  const kept = nodes.filter((_, index) => verdicts[index]);
  skipped.ignored += nodes.length - kept.length;
  return kept;
}

async function addFolderRules(
  gate: IgnoreGate,
  nodes: readonly TreeNode[],
  prefix: string,
  maxBytes: number,
): Promise<void> {
  for (const node of nodes) {
    if (node.kind !== "file" || !isIgnoreFile(node.name)) continue;
    try {
      const file = await node.open();
      if (file.size > maxBytes) continue;
      gate.addRules(prefix + node.name, new TextDecoder().decode(await file.read()));
    } catch (error) {
      if (error instanceof SondeError) throw error;
      // A file that can't be read from its disk is told of when its turn comes.
    }
  }
}

function openNodes(
  nodes: readonly TreeNode[],
  prefix: string,
  gate: IgnoreGate | undefined,
  skipped: LoadSkipped,
): (TreeFile | TreeFolder)[] {
  const candidates: (TreeFile | TreeFolder)[] = [];
  for (const node of nodes) {
    if (node.kind !== "file" && node.kind !== "folder") skipped[node.kind === "symlink" ? "symlinks" : "special"] += 1;
    else if (node.name === ".git") skipped.ignored += 1;
    else candidates.push(node);
  }
  if (!gate) return candidates;
  const ignored = gate.matchChildren(
    candidates.map((node) => ({ path: prefix + node.name, directory: node.kind === "folder" })),
  );
  const open = candidates.filter((_, index) => !ignored[index]);
  skipped.ignored += candidates.length - open.length;
  return open;
}

/** A tree over files whose paths are known, as a zip or a picked folder lists them. */
export function treeOfPaths(files: Iterable<{ path: string; file: Omit<TreeFile, "kind" | "name"> }>): TreeFolder {
  const root = new MapFolder("");
  for (const { path, file } of files) {
    const names = path.split("/");
    const name = names.pop() ?? "";
    let folder = root;
    for (const folderName of names) folder = folder.folder(folderName);
    folder.files.push({ kind: "file", name, ...file });
  }
  return root;
}

class MapFolder implements TreeFolder {
  readonly kind = "folder";
  readonly name: string;
  readonly files: TreeFile[] = [];
  readonly #folders = new Map<string, MapFolder>();

  constructor(name: string) {
    this.name = name;
  }

  folder(name: string): MapFolder {
    let folder = this.#folders.get(name);
    if (!folder) {
      folder = new MapFolder(name);
      this.#folders.set(name, folder);
    }
    return folder;
  }

  list(): TreeNode[] {
    return [...this.files, ...this.#folders.values()];
  }
}
