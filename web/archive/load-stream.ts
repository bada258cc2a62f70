// Loads of sources that can be read once, from front to back: tar streams and
// iterables of entries.
import { IgnoreGate, isIgnoreFile, isInGitFolder } from "./ignore-gate.ts";
import type { LoadContext } from "./load-context.ts";

export type StreamedFile = {
  path: string;
  size: number | undefined;
  mtime: number | undefined;
  read(): Promise<Uint8Array | string>;
};

/**
 * Takes files one by one. Ignore rules apply before a file is read where they
 * came before it; files that a later ignore file covers are taken back at the end.
 */
export class StreamLoad {
  readonly #context: LoadContext;
  readonly #gate: IgnoreGate | undefined;
  readonly #loaded = new Set<string>();
  #rulesCameLate = false;

  constructor(context: LoadContext, applyRules: boolean) {
    this.#context = context;
    this.#gate = applyRules && context.options.ignore !== false ? new IgnoreGate(context.sink.ignore) : undefined;
  }

  async take(file: StreamedFile): Promise<void> {
    const { skipped, sink, options } = this.#context;
    const { path, size } = file;
    const unwanted = isInGitFolder(path) || this.#isIgnored(path);
    if (unwanted || (options.filter && !(await options.filter(path, size)))) {
      skipped.ignored += 1;
      return;
    }
    if (size !== undefined && size > sink.limits.maxFileBytes) {
      skipped.tooLarge += 1;
      return;
    }
    const data = await file.read();
    if (typeof data !== "string" && data.length > sink.limits.maxFileBytes) {
      skipped.tooLarge += 1;
      return;
    }
    if (this.#gate && isIgnoreFile(path)) this.#addRules(this.#gate, path, data);
    this.#loaded.add(path);
    await this.#context.add(path, data, file.mtime);
  }

  /** Sends what is left and takes back what turned out to be ignored. */
  finish(): void {
    this.#context.sink.flush();
    if (!this.#gate || !this.#rulesCameLate) return;
    const paths = [...this.#loaded];
    const ignored = this.#gate.matchFiles(paths);
    for (const [index, path] of paths.entries()) {
      if (!ignored[index]) continue;
      this.#context.discard(path);
      this.#context.skipped.ignored += 1;
    }
  }

  #isIgnored(path: string): boolean {
    return this.#gate?.matchFiles([path])[0] ?? false;
  }

  #addRules(gate: IgnoreGate, path: string, data: Uint8Array | string): void {
    gate.addRules(path, typeof data === "string" ? data : new TextDecoder().decode(data));
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    for (const loaded of this.#loaded) {
      if (!loaded.startsWith(folder)) continue;
      this.#rulesCameLate = true;
      return;
    }
  }
}
