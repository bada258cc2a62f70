// Runs in the page: hands the package's browser entries to a test.
import { createEngine } from "../dist/web/engine/entry-browser.js";
import { connectWorker } from "../dist/web/worker/entry-browser.js";

const sonde = { createEngine, connectWorker };
export type Sonde = typeof sonde;

Object.assign(globalThis, { sonde });
