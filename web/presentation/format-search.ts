import type { SearchScope, SearchView } from "./types.ts";

/** Entries a search view lists: matching lines or paths. */
export function listedCount(view: SearchView): number {
  if (view.shape === "paths") return view.paths.length;
  return view.files.reduce((sum, file) => sum + file.matches.length, 0);
}

export function formatSearch(view: SearchView, as: "text" | "markdown" | "rg"): string {
  const blocks = view.shape === "paths" ? formatPaths(view.paths, as) : formatFiles(view.files, as);
  if (as === "rg") return blocks.join("\n\n");
  const head = [view.title, foundLine(view)].filter((line) => line !== undefined).map(oneLine);
  const scope = blocks.length === 0 && view.scope ? [scopeReport(view.scope)] : [];
  const lines = as === "markdown" ? head.map(escapeMarkdown) : head;
  return [lines.join(as === "markdown" ? "\n\n" : "\n"), ...blocks, ...scope].join("\n\n");
}

function foundLine(view: SearchView): string {
  const listed = listedCount(view);
  const noun = view.shape === "paths" ? (view.total === 1 ? "path" : "paths") : view.total === 1 ? "match" : "matches";
  if (view.total === 0 && listed === 0)
    return `No ${view.shape === "paths" ? "files" : "matches"} found${view.truncated ? " (the list was cut)" : ""}`;
  if (listed === view.total) return `Found ${view.total} ${noun}${view.truncated ? " (the list was cut)" : ""}`;
  return `Found ${listed} of ${view.total} ${noun}`;
}

function scopeReport(scope: SearchScope): string {
  const reasons: [number | undefined, string][] = [
    [scope.hidden, "hidden"],
    [scope.ignored, "ignored"],
    [scope.binary, "binary"],
    [scope.tooLarge, "too large"],
    [scope.globFiltered, "not matching the glob"],
    [scope.longLines, "long lines"],
  ];
  const leftOut = reasons.filter(([count]) => count).map(([count, reason]) => `${count} ${reason}`);
  const files = scope.searched === 1 ? "file" : "files";
  return `[Searched ${scope.searched} ${files}${leftOut.length > 0 ? `; left out: ${leftOut.join(", ")}` : ""}]`;
}

function formatPaths(paths: readonly string[], as: "text" | "markdown" | "rg"): string[] {
  if (paths.length === 0) return [];
  return [paths.map((path) => (as === "markdown" ? `- ${codeSpan(oneLine(path))}` : oneLine(path))).join("\n")];
}

function formatFiles(
  files: Extract<SearchView, { shape: "matches" }>["files"],
  as: "text" | "markdown" | "rg",
): string[] {
  const mark = {
    text: (line: number) => `Line ${line}: `,
    markdown: (line: number) => `${line}: `,
    rg: (line: number) => `${line}:`,
  }[as];
  return files.map(({ path, matches }) => {
    const rows = matches.map((match) => mark(match.lineNumber) + oneLine(match.line));
    if (as !== "markdown") return [oneLine(path), ...rows].join("\n");
    const title = codeSpan(oneLine(path));
    if (rows.length === 0) return title;
    const fence = "`".repeat(Math.max(3, longestRun(rows.join("\n")) + 1));
    return [title, "", fence, ...rows, fence].join("\n");
  });
}

/** Keeps a value from imitating a row of its own. */
export function oneLine(text: string): string {
  return text.replace(/\n/g, "␊");
}

export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#|~&!]/g, "\\$&");
}

function codeSpan(text: string): string {
  const ticks = "`".repeat(longestRun(text) + 1);
  const pad = /^[ `]|[ `]$/.test(text) ? " " : "";
  return ticks + pad + text + pad + ticks;
}

function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0);
}
