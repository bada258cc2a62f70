// npm `ripgrep`: rg as WASI, here over an in-memory file system as a page would
// run it. The shim's file and directory are made faster where they are slow: it
// copies what is read, and lists a folder of n entries in the square of n.

import { pathToFileURL } from "node:url";
import { varied } from "../queries.mjs";
import { rivalFile, rivalModule } from "../rivals.mjs";

/** An in-memory tree and ripgrep over it: {count(pattern, run)}. */
export async function openRipgrepWasm(files) {
  const shim = await rivalModule("@bjorn3/browser_wasi_shim/dist/index.js");
  const { getRgWasmModule } = await import(pathToFileURL(rivalFile("ripgrep/lib/_rg.mjs")).href);
  const { tree, edited } = memoryTree(shim, files);
  const decoder = new TextDecoder();
  return {
    async count(pattern, run) {
      edited.data = new Uint8Array([run % 2 ? 97 : 98]);
      const began = performance.now();
      const args = ["rg", "--no-config", "-c", "-a", "-I", "--no-ignore", "-j1", "-e", varied(pattern, run), "."];
      const output = [[], []];
      const sink = (chunks) => new shim.ConsoleStdout((bytes) => chunks.push(bytes.slice()));
      const wasi = new shim.WASI(
        args,
        [],
        [new shim.OpenFile(new shim.File([])), sink(output[0]), sink(output[1]), tree],
        { debug: false },
      );
      const module = await getRgWasmModule();
      const instance = await WebAssembly.instantiate(module, { wasi_snapshot_preview1: wasi.wasiImport });
      const code = wasi.start(instance);
      const [text, errors] = output.map((chunks) => decoder.decode(Buffer.concat(chunks)));
      if (code > 1) throw new Error(errors.slice(0, 300));
      const count = text.split("\n").reduce((sum, line) => sum + (Number(line) || 0), 0);
      return { milliseconds: performance.now() - began, count };
    },
  };
}

function memoryTree({ Directory, File, OpenDirectory, OpenFile, PreopenDirectory, wasi }, files) {
  class QuickFile extends OpenFile {
    fd_read(size) {
      const begin = Number(this.file_pos);
      const data = this.file.data.subarray(begin, begin + size);
      this.file_pos += BigInt(data.length);
      return { ret: 0, data };
    }
  }
  class TreeFile extends File {
    path_open() {
      return { ret: 0, fd_obj: new QuickFile(this) };
    }
  }
  function quickListing(Base) {
    return class extends Base {
      fd_readdir_single(cookie) {
        if (cookie < 2n) return super.fd_readdir_single(cookie);
        this.entries ??= [...this.dir.contents];
        const next = this.entries[Number(cookie) - 2];
        if (!next) return { ret: 0, dirent: null };
        const [name, entry] = next;
        return { ret: 0, dirent: new wasi.Dirent(cookie + 1n, entry.ino, name, entry.stat().filetype) };
      }
    };
  }
  const QuickDirectory = quickListing(OpenDirectory);
  class TreeDirectory extends Directory {
    path_open() {
      return { ret: 0, fd_obj: new QuickDirectory(this) };
    }
  }
  const tree = new (quickListing(PreopenDirectory))(".", new Map());
  const folders = new Map([["", tree.dir]]);
  const folder = (path) => {
    const known = folders.get(path);
    if (known) return known;
    const made = new TreeDirectory(new Map());
    const slash = path.lastIndexOf("/");
    made.parent = folder(path.slice(0, Math.max(0, slash)));
    made.parent.contents.set(path.slice(slash + 1), made);
    folders.set(path, made);
    return made;
  };
  const put = (path, data) => {
    const slash = path.lastIndexOf("/");
    const file = new TreeFile(data);
    folder(path.slice(0, Math.max(0, slash))).contents.set(path.slice(slash + 1), file);
    return file;
  };
  for (const { path, data } of files) put(path, data);
  return { tree, edited: put("bench-edit.txt", new Uint8Array(1)) };
}
