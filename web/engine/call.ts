// One tool call: its place in the queue, its steps, and what ends it early.
import type { ErrorCode } from "../contract/errors.generated.ts";
import type { Limits } from "../contract/limits.generated.ts";
import { errorMessage, errorResult, SondeError } from "../contract/sonde-error.ts";
import type { ToolResult } from "../contract/types.ts";
import type { Core } from "./core.ts";
import type { PackedResult } from "./grep-value.ts";
import type { Pause } from "./pause.ts";
import type { TaskQueue } from "./task-queue.ts";
import type { CallOptions } from "./types.ts";

export type CallContext = {
  core: Core;
  queue: TaskQueue;
  limits: Readonly<Limits>;
  now: () => number;
  randomId: () => string;
  pause: Pause;
  stepBytes: number;
  /** Called when the search begins. */
  onStart?: () => void;
};

/**
 * Runs `tool` over the tree as it is when the writes before it are done.
 * Rejects with ENGINE_DISPOSED only; everything else is a result.
 */
export async function runCall(
  context: CallContext,
  tool: string,
  args: unknown,
  options: CallOptions,
): Promise<PackedResult> {
  const { signal } = options;
  try {
    const job = await abortable(
      context.queue.run(() => (signal?.aborted ? undefined : startJob(context, tool, args, options))),
      signal,
      (late) => late && context.core.cancel(late.id),
    );
    if (!job) return failed("ABORTED_BEFORE_DISPATCH");
    return await runSteps(context, job, options);
  } catch (error) {
    if (!(error instanceof SondeError) || error.code === "ENGINE_DISPOSED") throw error;
    return { result: resultOf(error), packed: [] };
  }
}

type Job = { id: number; deadline: number };

function startJob(context: CallContext, tool: string, args: unknown, options: CallOptions): Job {
  const now = context.now();
  const request = {
    tool,
    args: jsonArguments(args),
    value: options.value ?? false,
    nested: options.nested ?? false,
    owner: options.owner ?? "",
    contextUsage: options.contextUsage,
    now,
    id: context.randomId(),
  };
  const id = context.core.start(request);
  context.onStart?.();
  return { id, deadline: now + context.limits.timeoutMs };
}

/**
 * The arguments as JSON knows them. Throws INVALID_ARGS. They come from models and
 * hosts: what JSON can't say is their error, not ours.
 */
export function jsonArguments(args: unknown): unknown {
  try {
    return JSON.parse(JSON.stringify(args ?? {}) ?? "null");
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw SondeError.of("INVALID_ARGS", { detail: `the arguments are not JSON: ${reason}` });
  }
}

/** The task's outcome, or undefined as soon as the signal aborts; a value that comes later goes to `discard`. */
function abortable<Value>(
  task: Promise<Value>,
  signal: AbortSignal | undefined,
  discard: (late: Value) => void,
): Promise<Value | undefined> {
  if (!signal) return task;
  return new Promise((resolve, reject) => {
    const abort = () => {
      resolve(undefined);
      task.then(discard, () => {});
    };
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    // Taken off before the outcome is seen, as its receiver may abort at once.
    const settle = <Outcome>(use: (outcome: Outcome) => void) => {
      return (outcome: Outcome) => {
        signal.removeEventListener("abort", abort);
        use(outcome);
      };
    };
    task.then(settle(resolve), settle(reject));
  });
}

async function runSteps(context: CallContext, job: Job, options: CallOptions): Promise<PackedResult> {
  const { core, now, pause, limits } = context;
  const packed: Uint8Array[] = [];
  const takeMatches = () => {
    const matches = options.value || options.nested ? core.takeMatches(job.id) : undefined;
    if (matches) packed.push(matches);
  };
  try {
    while (core.step(job.id, context.stepBytes)) {
      takeMatches();
      options.onProgress?.(core.progress(job.id));
      await pause();
      if (options.signal?.aborted) return cancelled(core, job, failed("SEARCH_ABORTED"));
      if (now() > job.deadline) {
        return cancelled(core, job, failed("SEARCH_TIMEOUT", { limit: limits.timeoutMs }));
      }
    }
    takeMatches();
    options.onProgress?.(core.progress(job.id));
  } catch (error) {
    // The host's progress callback failed, or the core did.
    if (!core.death) core.cancel(job.id);
    throw error;
  }
  return { result: core.finish(job.id), packed };
}

function cancelled(core: Core, job: Job, result: PackedResult): PackedResult {
  core.cancel(job.id);
  return result;
}

function failed(...reason: Parameters<typeof failedCall>): PackedResult {
  return { result: failedCall(...reason), packed: [] };
}

/** As the core names the errors that it reports. */
const errorName = "SearchError";

/** The result that reports an error. */
export function resultOf(error: SondeError): ToolResult {
  return errorResult(errorName, error.code, error.message);
}

/** The result of a call that ended for a reason of the host's. */
export function failedCall(code: ErrorCode, values?: Record<string, string | number>): ToolResult {
  return errorResult(errorName, code, errorMessage(code, values));
}
