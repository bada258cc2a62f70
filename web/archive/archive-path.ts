import { pathError } from "./archive-error.ts";

/**
 * The path that an archive's entry is loaded under, or undefined when nothing
 * is left of it. Throws ARCHIVE_PATH for a name that leads out of the archive:
 * such a name is no accident, so the archive is refused and not just the entry.
 */
export function archivePath(name: string, stripComponents: number): string | undefined {
  if (name.includes("\0")) throw pathError(`${quote(name)} holds a NUL`);
  if (/^([/\\]|[A-Za-z]:[/\\])/.test(name)) throw pathError(`${quote(name)} is absolute`);
  // A backslash is an ordinary character here, but it separates where such a name was made.
  if (name.split(/[/\\]/).includes("..")) throw pathError(`${quote(name)} leads out of the archive`);
  const components = name.split("/").filter((component) => component !== "" && component !== ".");
  return components.length > stripComponents ? components.slice(stripComponents).join("/") : undefined;
}

/** A name for a message: hostile names are cut and escaped. */
export function quote(name: string): string {
  return JSON.stringify(name.length > 100 ? `${name.slice(0, 100)}…` : name);
}
