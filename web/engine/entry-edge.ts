// Runtimes that run modules but compile none: the host imports the module and passes it.

import { loadSource } from "../archive/load.ts";
import { edgeLimits } from "../contract/limits.generated.ts";
import { engineFactory } from "./create-engine.ts";
import { instantiate } from "./instantiate.ts";
import { noModule } from "./no-module.ts";
import { timerPause } from "./pause.ts";
import type { Engine, EngineOptions } from "./types.ts";

export * from "./shared.ts";

/** An engine on this thread. Throws ENGINE_NO_MODULE without `wasm`; also LIMIT_INVALID, SETTINGS_INVALID. */
export const createEngine: (options?: EngineOptions) => Promise<Engine> = engineFactory({
  instantiate: async (wasm) => {
    if (wasm === undefined) throw noModule();
    return instantiate(wasm, (url) => fetch(url));
  },
  load: loadSource,
  limits: edgeLimits,
  pause: timerPause,
});
