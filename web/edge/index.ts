// The package's export sonde/edge.
export { createHandler, type Handler } from "./create-handler.ts";
export type { EdgeContext, EngineSource, HandlerOptions, LogEntry } from "./types.ts";
