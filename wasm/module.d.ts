/**
 * The Emscripten module as wasm/ builds it. A test compares these names with
 * the real module's.
 */
export type SondeModuleOptions = {
  /** Bytes to compile; not usable on runtimes that forbid compiling. */
  wasmBinary?: BufferSource;
  /** Instantiates with the given imports and hands the instance to `done`; a failure never reaches the factory. */
  instantiateWasm?: (imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void) => object;
  locateFile?: (path: string) => string;
};

/** One engine of a module. Owned by the caller: release it with `delete`. */
export interface CoreEngine {
  /** Address of an engine-owned buffer of at least `size` bytes until the next call; 0 when memory can't grow. */
  upload(size: number): number;
  /** Applies a packed batch of files from the upload buffer, in order. Response: JSON. */
  putMany(size: number): void;
  /** Runs one JSON request from the upload buffer. Response: JSON. */
  command(size: number): void;
  /** True: the response is the bytes of the file whose path stands in the upload buffer. False: an error as JSON. */
  bytes(size: number): boolean;
  /** Starts a tool call over the tree as it is now. Returns a job id > 0; otherwise the response is an error as JSON. */
  start(size: number): number;
  /** Does about `budgetBytes` of work; true when there is more to do. */
  step(job: number, budgetBytes: number): boolean;
  /** Response: the job's counts as JSON. */
  progress(job: number): void;
  /** Response: packed matches of the value, see web/engine/grep-value.ts; those since the last call. */
  takeMatches(job: number): void;
  cancel(job: number): void;
  /** Response: the ToolResult as JSON. Frees the job. */
  finish(job: number): void;
  responseAddress(): number;
  responseSize(): number;
  delete(): void;
}

export interface SondeModule {
  /** Replaced whenever the memory grows: read it anew after every engine call, never keep it. */
  readonly HEAPU8: Uint8Array;
  readonly Engine: {
    new (): CoreEngine;
    /** Engines and jobs that are alive in this module. */
    liveHandles(): number;
  };
}

declare const createModule: (options: SondeModuleOptions) => Promise<SondeModule>;
export default createModule;
