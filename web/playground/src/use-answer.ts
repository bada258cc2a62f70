import { useCallback, useEffect, useRef, useState } from "react";
import type { CallProgress, Engine, ToolResult } from "sonde";
import { isAsking, type ToolRequest } from "./request.ts";

/** Long enough to skip the letters of a fast typist, short enough to feel immediate. */
const typingPauseMs = 120;

export type Answer = {
  /** The last result and the request that it answers. */
  settled: { request: ToolRequest; result: ToolResult; milliseconds: number } | undefined;
  isRunning: boolean;
  progress: CallProgress | undefined;
  /** Ends the running call; its result then says so. */
  stop: () => void;
};

/** Answers a request once it has rested. A newer request aborts the running call, whose result is then dropped. */
export function useAnswer(engine: Engine | undefined, generation: number, request: ToolRequest): Answer {
  const [settled, setSettled] = useState<Answer["settled"]>();
  const [isRunning, setRunning] = useState(false);
  const [progress, setProgress] = useState<CallProgress>();
  const running = useRef<AbortController>(undefined);

  useEffect(() => {
    if (engine === undefined || generation === 0) return;
    if (!isAsking(request)) return setSettled(undefined);
    const controller = new AbortController();
    let isCurrent = true;
    const run = async () => {
      running.current = controller;
      setRunning(true);
      const begin = performance.now();
      const onProgress = (done: CallProgress) => {
        if (isCurrent) setProgress(done);
      };
      const result = await engine
        .call(request.tool, request.args, { signal: controller.signal, onProgress })
        .catch((error): ToolResult => ({ isError: true, content: [{ type: "text", text: String(error) }] }));
      if (!isCurrent) return;
      setSettled({ request, result, milliseconds: performance.now() - begin });
      setRunning(false);
      setProgress(undefined);
    };
    const timer = setTimeout(run, typingPauseMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
      controller.abort();
      setRunning(false);
      setProgress(undefined);
    };
  }, [engine, generation, request]);

  const stop = useCallback(() => running.current?.abort(), []);
  return { settled, isRunning, progress, stop };
}
