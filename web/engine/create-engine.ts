import type { SondeModule } from "../../wasm/module.d.ts";
import type { Limits } from "../contract/limits.generated.ts";
import { SondeError } from "../contract/sonde-error.ts";
import { engineToolDescriptors } from "../contract/tools.generated.ts";
import type { ToolDescriptor, ToolResult } from "../contract/types.ts";
import { type CallContext, runCall } from "./call.ts";
import { Core } from "./core.ts";
import { EngineFiles } from "./engine-files.ts";
import type { Loader } from "./loader.ts";
import { createMetrics } from "./metrics.ts";
import { createPause, stepBytes } from "./pause.ts";
import { isSettingsStore, memorySettings, parseSettings } from "./settings.ts";
import { spillLocator, writeSpill } from "./spill.ts";
import { TaskQueue } from "./task-queue.ts";
import type {
  CallOptions,
  Engine,
  EngineOptions,
  Files,
  Metrics,
  SettingsStore,
  SpillStore,
  WasmSource,
} from "./types.ts";
import { version } from "./version.ts";

/** What differs from one runtime to the next. */
export type Host = {
  /** A module of the core. Throws ENGINE_NO_MODULE when there is nothing to instantiate. */
  instantiate(wasm: WasmSource | undefined): Promise<SondeModule>;
  load: Loader;
  limits: Readonly<Partial<Limits>>;
};

/** The createEngine of one runtime. */
export function engineFactory(host: Host): (options?: EngineOptions) => Promise<Engine> {
  return async (options = {}) => {
    const limits = checkLimits({ ...host.limits, ...options.limits });
    const store = settingsStore(options.settings);
    const settings = parseSettings(await store.load());
    const core = new Core(await host.instantiate(options.wasm));
    try {
      const configured = core.command<{ limits: Limits }>({
        op: "configure",
        limits,
        globSampling: options.globSampling ?? false,
      });
      if (settings.startMetricsOnNextLoad) {
        const { startMetricsOnNextLoad: _, ...rest } = settings;
        await store.save(rest);
      }
      return new LocalEngine(core, configured.limits, options, host.load, {
        metrics: createMetrics(store, settings.startMetricsOnNextLoad ?? false),
        notices: settings.mode === "override" ? [overrideNotice] : [],
      });
    } catch (error) {
      core.dispose();
      throw error;
    }
  };
}

const overrideNotice = "override mode needs signal_grep, which this version does not have: grep stays the plain tool";

function settingsStore(settings: EngineOptions["settings"]): SettingsStore {
  if (settings === undefined) return memorySettings();
  return isSettingsStore(settings) ? settings : memorySettings(settings);
}

/** Refuses what JSON would change on its way to the core, which checks the rest. */
function checkLimits(limits: Partial<Limits>): Partial<Limits> {
  for (const [name, value] of Object.entries(limits)) {
    if (value === undefined || (typeof value === "number" && Number.isFinite(value))) continue;
    throw SondeError.of("LIMIT_INVALID", { name, value: String(value) });
  }
  return limits;
}

function cryptographicId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

class LocalEngine implements Engine {
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
    load: Loader,
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
      pause: createPause(globalThis),
      stepBytes: stepBytes(globalThis),
    };
    this.limits = Object.freeze(limits);
    this.tools = structuredClone([...engineToolDescriptors]);
    this.notices = parts.notices;
    this.metrics = parts.metrics;
    this.files = new EngineFiles({ ...this.#context, load });
  }

  async call(name: string, args: unknown, options: CallOptions = {}): Promise<ToolResult> {
    if (this.#disposed) throw SondeError.of("ENGINE_DISPOSED");
    if (!this.tools.some((tool) => tool.name === name)) throw unknownTool(name, this.tools);
    const result = await runCall(this.#context, name, args, options);
    const locator = this.#spill && spillLocator(result);
    if (this.#spill && locator) {
      const owner = options.owner ?? "";
      void writeSpill(this.#spill, locator, (page) => runCall(this.#context, "read", page, { owner }));
    }
    return result;
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

/** The programmer's error of calling a tool that does not exist. */
export function unknownTool(name: string, tools: readonly ToolDescriptor[]): SondeError {
  const known = tools.map((tool) => tool.name).join(", ");
  return SondeError.of("INVALID_ARGS", {
    detail: `there is no tool named ${JSON.stringify(name)}: call one of ${known}`,
  });
}
