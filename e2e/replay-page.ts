// Runs in the page: plays sessions on the built package, in the page and in its worker.
import { createEngine } from "../dist/web/engine/entry-browser.js";
import { connectWorker } from "../dist/web/worker/entry-browser.js";
import { type CreateEngine, playSession } from "../tests/fixtures/session.ts";

const engines = { createEngine, connectWorker } as unknown as Record<string, CreateEngine>;

export type PlayAll = (kind: string, sessions: Parameters<typeof playSession>[1][]) => Promise<string[]>;

const playAll: PlayAll = async (kind, sessions) => {
  const create = engines[kind];
  if (create === undefined) throw new Error(`no engine is named ${kind}`);
  const lines: string[] = [];
  for (const session of sessions) lines.push(await playSession(create, session));
  return lines;
};

Object.assign(globalThis, { playAll });
