import type { Core } from "./core.ts";
import type { IgnoreMatcher } from "./loader.ts";

/** The scratch rule set of `core`, apart from the ignore files in its tree. */
export function ignoreMatcher(core: Core): IgnoreMatcher {
  return {
    reset: () => void core.command({ op: "ignoreRules", reset: true, files: [] }),
    addRules: (files) => void core.command({ op: "ignoreRules", files }),
    match: (paths) => core.command<{ ignored: boolean[] }>({ op: "ignoreMatch", paths }).ignored,
  };
}
