"use client";
import { type MouseEvent, memo, useState } from "react";
import type { SearchLineMatch } from "../../presentation/types.ts";
import { useCardSettings, useLocale, useTranslate } from "../CardProvider.tsx";
import { CopyIcon } from "../frame/icons.tsx";
import { searchMessages } from "../i18n/search.ts";
import { formatNumber } from "../i18n/translator.ts";
import { lineText } from "./LineText.tsx";
import { openingOf } from "./opening.ts";

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
  /** "div" where the list item is around the row. */
  as?: "li" | "div";
};

/** One line: number, text, and its buttons while it is pointed at or focused. */
export const LineRow = memo(function LineRow(props: LineRowProps) {
  const { match, path, place, actions, isTarget = false, as: Row = "li" } = props;
  const settings = useCardSettings();
  const [isActive, setActive] = useState(false);
  const { href, open } = openingOf(settings, path, match.lineNumber, (match.ranges?.[0]?.[0] ?? 0) + 1);
  const text = lineText({ match, path, highlighter: settings.highlighter });
  const item = { "data-sonde-item": place, tabIndex: -1 } as const;
  const enter = () => setActive(true);
  const leave = () => setActive(false);
  return (
    <Row
      className={isTarget ? "sonde-row sonde-target" : "sonde-row"}
      onPointerEnter={enter}
      onPointerLeave={leave}
      onFocus={enter}
      onBlur={leave}
    >
      {href !== undefined ? (
        <a {...item} className="sonde-line" href={href} draggable={false} onClick={open && plainClick(open)}>
          <span className="sonde-number">{match.lineNumber}</span>
          {text}
        </a>
      ) : open === undefined ? (
        <div {...item} className="sonde-line">
          <span className="sonde-number">{match.lineNumber}</span>
          {text}
        </div>
      ) : (
        // biome-ignore lint/a11y/noStaticElementInteractions: a wider target for the mouse; the button inside is the control
        // biome-ignore lint/a11y/useKeyWithClickEvents: as above
        <div className="sonde-line" onClick={unlessSelecting(open)}>
          <OpenButton item={item} line={match.lineNumber} open={open} />
          {text}
        </div>
      )}
      {isActive && <RowActions match={match} path={path} actions={actions} />}
    </Row>
  );
});

type OpenButtonProps = { item: { "data-sonde-item": string; tabIndex: -1 }; line: number; open: () => void };

function OpenButton({ item, line, open }: OpenButtonProps) {
  const t = useTranslate(searchMessages);
  return (
    <button
      {...item}
      type="button"
      className="sonde-number"
      aria-label={t("openLine", { line: String(line) })}
      onClick={open}
    >
      {line}
    </button>
  );
}

function RowActions({ match, path, actions }: Pick<LineRowProps, "match" | "path" | "actions">) {
  const t = useTranslate(searchMessages);
  const locale = useLocale();
  const copyLabel = t("copyLine", { line: formatNumber(match.lineNumber, locale) });
  return (
    <span className="sonde-row-actions">
      {actions.inspect && (
        <button type="button" className="sonde-button" onClick={() => actions.inspect?.(path, match.lineNumber)}>
          {t("inspectLine")}
        </button>
      )}
      <CopyButton label={copyLabel} onCopy={() => actions.copy(match.line)} />
    </span>
  );
}

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
