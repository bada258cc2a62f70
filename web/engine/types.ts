// The public surface of the engine: what createEngine and connectWorker return.
import type { Limits } from "../contract/limits.generated.ts";
import type { ToolDescriptor, ToolResult } from "../contract/types.ts";

/** Where the compiled core comes from, when the runtime can't find it by itself. */
export type WasmSource = WebAssembly.Module | BufferSource | Response | URL;

export type EngineOptions = {
  wasm?: WasmSource;
  /** Limits that differ from the defaults; each a positive integer. */
  limits?: Partial<Limits>;
  settings?: Settings | SettingsStore;
  /** Receives the complete text of capped results. Without it the text is rendered when `read` asks for it. */
  spill?: SpillStore;
  /** Proves enclosing symbols for signal_grep's inspect pages. */
  structure?: StructureProvider;
  /** Takes capped glob results evenly from the top-level entries. Default false. */
  globSampling?: boolean;
  /** Milliseconds since the epoch. Default Date.now. */
  now?: () => number;
  /** 128 random bits as 32 lower-case hex digits. Default: the platform's cryptographic source. */
  randomId?: () => string;
};

export type Locale = "en" | "zh-CN";

export type Settings = {
  mode?: "additive" | "override";
  locale?: Locale;
  startMetricsOnNextLoad?: boolean;
};

/** Keeps settings between loads; they are read and written whole. */
export type SettingsStore = {
  /** Undefined when nothing was stored. */
  load(): Promise<unknown>;
  save(settings: Settings): Promise<void>;
};

export type SpillStore = {
  /** `text` is the complete result that `locator` names. A failure never fails the call that it belongs to. */
  write(locator: string, text: AsyncIterable<string>): Promise<void>;
};

export type StructureStatus = "no-symbol" | "provider-unavailable" | "unsupported-language" | "parse-error";

export type StructureSymbol = {
  name: string;
  kind: string;
  /** Names of the enclosing symbols, outermost first. */
  scope: string[];
  /** 1-based, inclusive. */
  startLine: number;
  /** 1-based, inclusive. */
  endLine: number;
};

export type StructureProvider = {
  name: string;
  /** `line` is 1-based. `bytes` is one immutable revision of the file. */
  enclosing(path: string, bytes: Uint8Array, line: number): Promise<StructureSymbol | StructureStatus>;
};

export type FileData = Uint8Array | string | Blob;

/** One file to write. */
export type Entry = {
  /** `/`-separated, relative to the workspace root. */
  path: string;
  /** Must not be changed before the write has settled. */
  data: FileData;
  /** Milliseconds since the epoch. Default: a File's lastModified, otherwise now. */
  mtime?: number;
  /** A WHATWG label: the bytes are decoded with it and stored as UTF-8. */
  encoding?: string;
};

export type Written = { revision: number };

export type WriteOptions = Pick<Entry, "mtime" | "encoding">;

/** Operations that change files. Each rejects with a SondeError, and then changes nothing it names. */
export type FileWriter = {
  write(path: string, data: FileData, options?: WriteOptions): Promise<Written>;
  /** Applied in order. When one entry is refused, those before it stay. */
  writeMany(entries: Iterable<Entry> | AsyncIterable<Entry>): Promise<Written>;
  rename(from: string, to: string): Promise<Written>;
  /** Removes a file, or a folder with its contents. */
  remove(path: string): Promise<Written>;
};

export type FileKind = "text" | "binary" | "too-large";

export type FileEncoding = "utf-8" | "utf-8-bom" | "utf-16le" | "utf-16be" | "invalid-utf-8";

export type FileStat = { size: number; mtime: number; revision: number; kind: FileKind; encoding: FileEncoding };

export type ListedPath = { path: string; kind: "file" | "directory" };

/** All in bytes but `files`. */
export type Usage = {
  files: number;
  textBytes: number;
  allocatedBytes: number;
  heapBytes: number;
  snapshotBytes: number;
  pinnedBytes: number;
};

export type ArchiveFormat = "zip" | "tar" | "tar.gz";

export type LoadSource =
  | Uint8Array
  | ArrayBuffer
  | Blob
  | Response
  | ReadableStream<Uint8Array>
  | AsyncIterable<Uint8Array>
  | FileList
  | DataTransfer
  | FileSystemDirectoryHandle
  | FileSystemFileHandle
  | Iterable<Entry | File | FileSystemDirectoryHandle | FileSystemFileHandle>
  | AsyncIterable<Entry>;

export type LoadOptions = {
  /** Default: told from the first bytes. */
  format?: ArchiveFormat;
  /** Folder that the files are put into. */
  into?: string;
  /** Leading path components to drop; files with no more than these are left out. */
  stripComponents?: number;
  /** Asked before a file is read; `size` is given where it is known by then. */
  filter?: (path: string, size?: number) => boolean;
  /** Applies the source's ignore files before reading. Default true. `.git` is never loaded either way. */
  ignore?: boolean;
  /** Loads into a fresh tree that replaces all files at once; a failed load changes nothing. */
  atomic?: boolean;
  encoding?: string;
  onProgress?: (progress: LoadProgress) => void;
  signal?: AbortSignal;
};

/** Files and bytes written so far. */
export type LoadProgress = { files: number; bytes: number };

/** What a load left out. A folder that is not entered counts once. */
export type LoadSkipped = { ignored: number; symlinks: number; tooLarge: number; special: number };

export type Loaded = LoadProgress & {
  skipped: LoadSkipped;
  /** Commit id that the archive states (git archive, GitHub tarballs). */
  commit?: string;
};

export type Files = FileWriter & {
  /**
   * Runs `fn` and shows all its writes at once; when it throws, none of them.
   * While it runs, every write on these files belongs to the batch. A `call`
   * waits for the batch, so `fn` must not await one.
   */
  batch(fn: (files: FileWriter) => void | Promise<void>): Promise<Written>;
  /** The original bytes. Rejects with PATH_NOT_FOUND. */
  read(path: string): Promise<Uint8Array>;
  stat(path: string): Promise<FileStat | undefined>;
  list(folder?: string, options?: { recursive?: boolean }): Promise<ListedPath[]>;
  clear(): Promise<Written>;
  usage(): Promise<Usage>;
  revision(): Promise<number>;
  /** Calls back once after each operation that changed a file. Returns the function that ends it. */
  onChange(callback: (change: Written) => void): () => void;
  load(source: LoadSource, options?: LoadOptions): Promise<Loaded>;
};

export type CallProgress = {
  files: number;
  totalFiles: number;
  bytes: number;
  totalBytes: number;
  matches: number;
};

export type CallOptions = {
  signal?: AbortSignal;
  /** The caller is a program: full value, no meta, nothing kept. */
  nested?: boolean;
  /** Adds the uncapped canonical value. */
  value?: boolean;
  contextUsage?: { percentUsed: number };
  /** Keeps snapshots of different callers apart. Default "". */
  owner?: string;
  onProgress?: (progress: CallProgress) => void;
};

export type Metrics = {
  start(): Promise<void>;
  stop(): Promise<void>;
  status(locale?: Locale): Promise<string>;
  report(locale?: Locale): Promise<string>;
};

export type Engine = {
  readonly tools: ToolDescriptor[];
  readonly limits: Limits;
  readonly version: string;
  /** What a host should tell its user, such as a setting that could not be followed. */
  readonly notices: string[];
  readonly files: Files;
  readonly metrics: Metrics;
  /**
   * Runs a tool. What a tool can report comes back as a result; it rejects
   * only for an unknown tool (INVALID_ARGS) and a disposed engine (ENGINE_DISPOSED).
   */
  call(name: string, args: unknown, options?: CallOptions): Promise<ToolResult>;
  /** Forgets snapshots and kept results; files stay. */
  clear(): Promise<void>;
  /** Frees the engine. Pending operations reject with ENGINE_DISPOSED. */
  dispose(): Promise<void>;
};
