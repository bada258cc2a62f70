// The script of the worker thread.
import { parentPort } from "node:worker_threads";
import { engineFactory } from "../engine/create-engine.ts";
import { nodeHost } from "../engine/host-node.ts";
import { parentPortOf } from "./node-port.ts";
import { serve } from "./serve.ts";

if (!parentPort) throw new Error("this script runs in a worker thread: call connectWorker");
serve(parentPortOf(parentPort), engineFactory(nodeHost));
