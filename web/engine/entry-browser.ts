import { engineFactory } from "./create-engine.ts";
import { browserHost } from "./host-browser.ts";
import type { Engine, EngineOptions } from "./types.ts";

export * from "./shared.ts";

/** An engine on this thread. Throws LIMIT_INVALID, SETTINGS_INVALID, ENGINE_NO_MODULE. */
export const createEngine: (options?: EngineOptions) => Promise<Engine> = engineFactory(browserHost);
