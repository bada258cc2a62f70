// Loads of sources that can be read once, from front to back: tar streams and
// iterables of entries.
import { maxDataBytes } from "../engine/pack-files.ts";
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
  readonly #loaded = new Map<string, number>();
  #rulesCameLate = false;
  /** Files and bytes that a later file of the same path has replaced. */
  #replaced = { files: 0, bytes: 0 };

  constructor(context: LoadContext, applyRules: boolean) {
    this.#context = context;
    this.#gate = applyRules && context.options.ignore !== false ? new IgnoreGate(context.sink.ignore) : undefined;
  }

  async take(file: StreamedFile): Promise<void> {
    const { skipped, sink, options } = this.#context;
    const { path, size } = file;
    if (isInGitFolder(path) || this.#isIgnored(path) || (options.filter && !options.filter(path, size))) {
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
    const replaced = this.#loaded.get(path);
    if (replaced !== undefined) {
      this.#replaced.files += 1;
      this.#replaced.bytes += replaced;
    }
    this.#loaded.set(path, maxDataBytes(data));
    await this.#context.add(path, data, file.mtime);
  }

  /** Sends what is left and takes back what turned out to be ignored. Returns the files and bytes that stay. */
  finish(): { files: number; bytes: number } {
    const { sink, skipped } = this.#context;
    sink.flush();
    const left = {
      files: sink.progress.files - this.#replaced.files,
      bytes: sink.progress.bytes - this.#replaced.bytes,
    };
    if (!this.#gate || !this.#rulesCameLate) return left;
    const paths = [...this.#loaded.keys()];
    const ignored = this.#gate.matchFiles(paths);
    const late = paths.filter((_, index) => ignored[index]);
    this.#context.discard(late);
    skipped.ignored += late.length;
    for (const path of late) left.bytes -= this.#loaded.get(path) ?? 0;
    return { ...left, files: left.files - late.length };
  }

  #isIgnored(path: string): boolean {
    return this.#gate?.matchFiles([path])[0] ?? false;
  }

  #addRules(gate: IgnoreGate, path: string, data: Uint8Array | string): void {
    gate.addRules(path, typeof data === "string" ? data : new TextDecoder().decode(data));
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    for (const loaded of this.#loaded.keys()) {
      if (!loaded.startsWith(folder)) continue;
      this.#rulesCameLate = true;
      return;
    }
  }
}
