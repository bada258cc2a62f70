import { loadSource } from "../archive/load.ts";
import type { Host } from "./create-engine.ts";
import { instantiateOnNode } from "./instantiate-node.ts";

/** Node, Deno and Bun: the module lies beside this file's package. */
export const nodeHost: Host = { instantiate: instantiateOnNode, load: loadSource, limits: {} };
