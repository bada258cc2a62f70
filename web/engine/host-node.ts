import type { Host } from "./create-engine.ts";
import { instantiateOnNode } from "./instantiate-node.ts";
import type { Loader } from "./loader.ts";

/**
 * Brings what reads archives when the first load asks for it: to import it takes
 * longer than all the rest. Nothing on Node must be taken hold of at once.
 */
const load: Loader = (source, options) => {
  const ready = import("../archive/load.ts").then(({ loadSource }) => loadSource(source, options));
  // The load that waits for it tells of its failure.
  ready.catch(() => {});
  return async (sink) => (await ready)(sink);
};

/** Node, Deno and Bun: the module lies beside this file's package. */
export const nodeHost: Host = { instantiate: instantiateOnNode, load, limits: {} };
