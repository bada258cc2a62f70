import { SondeError } from "../contract/sonde-error.ts";
import type { ToolResult } from "../contract/types.ts";
import type { SpillStore } from "./types.ts";

// The last line of a capped result names where all of it is.
const footer = /\bare in (\.sonde\/results\/[^\s:]+): open it with read, or grep that path\.\)\s*$/;

/** The locator that a capped result names. */
export function spillLocator(result: ToolResult): string | undefined {
  if (result.isError) return undefined;
  return footer.exec(result.content.at(-1)?.text ?? "")?.[1];
}

/** Calls the read tool for the owner of the result. */
export type ReadPage = (args: { path: string; offset: number }) => Promise<ToolResult>;

/** Hands a capped result's complete text to `store`. Never fails: the text stays readable under its locator. */
export async function writeSpill(store: SpillStore, locator: string, readPage: ReadPage): Promise<void> {
  try {
    await store.write(locator, spillText(locator, readPage));
  } catch (cause) {
    console.warn(`sonde: ${locator} could not be stored: ${cause instanceof Error ? cause.message : String(cause)}`);
  }
}

/** A page's rows are `<number>\t<line>`; its last line says where it goes on. */
async function* spillText(locator: string, readPage: ReadPage): AsyncGenerator<string> {
  let offset = 1;
  for (;;) {
    const page = await readPage({ path: locator, offset });
    if (page.error) throw new SondeError(page.error.code, page.error.message);
    const rows = (page.content[0]?.text ?? "").split("\n");
    const end = rows.pop() ?? "";
    yield rows.map((row) => `${row.slice(row.indexOf("\t") + 1)}\n`).join("");
    const next = /; continue with offset=(\d+)\]$/.exec(end)?.[1];
    if (next === undefined) return;
    offset = Number(next);
  }
}
