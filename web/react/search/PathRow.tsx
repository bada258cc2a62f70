"use client";
import { memo } from "react";
import { useCardSettings, useTranslate } from "../CardProvider.tsx";
import { searchMessages } from "../i18n/search.ts";
import { CopyButton } from "./LineRow.tsx";
import { openingOf } from "./opening.ts";
import { PathText } from "./PathText.tsx";
import type { SearchPath } from "./search-model.ts";

/** One listed path: the host's link or button, or plain text. */
export const PathRow = memo(
  function PathRow({ path, copy }: { path: SearchPath; copy: (text: string) => void }) {
    const t = useTranslate(searchMessages);
    const { href, open } = openingOf(useCardSettings(), path.path);
    const item = { "data-sonde-item": String(path.index), tabIndex: -1, className: "sonde-path-link" } as const;
    const text = <PathText folder={path.folder} name={path.name} />;
    return (
      <div className="sonde-row">
        {href !== undefined ? (
          <a {...item} href={href}>
            {text}
          </a>
        ) : open !== undefined ? (
          <button {...item} type="button" onClick={open}>
            {text}
          </button>
        ) : (
          <div {...item}>{text}</div>
        )}
        <CopyButton label={`${t("copyPath")}: ${path.name}`} onCopy={() => copy(path.path)} />
      </div>
    );
  },
  (before, after) =>
    before.copy === after.copy && before.path.index === after.path.index && before.path.path === after.path.path,
);
