// The types of the package's main export. At run time the exports map picks
// the entry of the runtime instead of this file.
import type { Engine, EngineOptions } from "./types.ts";

export * from "./shared.ts";

/** An engine on this thread. Throws LIMIT_INVALID, SETTINGS_INVALID, ENGINE_NO_MODULE. */
export declare const createEngine: (options?: EngineOptions) => Promise<Engine>;
