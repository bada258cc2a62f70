"use client";
import type { SearchScope } from "../../presentation/types.ts";
import { useTranslate } from "../CardProvider.tsx";
import { searchMessages } from "../i18n/search.ts";

const reasons = ["hidden", "ignored", "binary", "tooLarge", "globFiltered", "longLines"] as const;

/** What was searched, and what was not: "no matches" must not read like "did not look". */
export function ScopeReport({ scope }: { scope: SearchScope }) {
  const t = useTranslate(searchMessages);
  const leftOut = reasons.filter((reason) => (scope[reason] ?? 0) > 0);
  const searched = t("searched", { count: scope.searched });
  const listed = leftOut.map((reason) => t(reason, { count: scope[reason] ?? 0 })).join(t("listSeparator"));
  return (
    <p className="sonde-scope">{leftOut.length > 0 ? t("searchedWithout", { searched, reasons: listed }) : searched}</p>
  );
}
