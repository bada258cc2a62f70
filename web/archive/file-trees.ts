// The browser's ways to hand over folders, as trees.
import { SondeError } from "../contract/sonde-error.ts";
import { createPacer } from "../engine/pause.ts";
import { reasonOf } from "./archive-error.ts";
import { type OpenFile, type TreeFolder, type TreeNode, treeOfPaths } from "./tree.ts";

/** A picked list of files. The one folder that all of them lie in is left out of their paths. */
export function fileTree(files: readonly File[]): TreeFolder {
  const paths = files.map((file) => file.webkitRelativePath || file.name);
  const top = commonTop(paths);
  // A picked File looks at its disk when it is first asked for its size, and its thread waits.
  const pace = createPacer(globalThis);
  const open = async (file: File) => {
    await pace();
    return openFile(file);
  };
  return treeOfPaths(
    files.map((file, index) => ({
      path: (paths[index] ?? file.name).slice(top.length),
      file: { size: () => file.size, open: () => open(file) },
    })),
  );
}

function commonTop(paths: readonly string[]): string {
  const [first = ""] = paths;
  const top = first.slice(0, first.indexOf("/") + 1);
  return top !== "" && paths.every((path) => path.startsWith(top)) ? top : "";
}

/** What a directory handle holds; its own name is not part of the paths. */
export function directoryTree(handle: FileSystemDirectoryHandle): TreeFolder {
  return {
    kind: "folder",
    name: handle.name,
    async list() {
      const nodes: TreeNode[] = [];
      for await (const child of handle.values()) nodes.push(handleNode(child));
      return nodes;
    },
  };
}

/** Several handles side by side, each under its own name; a single folder without it. */
export function handlesTree(handles: readonly FileSystemHandle[]): TreeFolder {
  const [only] = handles;
  if (only && handles.length === 1 && isDirectory(only)) return directoryTree(only);
  return { kind: "folder", name: "", list: () => handles.map(handleNode) };
}

function isDirectory(handle: FileSystemHandle): handle is FileSystemDirectoryHandle {
  return handle.kind === "directory";
}

function handleNode(handle: FileSystemHandle): TreeNode {
  if (isDirectory(handle)) return directoryTree(handle);
  const fileHandle = handle as FileSystemFileHandle;
  return { kind: "file", name: handle.name, open: async () => openFile(await fileHandle.getFile()) };
}

function openFile(file: File): OpenFile {
  return {
    size: file.size,
    mtime: file.lastModified,
    async read() {
      try {
        return new Uint8Array(await file.arrayBuffer());
      } catch (cause) {
        const detail = `${file.name} can't be read (${reasonOf(cause)}): pick it again`;
        throw SondeError.of("INVALID_ARGS", { detail });
      }
    },
  };
}
