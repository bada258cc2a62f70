// An in-memory stand-in for the compiled module, for faults that the real one
// can't be made to have: no room, a trap, a search of a given number of steps.
import type { CoreEngine, SondeModule } from "../../../wasm/module.d.ts";
import { defaultLimits } from "../../contract/limits.generated.ts";

type FakeFile = { bytes: Uint8Array; mtime: number; revision: number };
type FakeJob = { tree: ReadonlyMap<string, FakeFile>; pattern: string; stepsLeft: number };

export type FakeFaults = {
  /** `upload` returns 0 for more bytes than this. */
  uploadLimit?: number;
  /** Every step throws this. */
  trap?: Error;
  /** Steps that a call takes. Default 1. */
  steps?: number;
};

export type FakeModule = SondeModule & {
  faults: FakeFaults;
  /** What was asked, in order: operations, and `step`. */
  log: string[];
};

const decoder = new TextDecoder();
const encoder = new TextEncoder();

export function createFakeModule(faults: FakeFaults = {}): FakeModule {
  const memory = { heap: new Uint8Array(1 << 16), handles: 0 };
  const log: string[] = [];

  class FakeEngine implements CoreEngine {
    #tree = new Map<string, FakeFile>();
    #loading: Map<string, FakeFile> | undefined;
    #revision = 0;
    #size = 0;
    readonly #jobs = new Map<number, FakeJob>();
    #nextJob = 1;

    constructor() {
      memory.handles += 1;
    }

    upload(size: number): number {
      if (size > (faults.uploadLimit ?? Number.MAX_SAFE_INTEGER)) return 0;
      // A grown memory is a new array, and views of the old one are empty.
      if (size + 8 > memory.heap.length) memory.heap = new Uint8Array((size + 8) * 2);
      return 8;
    }

    putMany(size: number): void {
      const input = memory.heap.slice(8, 8 + size);
      const view = new DataView(input.buffer);
      const tree = new Map(this.#loading ?? this.#tree);
      let at = 0;
      let index = 0;
      for (; at < size; index++) {
        const pathEnd = at + 20 + view.getUint32(at, true);
        const end = pathEnd + view.getUint32(at + 4, true);
        const path = decoder.decode(input.subarray(at + 20, pathEnd));
        if (path.includes("..")) {
          this.#replace(tree);
          const error = { code: "PATH_INVALID", message: `${path} leads outside` };
          this.#respond({ error, index, revision: this.#revision, written: index });
          return;
        }
        this.#revision += 1;
        tree.set(path, {
          bytes: input.slice(pathEnd, end),
          mtime: view.getFloat64(at + 8, true),
          revision: this.#revision,
        });
        at = end;
      }
      log.push(`putMany ${index}`);
      this.#replace(tree);
      this.#respond({ revision: this.#revision, written: index });
    }

    command(size: number): void {
      const request = JSON.parse(decoder.decode(memory.heap.subarray(8, 8 + size))) as Record<string, unknown>;
      log.push(String(request.op));
      this.#respond(this.#run(request));
    }

    bytes(size: number): boolean {
      const file = this.#tree.get(decoder.decode(memory.heap.subarray(8, 8 + size)));
      if (file) this.#put(file.bytes);
      else this.#respond({ error: { code: "PATH_NOT_FOUND", message: "no file" } });
      return file !== undefined;
    }

    start(size: number): number {
      const request = JSON.parse(decoder.decode(memory.heap.subarray(8, 8 + size))) as { args: { pattern?: string } };
      log.push("start");
      memory.handles += 1;
      const job = { tree: this.#tree, pattern: request.args.pattern ?? "", stepsLeft: faults.steps ?? 1 };
      this.#jobs.set(this.#nextJob, job);
      return this.#nextJob++;
    }

    step(id: number): boolean {
      log.push("step");
      if (faults.trap) throw faults.trap;
      const job = this.#job(id);
      job.stepsLeft -= 1;
      return job.stepsLeft > 0;
    }

    progress(id: number): void {
      const files = this.#job(id).tree.size;
      this.#respond({ files, totalFiles: files, bytes: 0, totalBytes: 0, matches: 0 });
    }

    takeMatches(): void {
      this.#size = 0;
    }

    cancel(id: number): void {
      this.#job(id);
      log.push("cancel");
    }

    finish(id: number): void {
      const { tree, pattern } = this.#job(id);
      this.#jobs.delete(id);
      memory.handles -= 1;
      const found = [...tree].filter(([, file]) => decoder.decode(file.bytes).includes(pattern)).map(([path]) => path);
      this.#respond({ isError: false, content: [{ type: "text", text: found.join("\n") }] });
    }

    responseAddress(): number {
      return 8;
    }

    responseSize(): number {
      return this.#size;
    }

    delete(): void {
      memory.handles -= 1 + this.#jobs.size;
    }

    #job(id: number): FakeJob {
      const job = this.#jobs.get(id);
      if (!job) throw new Error(`no job ${id}`);
      return job;
    }

    #replace(tree: Map<string, FakeFile>): void {
      if (this.#loading) this.#loading = tree;
      else this.#tree = tree;
    }

    #run(request: Record<string, unknown>): unknown {
      const tree = new Map(this.#loading ?? this.#tree);
      switch (request.op) {
        case "configure":
          return { limits: { ...defaultLimits, ...(request.limits as object) } };
        case "remove":
          tree.delete(String(request.path));
          this.#revision += 1;
          this.#replace(tree);
          return { revision: this.#revision };
        case "beginLoad":
          this.#loading = request.from === "current" ? new Map(this.#tree) : new Map();
          return { load: 1 };
        case "commitLoad":
          this.#tree = this.#loading ?? this.#tree;
          this.#loading = undefined;
          return { revision: this.#revision };
        case "dropLoad":
          this.#loading = undefined;
          return {};
        case "list":
          return { entries: [...this.#tree.keys()].map((path) => ({ path, kind: "file" })) };
        case "ignoreMatch":
          return { ignored: (request.paths as unknown[]).map(() => false) };
        default:
          return { revision: this.#revision };
      }
    }

    #respond(response: unknown): void {
      this.#put(encoder.encode(JSON.stringify(response)));
    }

    #put(bytes: Uint8Array): void {
      this.upload(bytes.length);
      memory.heap.set(bytes, 8);
      this.#size = bytes.length;
    }
  }

  return {
    faults,
    log,
    get HEAPU8() {
      return memory.heap;
    },
    Engine: Object.assign(FakeEngine, { liveHandles: () => memory.handles }),
  };
}
