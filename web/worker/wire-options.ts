import { noModule } from "../engine/no-module.ts";
import { isSettingsStore } from "../engine/settings.ts";
import type { EngineOptions, Settings, SettingsStore } from "../engine/types.ts";
import { compact } from "./peer.ts";
import type { WireOptions, WireWasm } from "./protocol.ts";

/** The options that go to the worker. Stores stay here, and only their methods are named: they may be of any class. */
export async function wireOptions(options: EngineOptions): Promise<WireOptions> {
  const { wasm, limits, settings, spill, structure, globSampling } = options;
  return {
    ...(wasm !== undefined && { wasm: await wireWasm(wasm) }),
    ...(limits && { limits }),
    ...(globSampling !== undefined && { globSampling }),
    ...(settings && { settings: wireSettings(settings) }),
    ...(spill && { spill: { write: (locator, text) => spill.write(locator, text) } }),
    ...(structure && {
      structure: {
        name: structure.name,
        enclosing: (path, bytes, line) => structure.enclosing(path, bytes, line),
      },
    }),
  };
}

function wireSettings(settings: Settings | SettingsStore): Settings | SettingsStore {
  if (!isSettingsStore(settings)) return settings;
  return { load: () => settings.load(), save: (changed) => settings.save(changed) };
}

/** A response is read here: each worker that follows a dead one needs the module again. */
async function wireWasm(wasm: NonNullable<EngineOptions["wasm"]>): Promise<WireWasm> {
  if (wasm instanceof URL) return { href: wasm.href };
  if (!(wasm instanceof Response)) return compact(wasm) as WireWasm;
  if (!wasm.ok) throw noModule(new Error(`${wasm.url} answered ${wasm.status}`));
  return new Uint8Array(await wasm.arrayBuffer());
}
