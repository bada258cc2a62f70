import { SondeError } from "../contract/sonde-error.ts";
import type { Settings, SettingsStore } from "./types.ts";

/** Keeps settings for the life of one engine. */
export function memorySettings(initial: Settings = {}): SettingsStore {
  let current = initial;
  return {
    load: async () => current,
    save: async (settings) => {
      current = settings;
    },
  };
}

export function isSettingsStore(value: Settings | SettingsStore): value is SettingsStore {
  return "load" in value && typeof value.load === "function";
}

const checks: Record<keyof Settings, (value: unknown) => boolean> = {
  mode: (value) => value === "additive" || value === "override",
  locale: (value) => value === "en" || value === "zh-CN",
  startMetricsOnNextLoad: (value) => typeof value === "boolean",
};

/** Validates settings whole and fills what is missing. Throws SETTINGS_INVALID naming the field. */
export function parseSettings(value: unknown): Settings & Required<Pick<Settings, "mode" | "locale">> {
  if (value === undefined) return { mode: "additive", locale: "en" };
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw invalid("they are not an object");
  for (const [name, field] of Object.entries(value)) {
    const check = Object.hasOwn(checks, name) ? checks[name as keyof Settings] : undefined;
    if (!check) throw invalid(`${JSON.stringify(name)} is not a setting`);
    if (!check(field)) throw invalid(`${name} can't be ${JSON.stringify(field)}`);
  }
  return { mode: "additive", locale: "en", ...(value as Settings) };
}

function invalid(detail: string): SondeError {
  return SondeError.of("SETTINGS_INVALID", { detail });
}
