import { parseSettings } from "./settings.ts";
import type { Locale, Metrics, SettingsStore } from "./types.ts";

const texts: Record<Locale, { off: string; on: string }> = {
  en: { off: "metrics off", on: "metrics on: no signal_grep search measured yet" },
  "zh-CN": { off: "指标未开启", on: "指标已开启：尚未测量任何 signal_grep 搜索" },
};

/**
 * Measures signal_grep searches only. In additive mode, starting takes effect
 * at the next load, because it needs override mode.
 */
export function createMetrics(store: SettingsStore, running: boolean): Metrics {
  const describe = async (locale?: Locale) => {
    const { off, on } = texts[locale ?? parseSettings(await store.load()).locale];
    return running ? on : off;
  };
  return {
    async start() {
      const settings = parseSettings(await store.load());
      if (settings.mode === "override") running = true;
      else await store.save({ ...settings, mode: "override", startMetricsOnNextLoad: true });
    },
    async stop() {
      running = false;
    },
    status: describe,
    report: describe,
  };
}
