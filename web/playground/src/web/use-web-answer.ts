import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { ToolResult } from "sonde";
import { type Connection, toolsOf } from "./connection.ts";
import type { WebRequest } from "./web-request.ts";

export type WebAnswer = {
  settled: { request: WebRequest; result: ToolResult; milliseconds: number } | undefined;
  isRunning: boolean;
  run: (request: WebRequest) => void;
  /** Ends the running call; its result then says so. */
  stop: () => void;
};

/** Runs requests over a connection, one at a time: a newer one ends the one before. A new connection forgets the last answer and every cached page. */
export function useWebAnswer(connection: Connection): WebAnswer {
  const [settled, setSettled] = useState<WebAnswer["settled"]>();
  const [isRunning, setRunning] = useState(false);
  const running = useRef<AbortController>(undefined);
  const tools = useMemo(() => toolsOf(connection), [connection]);

  const run = useCallback(
    async (request: WebRequest) => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      setRunning(true);
      const begin = performance.now();
      const result = await tools
        .call(request.tool, request.args, { signal: controller.signal, value: true })
        .catch((error): ToolResult => ({ isError: true, content: [{ type: "text", text: String(error) }] }));
      if (running.current !== controller) return;
      setSettled({ request, result, milliseconds: performance.now() - begin });
      setRunning(false);
    },
    [tools],
  );
  useEffect(() => {
    // Named for the linter and the reader: what was answered belongs to the tools that answered.
    void tools;
    return () => {
      running.current?.abort();
      running.current = undefined;
      setSettled(undefined);
      setRunning(false);
    };
  }, [tools]);
  const stop = useCallback(() => running.current?.abort(), []);
  return { settled, isRunning, run, stop };
}
