"use client";
import { type ReactNode, useState } from "react";
import type { SearchLineMatch } from "../../presentation/types.ts";
import { type CardSettings, useTranslate } from "../CardProvider.tsx";
import { searchMessages } from "../i18n/search.ts";
import { excerptOf, type LineWindow, wholeLineUnits } from "../text/excerpt.ts";
import { type HighlightToken, segmentsOf } from "../text/segments.ts";
import { VisibleText } from "../text/VisibleText.tsx";
import { isVisible } from "../text/visible.ts";

type LineTextProps = { match: SearchLineMatch; path: string; highlighter: CardSettings["highlighter"] };

/** The line with its hits marked. A plain function: there are thousands of lines, and few are long. */
export function lineText(props: LineTextProps): ReactNode {
  const { line } = props.match;
  if (line.length > wholeLineUnits) return <LongLine {...props} />;
  return <code className="sonde-text">{segments(props, { start: 0, end: line.length })}</code>;
}

/** Whether the result itself holds a part of the line only, as its ellipsis says. */
function isExcerpt(line: string): boolean {
  return line.startsWith("…") || line.endsWith("…") || line.endsWith("… (line truncated)");
}

/** The part around the first hit, and a way to see the line whole. */
function LongLine(props: LineTextProps) {
  const { line, ranges = [] } = props.match;
  const [isFull, setFull] = useState(false);
  const t = useTranslate(searchMessages);
  const window = isFull ? { start: 0, end: line.length } : excerptOf(line, ranges[0]?.[0]);
  const left = line.length - (window.end - window.start);
  return (
    <span className="sonde-text">
      <code>
        {window.start > 0 && <span className="sonde-cut">…</span>}
        {segments(props, window)}
        {window.end < line.length && <span className="sonde-cut">…</span>}
      </code>
      {left > 0 && (
        <button
          type="button"
          className="sonde-link-button"
          onClick={(event) => {
            event.preventDefault();
            event.stopPropagation();
            setFull(true);
          }}
        >
          {t(isExcerpt(line) ? "fullExcerpt" : "fullLine", { count: left })}
        </button>
      )}
    </span>
  );
}

function segments({ match, path, highlighter }: LineTextProps, window: LineWindow): ReactNode {
  const { line, ranges = [] } = match;
  const tokens = highlighter ? tokensOf(highlighter, line, path) : [];
  return segmentsOf(line, window, ranges, tokens).map(({ start, text, isHit, className }) => {
    const shown = isVisible(text) ? text : <VisibleText key={start} text={text} />;
    if (isHit) {
      return (
        <mark key={start} className={className}>
          {shown}
        </mark>
      );
    }
    if (className === undefined) return shown;
    return (
      <span key={start} className={className}>
        {shown}
      </span>
    );
  });
}

/** A highlighter is a decoration: if it fails, the line is shown without. */
function tokensOf(highlighter: NonNullable<CardSettings["highlighter"]>, line: string, path: string): HighlightToken[] {
  try {
    return highlighter(line, path).filter(({ start, end }) => start < end);
  } catch {
    return [];
  }
}
