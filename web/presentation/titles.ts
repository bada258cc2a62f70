// One line that names a call. The words are contract and English in every locale.
import { isInteger, isRecord, type JsonRecord } from "./shape.ts";

/** The call's title; the tool's name when the arguments do not make one (malformed, or not all there yet). */
export function callTitle(tool: string, args: unknown): string {
  return (isRecord(args) && titles[tool]?.(args)) || tool;
}

type Title = (args: JsonRecord) => string | undefined;

const titles: Readonly<Record<string, Title | undefined>> = Object.assign(Object.create(null), {
  // In override mode signal_grep has the name grep, so a call without pattern may be one of its pages.
  grep: (args) => patternTitle("Grep", args, "include") ?? pageTitle(args),
  glob: (args) => patternTitle("Glob", args),
  read: ({ path, offset }) => {
    if (!isFilled(path) || !(offset === undefined || isInteger(offset))) return undefined;
    return `Read ${path}${offset === undefined ? "" : `:${offset}`}`;
  },
  signal_grep: (args) => pageTitle(args) ?? searchTitle(args),
  web_search: ({ queries }) => (isStrings(queries) ? queries.join(", ") : undefined),
  web_fetch: ({ url }) => (isFilled(url) ? url : undefined),
} satisfies Record<string, Title>);

function patternTitle(verb: string, args: JsonRecord, filter?: string): string | undefined {
  const place = placeOf(args);
  const include = filter === undefined ? undefined : args[filter];
  if (!isFilled(args.pattern) || place === undefined || !(include === undefined || typeof include === "string")) {
    return undefined;
  }
  return `${verb} ${args.pattern}${place}${include ? ` (${include})` : ""}`;
}

function searchTitle(args: JsonRecord): string | undefined {
  const place = placeOf(args);
  const { anyOf } = args;
  const pattern = isStrings(anyOf) && args.pattern === undefined ? anyOf.join(" | ") : args.pattern;
  if (typeof pattern !== "string" || place === undefined) return undefined;
  return `Search${pattern && ` ${pattern}`}${place}`;
}

/** Inspections and cursor pages of signal_grep. */
function pageTitle({ pattern, cursor, path, line, targets, matchIndex, matchIndices }: JsonRecord): string | undefined {
  if (pattern !== undefined) return undefined;
  const inspected = isFilled(path) && isInteger(line) ? [{ path, line }] : targets;
  if (Array.isArray(inspected)) {
    const places = inspected.map(
      (target) =>
        isRecord(target) && isFilled(target.path) && isInteger(target.line) && `${target.path}:${target.line}`,
    );
    return places.length > 0 && places.every(Boolean) ? `Inspect ${places.join(", ")}` : undefined;
  }
  if (!isFilled(cursor)) return undefined;
  const indices = isInteger(matchIndex) ? [matchIndex] : matchIndices;
  if (Array.isArray(indices) && indices.length > 0 && indices.every((index) => isInteger(index))) {
    return `Inspect ${indices.map((index) => `#${index}`).join(", ")}`;
  }
  return "Next page";
}

/** ` in <path>`, "" without a path, undefined when the path is not one. */
function placeOf({ path }: JsonRecord): string | undefined {
  if (path === undefined || path === "") return "";
  return typeof path === "string" ? ` in ${path}` : undefined;
}

function isFilled(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isStrings(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every(isFilled);
}
