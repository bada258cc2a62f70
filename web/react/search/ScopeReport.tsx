"use client";
import type { SearchScope } from "../../presentation/types.ts";
import { useTranslate } from "../CardProvider.tsx";
import { searchMessages } from "../i18n/search.ts";

const reasons = ["hidden", "ignored", "binary", "tooLarge", "globFiltered", "longLines"] as const;

/** What was searched, and what was not: "no matches" must not read like "did not look". */
export function ScopeReport({ scope }: { scope: SearchScope }) {
  const t = useTranslate(searchMessages);
  const leftOut = reasons.filter((reason) => (scope[reason] ?? 0) > 0);
  return (
    <p className="sonde-scope">
      {t("searched", { count: scope.searched })}
      {leftOut.length > 0 && (
        <>
          {". "}
          {t("leftOut")} {leftOut.map((reason) => t(reason, { count: scope[reason] ?? 0 })).join(", ")}
        </>
      )}
    </p>
  );
}
