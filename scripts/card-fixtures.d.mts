import type { createEngine } from "../web/engine/index.ts";
import type { webTools } from "../web/web-tools/index.ts";

type Tools = { createEngine: typeof createEngine; webTools: typeof webTools };

/** File name → contents of every fixture that the tools make. */
export function makeCardFixtures(tools: Tools): Promise<Map<string, string>>;
