// Scripted sessions of signal_grep against the native engine.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Step as SharedStep } from "../fixtures/cases.d.mts";
import { probePath, runNative } from "../fixtures/cases.mjs";

export type Step = SharedStep & {
  /** With `call`: take the cursor of the nth last outcome. */
  cursorFrom?: number;
  /** Calls what the last outcome names as its next request. */
  follow?: true;
  command?: Record<string, unknown>;
  advance?: number;
  cancel?: true;
};

export type Session = { limits?: Record<string, number>; steps: Step[] };

export type Inspection = {
  inputIndex: number;
  path: string;
  line: number;
  matchIndex?: number;
  status: "returned" | "deferred" | "error";
  block?: number;
  structure: { status: string };
  source?: {
    startLine: number;
    endLine: number;
    omittedBefore: number;
    omittedAfter: number;
    clippedLines: number[];
    pinned?: true;
  };
  error?: { code: string; message: string };
  retry?: Record<string, unknown>;
};

export type Details = {
  version: 1;
  mode: "matches" | "summary" | "files" | "inspect";
  status: "complete" | "partial";
  totalMatches: number;
  storedMatches: number;
  totalFiles: number;
  returnedMatches: number;
  snapshotComplete: boolean;
  cursor?: string;
  nextRequest?: Record<string, unknown>;
  revision: number;
  inspections?: Inspection[];
  [field: string]: unknown;
};

export type Outcome = {
  isError: boolean;
  content: { type: "text"; text: string }[];
  details?: Details;
  meta?: Record<string, unknown>;
  value?: { matches: { path: string; lineNumber: number; line: string; ranges: [number, number][] }[] };
  error?: { code: string; message: string };
};

/** The outcomes of one session in a process of its own. */
export function runSession(steps: Step[], limits?: Record<string, number>): Outcome[] {
  const [line = "[]"] = runNative([{ steps, ...(limits && { limits }) }]);
  return (JSON.parse(line) as (Outcome | null)[]).filter((outcome) => outcome !== null);
}

/** One native process for many sessions: starting it costs more than a session. */
export class Probe {
  readonly #child = spawn(probePath(), { stdio: ["pipe", "pipe", "inherit"] });
  readonly #lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();

  /** Outcomes in order; null is a call that had no cursor to go on with. */
  async run(steps: Step[], limits?: Record<string, number>): Promise<(Outcome | null)[]> {
    this.#child.stdin.write(`${JSON.stringify({ steps, ...(limits && { limits }) })}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the native engine died on ${JSON.stringify(steps)}`);
    return JSON.parse(value) as (Outcome | null)[];
  }

  end(): void {
    this.#child.stdin.end();
  }
}

export const call = (args: unknown, more: Record<string, unknown> = {}): Step => ({
  call: { tool: "signal_grep", args, ...more },
});

export const proceed = (args: Record<string, unknown> = {}, cursorFrom = 1): Step => ({
  call: { tool: "signal_grep", args },
  cursorFrom,
});

export const write = (path: string, text: string): Step => ({ write: { path, text } });

export const usage: Step = { command: { op: "usage" } };

/** What {"op":"usage"} answers, from the outcomes of a session. */
export const usagesOf = (outcomes: (Outcome | null)[]): Record<string, number>[] =>
  outcomes.filter((outcome) => outcome && "searches" in outcome) as unknown as Record<string, number>[];

export const textOf = (outcome: Outcome | null | undefined): string => outcome?.content?.[0]?.text ?? "";
