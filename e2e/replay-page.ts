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
  let next = 0;
  // Each session has an engine of its own, whose start is mostly waiting.
  const play = async () => {
    for (let at = next++; at < sessions.length; at = next++) {
      const session = sessions[at];
      if (session) lines[at] = await playSession(create, session);
    }
  };
  await Promise.all([play(), play(), play()]);
  return lines;
};

Object.assign(globalThis, { playAll });
