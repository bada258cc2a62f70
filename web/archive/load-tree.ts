import { readAhead } from "../engine/read-ahead.ts";
import type { LoadContext } from "./load-context.ts";
import { type FoundFile, type TreeFolder, walkTree } from "./tree.ts";

type ReadFile = { path: string; data: Uint8Array; mtime: number | undefined };

/** Loads what ignore rules, filter and size let through. `window` files are read at a time. */
export async function loadTree(context: LoadContext, tree: TreeFolder, window: number): Promise<void> {
  const { ignore, filter, signal } = context.options;
  const found = walkTree(tree, {
    matcher: context.sink.ignore,
    maxFileBytes: context.sink.limits.maxFileBytes,
    skipped: context.skipped,
    ...(ignore !== undefined && { ignore }),
    ...(filter && { filter }),
    ...(signal && { signal }),
  });
  for await (const file of readAhead(found, (each) => readFile(context, each), window)) {
    if (file) await context.add(file.path, file.data, file.mtime);
  }
  context.checkSignal();
}

async function readFile(context: LoadContext, { path, file }: FoundFile): Promise<ReadFile | undefined> {
  const open = await file.open();
  if (open.size > context.sink.limits.maxFileBytes) {
    context.skipped.tooLarge += 1;
    return undefined;
  }
  context.checkSignal();
  return { path, data: await open.read(), mtime: open.mtime };
}
