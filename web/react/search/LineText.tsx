"use client";
import { useState } from "react";
import type { SearchLineMatch } from "../../presentation/types.ts";
import { type CardSettings, useTranslate } from "../CardProvider.tsx";
import { searchMessages } from "../i18n/search.ts";
import { excerptOf } from "../text/excerpt.ts";
import { type HighlightToken, segmentsOf } from "../text/segments.ts";
import { VisibleText } from "../text/VisibleText.tsx";

type LineTextProps = { match: SearchLineMatch; path: string; highlighter: CardSettings["highlighter"] };

/** The line with its hits marked; of a long line the part around the first hit, and a way to see it whole. */
export function LineText({ match, path, highlighter }: LineTextProps) {
  const { line, ranges = [] } = match;
  const [isFull, setFull] = useState(false);
  const t = useTranslate(searchMessages);
  const excerpt = excerptOf(line, ranges[0]?.[0]);
  const window = isFull ? { start: 0, end: line.length } : excerpt;
  const left = line.length - (window.end - window.start);
  const segments = segmentsOf(line, window, ranges, highlighter ? tokensOf(highlighter, line, path) : []);
  return (
    <span className="sonde-text">
      <code>
        {window.start > 0 && <span className="sonde-cut">…</span>}
        {segments.map(({ start, text, isHit, className }) => {
          const shown = <VisibleText text={text} />;
          if (!isHit && className === undefined) return <VisibleText key={start} text={text} />;
          return isHit ? (
            <mark key={start} className={className}>
              {shown}
            </mark>
          ) : (
            <span key={start} className={className}>
              {shown}
            </span>
          );
        })}
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
          {t("fullLine", { count: left })}
        </button>
      )}
    </span>
  );
}

/** A highlighter is a decoration: if it fails, the line is shown without. */
function tokensOf(highlighter: NonNullable<CardSettings["highlighter"]>, line: string, path: string): HighlightToken[] {
  try {
    return highlighter(line, path).filter(({ start, end }) => start < end);
  } catch {
    return [];
  }
}
