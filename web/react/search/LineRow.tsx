"use client";
import { type MouseEvent, memo, useState } from "react";
import type { SearchLineMatch } from "../../presentation/types.ts";
import { useCardSettings, useLocale, useTranslate } from "../CardProvider.tsx";
import { CopyIcon } from "../frame/icons.tsx";
import { searchMessages } from "../i18n/search.ts";
import { formatNumber } from "../i18n/translator.ts";
import { LineText } from "./LineText.tsx";
import { useOpening } from "./use-opening.ts";

export type LineActions = {
  copy: (text: string) => void;
  /** Present where a host can inspect the source around a line. */
  inspect?: (path: string, line: number) => void;
};

export type LineRowProps = {
  match: SearchLineMatch;
  path: string;
  /** `<file index>.<line index>`, by which the card finds the row again. */
  place: string;
  actions: LineActions;
  isTarget?: boolean;
};

/** One line: number, text, and its buttons while it is pointed at or focused. */
export const LineRow = memo(function LineRow({ match, path, place, actions, isTarget = false }: LineRowProps) {
  const { highlighter } = useCardSettings();
  const t = useTranslate(searchMessages);
  const locale = useLocale();
  const [isActive, setActive] = useState(false);
  const { href, open } = useOpening()(path, match.lineNumber, (match.ranges?.[0]?.[0] ?? 0) + 1);
  const number = <span className="sonde-number">{match.lineNumber}</span>;
  const text = <LineText match={match} path={path} highlighter={highlighter} />;
  const item = { "data-sonde-item": place, tabIndex: -1 } as const;
  const leave = () => setActive(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointer and focus only reveal the buttons inside
    <div
      className={isTarget ? "sonde-row sonde-target" : "sonde-row"}
      onPointerEnter={() => setActive(true)}
      onPointerLeave={leave}
      onFocus={() => setActive(true)}
      onBlur={leave}
    >
      {href !== undefined ? (
        <a {...item} className="sonde-line" href={href} draggable={false} onClick={open && plainClick(open)}>
          {number}
          {text}
        </a>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: a wider target for the mouse; the button inside is the control
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div {...(open === undefined && item)} className="sonde-line" onClick={open && unlessSelecting(open)}>
          {open === undefined ? (
            number
          ) : (
            <button
              {...item}
              type="button"
              className="sonde-number"
              aria-label={t("openLine", { line: String(match.lineNumber) })}
              onClick={open}
            >
              {match.lineNumber}
            </button>
          )}
          {text}
        </div>
      )}
      {isActive && (
        <span className="sonde-row-actions">
          {actions.inspect && (
            <button type="button" className="sonde-button" onClick={() => actions.inspect?.(path, match.lineNumber)}>
              {t("inspectLine")}
            </button>
          )}
          <CopyButton
            label={t("copyLine", { line: formatNumber(match.lineNumber, locale) })}
            onCopy={() => actions.copy(match.line)}
          />
        </span>
      )}
    </div>
  );
});

export function CopyButton({ label, onCopy }: { label: string; onCopy: () => void }) {
  return (
    <button type="button" className="sonde-icon-button" aria-label={label} title={label} onClick={onCopy}>
      <CopyIcon />
    </button>
  );
}

/** Leaves clicks that open a new tab or window to the browser. */
function plainClick(open: () => void) {
  return (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    open();
  };
}

/** The end of a text selection is no click. */
function unlessSelecting(open: () => void) {
  return (event: MouseEvent) => {
    if (event.target instanceof Element && event.target.closest("button")) return;
    if (document.getSelection()?.isCollapsed === false) return;
    open();
  };
}
