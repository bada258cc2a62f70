import type { ToolResult } from "../contract/types.ts";
import type { Core } from "./core.ts";
import type { SpillStore } from "./types.ts";

// The last line of a capped result names where all of it is.
const footer = /\bare in (\.sonde\/results\/[^\s:]+): open it with read, or grep that path\.\)\s*$/;
/** UTF-16 units handed to a store at a time. */
const chunkUnits = 64 * 1024;

/** The locator that a capped result names. */
export function spillLocator(result: ToolResult): string | undefined {
  if (result.isError) return undefined;
  return footer.exec(result.content.at(-1)?.text ?? "")?.[1];
}

/** Hands a capped result's complete text to `store`. Never fails: the text stays readable under its locator. */
export async function writeSpill(core: Core, store: SpillStore, locator: string): Promise<void> {
  try {
    await store.write(locator, spillText(core, locator));
  } catch (cause) {
    console.warn(`sonde: ${locator} could not be stored: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

async function* spillText(core: Core, locator: string): AsyncGenerator<string> {
  const text = new TextDecoder().decode(core.bytes(locator));
  for (let offset = 0; offset < text.length; offset += chunkUnits) yield text.slice(offset, offset + chunkUnits);
}
