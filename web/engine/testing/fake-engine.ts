import { loadSource } from "../../archive/load.ts";
import { engineFactory } from "../create-engine.ts";
import type { Engine, EngineOptions } from "../types.ts";
import { createFakeModule, type FakeFaults, type FakeModule } from "./fake-module.ts";

/** An engine over a fake module, and that module. */
export async function createFakeEngine(
  faults: FakeFaults = {},
  options: EngineOptions = {},
): Promise<{ engine: Engine; module: FakeModule }> {
  const module = createFakeModule(faults);
  const create = engineFactory({ instantiate: async () => module, load: loadSource, limits: {} });
  return { engine: await create(options), module };
}
