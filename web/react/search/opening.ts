import type { CardSettings } from "../CardProvider.tsx";
import { leavesWorkspace } from "./search-model.ts";

export type Opening = { href: string | undefined; open: (() => void) | undefined };

/**
 * How a place in a file is opened: the host's link, the host's callback, or
 * neither. Paths that may lead out of the workspace get neither unless the host
 * allows them; a link never runs script, whatever the path makes of it.
 */
export function openingOf(settings: CardSettings, path: string, line?: number, column = 1): Opening {
  const { onOpen, hrefFor, allowOutsidePaths } = settings;
  if ((!onOpen && !hrefFor) || (!allowOutsidePaths && leavesWorkspace(path)))
    return { href: undefined, open: undefined };
  const href = hrefFor?.(line === undefined ? { path } : { path, line });
  return {
    href: href !== undefined && !runsScript(href) ? href : undefined,
    open: onOpen && (() => onOpen({ path, line: line ?? 1, column })),
  };
}

function runsScript(href: string): boolean {
  // Browsers skip controls and blanks before and inside a scheme.
  return /^(?:javascript|data|vbscript):/i.test(href.replace(/[\0-\x20\x7f-\xa0]+/g, ""));
}
