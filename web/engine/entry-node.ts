// Node, Deno and Bun.
import { loadSource } from "../archive/load.ts";
import { engineFactory } from "./create-engine.ts";
import { instantiateOnNode } from "./instantiate-node.ts";

export * from "./shared.ts";

/** An engine on this thread. Throws LIMIT_INVALID, SETTINGS_INVALID, ENGINE_NO_MODULE. */
export const createEngine = engineFactory({ instantiate: instantiateOnNode, load: loadSource, limits: {} });
