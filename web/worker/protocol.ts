// What client and worker say to each other, derived from the public types: a
// change of those that one side does not follow does not compile.
import type { PackedResult } from "../engine/grep-value.ts";
import type { CallOptions, Engine, EngineOptions, Files, Metrics, WasmSource, Written } from "../engine/types.ts";

/** The methods of `Target`, `write` of files as "files.write". */
type Prefixed<Part extends string, Target> = {
  [Method in keyof Target & string as `${Part}.${Method}`]: Target[Method];
};

/** A URL crosses as text. */
export type WireWasm = Exclude<WasmSource, URL | Response> | { href: string };

export type WireOptions = Pick<EngineOptions, "limits" | "globSampling" | "spill" | "structure" | "settings"> & {
  wasm?: WireWasm;
};

export type Ready = Pick<Engine, "tools" | "limits" | "version" | "notices">;

/** What the client decides about a call, so that its clock and ids hold in the worker too. */
export type WireStamp = { now: number; id: string };

export type RemoteMethods = Prefixed<"files", Omit<Files, "onChange">> &
  Prefixed<"metrics", Metrics> & {
    init(options: WireOptions, onChange: (change: Written) => void): Promise<Ready>;
    /** `args` as JSON text. `onStart` is called when the search has begun. */
    call(
      name: string,
      args: string,
      options: CallOptions,
      stamp: WireStamp,
      onStart: () => void,
    ): Promise<PackedResult>;
    clear(): Promise<void>;
  };

/** What the worker tells the client of its own accord. */
export type ClientMethods = {
  /** The core has trapped: nothing more can be asked of it. */
  dead(reason: string): void;
};
