import { useCallback, useEffect, useRef, useState } from "react";
import type { Engine, Loaded, LoadProgress } from "sonde";
import { connectWorker } from "sonde/worker";
import type { Opening } from "./opening.ts";
import { trustedWorker } from "./trusted-worker.ts";

export type Workspace = {
  engine: Engine | undefined;
  /** Changes with every completed load. */
  generation: number;
  name: string;
  loaded: Loaded | undefined;
  /** Of the load that is running. */
  progress: LoadProgress | undefined;
  problem: string;
  /** Replaces all files; a failed or stopped load leaves them as they were. */
  open: (opening: Promise<Opening> | Opening) => Promise<void>;
  stopLoading: () => void;
};

/** One engine in a worker for the life of the page, and what was loaded into it. */
export function useWorkspace(): Workspace {
  const [engine, setEngine] = useState<Engine>();
  const [state, setState] = useState({ generation: 0, name: "", loaded: undefined as Loaded | undefined });
  const [progress, setProgress] = useState<LoadProgress>();
  const [problem, setProblem] = useState("");
  const current = useRef<Opening>(undefined);
  const connecting = useRef<Promise<Engine>>(undefined);
  const loading = useRef<AbortController>(undefined);

  useEffect(() => {
    connecting.current ??= connectWorker({
      worker: trustedWorker,
      reload: async (files) => {
        await current.current?.load(files, { atomic: true });
      },
    });
    connecting.current.then(setEngine, (error) => setProblem(messageOf(error)));
  }, []);

  const open = useCallback(async (given: Promise<Opening> | Opening) => {
    loading.current?.abort();
    const controller = new AbortController();
    loading.current = controller;
    const { signal } = controller;
    setProblem("");
    setProgress({ files: 0, bytes: 0 });
    try {
      const [opening, engine] = await Promise.all([given, connecting.current]);
      if (engine === undefined || signal.aborted) return;
      const onProgress = (done: LoadProgress) => {
        if (!signal.aborted) setProgress(done);
      };
      const loaded = await opening.load(engine.files, { atomic: true, signal, onProgress });
      current.current = opening;
      setState(({ generation }) => ({ generation: generation + 1, name: opening.name, loaded }));
    } catch (error) {
      if (!signal.aborted) setProblem(messageOf(error));
    } finally {
      if (loading.current === controller) setProgress(undefined);
    }
  }, []);
  const stopLoading = useCallback(() => loading.current?.abort(), []);
  return { engine, ...state, progress, problem, open, stopLoading };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
