import type { SondeModule } from "../../wasm/module.d.ts";
import type { Limits } from "../contract/limits.generated.ts";
import { SondeError } from "../contract/sonde-error.ts";
import { Core } from "./core.ts";
import type { Loader } from "./loader.ts";
import { LocalEngine } from "./local-engine.ts";
import { createMetrics } from "./metrics.ts";
import type { Pause } from "./pause.ts";
import { isSettingsStore, memorySettings, parseSettings } from "./settings.ts";
import type { EngineOptions, SettingsStore, WasmSource } from "./types.ts";

/** What differs from one runtime to the next. */
export type Host = {
  /** A module of the core. Throws ENGINE_NO_MODULE when there is nothing to instantiate. */
  instantiate(wasm: WasmSource | undefined): Promise<SondeModule>;
  load: Loader;
  limits: Readonly<Partial<Limits>>;
  /** Where the quickest pause of the realm is not the right one. */
  pause?: Pause;
};

/** The createEngine of one runtime. */
export function engineFactory(host: Host): (options?: EngineOptions) => Promise<LocalEngine> {
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
      return new LocalEngine(core, configured.limits, options, host, {
        metrics: createMetrics(store, settings.startMetricsOnNextLoad ?? false),
        notices: settings.mode === "override" ? [overrideNotice] : [],
      });
    } catch (error) {
      core.dispose();
      throw error;
    }
  };
}

const overrideNotice = "override mode is not available in this version: grep stays the plain tool";

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
