import type { Limits } from "../contract/limits.generated.ts";
import { SondeError } from "../contract/sonde-error.ts";
import { engineToolDescriptors } from "../contract/tools.generated.ts";
import type { ToolDescriptor, ToolResult } from "../contract/types.ts";
import { type CallContext, runCall } from "./call.ts";
import type { Core } from "./core.ts";
import { EngineFiles } from "./engine-files.ts";
import { type PackedResult, withMatches } from "./grep-value.ts";
import type { Loader } from "./loader.ts";
import { createPause, type Pause, stepBytes } from "./pause.ts";
import { cryptographicId } from "./random-id.ts";
import { spillLocator, writeSpill } from "./spill.ts";
import { TaskQueue } from "./task-queue.ts";
import type { CallOptions, Engine, EngineOptions, Files, Metrics, SpillStore } from "./types.ts";
import { version } from "./version.ts";

/** An engine on this thread. */
export class LocalEngine implements Engine {
  readonly tools: ToolDescriptor[];
  readonly limits: Limits;
  readonly version = version;
  readonly notices: string[];
  readonly metrics: Metrics;
  readonly files: Files;
  readonly #core: Core;
  readonly #context: CallContext;
  readonly #spill: SpillStore | undefined;
  #disposed = false;

  constructor(
    core: Core,
    limits: Limits,
    options: EngineOptions,
    host: { load: Loader; pause?: Pause },
    parts: { metrics: Metrics; notices: string[] },
  ) {
    this.#core = core;
    this.#spill = options.spill;
    this.#context = {
      core,
      queue: new TaskQueue(),
      limits,
      now: options.now ?? Date.now,
      randomId: options.randomId ?? cryptographicId,
      pause: host.pause ?? createPause(globalThis),
      stepBytes: stepBytes(globalThis),
    };
    this.limits = Object.freeze(limits);
    this.tools = structuredClone([...engineToolDescriptors]);
    this.notices = parts.notices;
    this.metrics = parts.metrics;
    this.files = new EngineFiles({ ...this.#context, load: host.load });
  }

  /** True when the core has trapped and answers nothing any more. */
  get dead(): boolean {
    return !this.#disposed && this.#core.death !== undefined;
  }

  async call(name: string, args: unknown, options: CallOptions = {}): Promise<ToolResult> {
    return withMatches(await this.callPacked(name, args, options, {}));
  }

  /** A call for another thread, whose concern are its time, id and start. */
  async callPacked(name: string, args: unknown, options: CallOptions, stamp: CallStamp): Promise<PackedResult> {
    if (this.#disposed) throw SondeError.of("ENGINE_DISPOSED");
    if (!this.tools.some((tool) => tool.name === name)) throw unknownTool(name, this.tools);
    const context = { ...this.#context, ...stamp };
    const outcome = await runCall(context, name, args, options);
    const locator = this.#spill && spillLocator(outcome.result);
    if (this.#spill && locator) {
      const owner = options.owner ?? "";
      const read = async (page: unknown) => (await runCall(context, "read", page, { owner })).result;
      void writeSpill(this.#spill, locator, read);
    }
    return outcome;
  }

  clear(): Promise<void> {
    return this.#context.queue.run(() => void this.#core.command({ op: "clearSnapshots" }));
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#context.queue.close(SondeError.of("ENGINE_DISPOSED"));
    this.#core.dispose();
  }
}

/** What replaces the engine's own clock and ids for one call. */
export type CallStamp = Partial<Pick<CallContext, "now" | "randomId" | "onStart">>;

/** The programmer's error of calling a tool that does not exist. */
export function unknownTool(name: string, tools: readonly ToolDescriptor[]): SondeError {
  const known = tools.map((tool) => tool.name).join(", ");
  return SondeError.of("INVALID_ARGS", {
    detail: `there is no tool named ${JSON.stringify(name)}: call one of ${known}`,
  });
}
