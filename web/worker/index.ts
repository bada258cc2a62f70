// The types of the export sonde/worker. At run time the exports map picks the
// entry of the runtime instead of this file.
import type { ConnectWorker } from "./shared.ts";

export * from "../engine/shared.ts";
export type * from "./shared.ts";

export declare const connectWorker: ConnectWorker;
