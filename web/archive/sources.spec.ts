// Picked and dropped folders, by stand-ins of the browser's types.
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadInto } from "./testing/load-into.ts";

type Folder = { [name: string]: Folder | string };
const read: string[] = [];

beforeEach(() => {
  read.length = 0;
});

class TestFile extends File {
  readonly #path: string;
  override readonly webkitRelativePath: string;

  constructor(text: string, path: string, picked = false) {
    super([text], path.slice(path.lastIndexOf("/") + 1), { lastModified: 5000 });
    this.#path = path;
    this.webkitRelativePath = picked ? path : "";
  }

  override arrayBuffer(): Promise<ArrayBuffer> {
    read.push(this.#path);
    return super.arrayBuffer();
  }
}

function fileHandle(name: string, text: string, path: string): FileSystemFileHandle {
  return { kind: "file", name, getFile: async () => new TestFile(text, path) } as unknown as FileSystemFileHandle;
}

function folderHandle(name: string, folder: Folder, path = ""): FileSystemDirectoryHandle {
  async function* values() {
    for (const [child, content] of Object.entries(folder)) {
      const at = path + child;
      yield typeof content === "string" ? fileHandle(child, content, at) : folderHandle(child, content, `${at}/`);
    }
  }
  return { kind: "directory", name, values, [Symbol.asyncIterator]: values } as unknown as FileSystemDirectoryHandle;
}

const project: Folder = {
  src: { "a.ts": "x", node_modules: { "deep.js": "x" } },
  node_modules: { "big.js": "x" },
  ".git": { config: "x" },
  ".gitignore": "node_modules\n",
  "b.md": "x",
};

describe("a directory handle", () => {
  test("is loaded without its name, and what is ignored is not read", async () => {
    const { files, loaded } = await loadInto(folderHandle("project", project));
    expect([...files.keys()].sort()).toEqual([".gitignore", "b.md", "src/a.ts"]);
    expect(files.get("b.md")?.mtime).toBe(5000);
    expect(loaded.skipped.ignored).toBe(3);
    expect(read.filter((path) => /node_modules|\.git\//.test(path))).toEqual([]);
  });

  test("is filtered before it is read", async () => {
    const { files } = await loadInto(folderHandle("project", project), {
      filter: (path) => path.endsWith(".md"),
      ignore: false,
    });
    expect([...files.keys()]).toEqual(["b.md"]);
    expect(read).toEqual(["b.md"]);
  });

  test("keeps its name beside another", async () => {
    const two = [folderHandle("one", { a: "x" }), folderHandle("two", { a: "x", ".git": { x: "x" } })];
    expect([...(await loadInto(two)).files.keys()]).toEqual(["one/a", "two/a"]);
    expect([...(await loadInto([folderHandle("one", { a: "x" })])).files.keys()]).toEqual(["a"]);
  });

  test("of files alone", async () => {
    expect([...(await loadInto([fileHandle("a.txt", "x", "a.txt")])).files.keys()]).toEqual(["a.txt"]);
  });

  test("over maxFileBytes is not read", async () => {
    const { loaded } = await loadInto(folderHandle("p", { a: "12345", b: "1" }), {}, { maxFileBytes: 4 });
    expect(loaded).toMatchObject({ files: 1, skipped: { tooLarge: 1 } });
    expect(read).toEqual(["b"]);
  });
});

describe("a list of files", () => {
  const picked = (...paths: string[]) =>
    paths.map((path) => new TestFile(path.endsWith("ignore") ? "skip\n" : "x", path, true));

  test.each<[string, File[], string[]]>([
    ["of one folder", picked("p/a", "p/s/b"), ["a", "s/b"]],
    ["of two folders", picked("p/a", "q/a"), ["p/a", "q/a"]],
    ["of a folder with one of its own inside", picked("p/p/a"), ["p/a"]],
    ["of single files", [new TestFile("x", "a"), new TestFile("x", "b")], ["a", "b"]],
    [
      "with ignore files at the end",
      picked("p/skip/a", "p/s/skip", "p/.git/x", "p/b", "p/.gitignore"),
      [".gitignore", "b"],
    ],
  ])("%s", async (_, files, expected) => {
    expect([...(await loadInto(files)).files.keys()].sort()).toEqual(expected);
    expect(read.filter((path) => /skip|\.git\//.test(path))).toEqual([]);
  });

  test("a file that can't be read any more is told of by name", async () => {
    const gone = new TestFile("x", "gone.txt");
    gone.arrayBuffer = () => Promise.reject(new DOMException("it changed", "NotReadableError"));
    await expect(loadInto([gone])).rejects.toMatchObject({ code: "INVALID_ARGS", message: /gone\.txt can't be read/ });
  });

  test("of files and entries mixed is refused", async () => {
    async function* mixed() {
      yield new TestFile("x", "a");
      yield { path: "b", data: "x" };
    }
    await expect(loadInto(mixed() as never)).rejects.toMatchObject({ code: "INVALID_ARGS" });
  });
});

describe("a drop", () => {
  class TestTransfer {
    items: unknown[];
    readonly files: File[];

    constructor(items: unknown[], files: File[]) {
      this.items = items;
      this.files = files;
    }
  }

  beforeEach(() => void Reflect.set(globalThis, "DataTransfer", TestTransfer));
  afterEach(() => void Reflect.deleteProperty(globalThis, "DataTransfer"));

  const item = (handle: unknown) => ({ kind: "file", getAsFileSystemHandle: async () => handle });

  test("is asked at once, for handles", async () => {
    const transfer = new TestTransfer([item(folderHandle("p", project)), { kind: "string" }], []);
    const load = loadInto(transfer as never);
    transfer.items = [];
    expect([...(await load).files.keys()].sort()).toEqual([".gitignore", "b.md", "src/a.ts"]);
  });

  test("of two folders keeps their names", async () => {
    const transfer = new TestTransfer([item(folderHandle("p", { a: "x" })), item(folderHandle("q", { a: "x" }))], []);
    expect([...(await loadInto(transfer as never)).files.keys()]).toEqual(["p/a", "q/a"]);
  });

  test("whose event is over is refused", async () => {
    await expect(loadInto(new TestTransfer([], []) as never)).rejects.toMatchObject({
      code: "INVALID_ARGS",
      message: /within its drop or paste event/,
    });
  });

  test("of text alone is no files", async () => {
    expect((await loadInto(new TestTransfer([{ kind: "string" }], []) as never)).loaded.files).toBe(0);
  });

  test("without handles is its files", async () => {
    const transfer = new TestTransfer([{ kind: "file" }], [new TestFile("x", "a")]);
    expect([...(await loadInto(transfer as never)).files.keys()]).toEqual(["a"]);
  });
});
