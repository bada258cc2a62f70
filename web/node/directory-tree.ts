import type { Dirent, Stats } from "node:fs";
import { lstat, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { OpenFile, TreeFolder, TreeNode } from "../archive/tree.ts";

/** Told of a folder that can't be listed, which then counts as empty. */
export type Unreadable = () => void;

/** A folder on disk. Links are not followed. */
export function diskFolder(path: string, name: string, unreadable: Unreadable): TreeFolder {
  return {
    kind: "folder",
    name,
    async list() {
      try {
        const children = await readdir(path, { withFileTypes: true });
        return children.map((child) => diskNode(path, child, unreadable));
      } catch {
        unreadable();
        return [];
      }
    },
  };
}

function diskNode(parent: string, child: Dirent, unreadable: Unreadable): TreeNode {
  const path = join(parent, child.name);
  if (child.isDirectory()) return diskFolder(path, child.name, unreadable);
  if (child.isFile()) return { kind: "file", name: child.name, open: () => openFile(path) };
  return { kind: child.isSymbolicLink() ? "symlink" : "special", name: child.name };
}

async function openFile(path: string): Promise<OpenFile> {
  const { size, mtimeMs }: Stats = await lstat(path);
  return { size, mtime: Math.trunc(mtimeMs), read: () => readFile(path) };
}
