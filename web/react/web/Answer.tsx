"use client";
import { type ComponentType, useEffect, useState } from "react";
import { VisibleLines } from "../text/VisibleText.tsx";

export type AnswerProps = {
  /** Untrusted. */
  markdown: string;
  sourceCount: number;
  /** Result n has the element id `<id>s<n>`. */
  id: string;
};

/** Longer answers stay plain text: the Markdown parser is no match for megabytes. */
const longestMarkdown = 65_536;

/** The answer as plain text at first and on servers, then as Markdown when its chunk is there. */
export function Answer(props: AnswerProps) {
  const [loaded, setLoaded] = useState<{ Markdown: ComponentType<AnswerProps> }>();
  const isFormatted = props.markdown.length <= longestMarkdown;
  useEffect(() => {
    if (!isFormatted) return;
    let isWanted = true;
    import("./AnswerMarkdown.tsx").then(
      ({ AnswerMarkdown }) => {
        if (isWanted) setLoaded({ Markdown: AnswerMarkdown });
      },
      // Without the chunk the plain text stays.
      () => {},
    );
    return () => {
      isWanted = false;
    };
  }, [isFormatted]);
  return (
    <div className="sonde-answer">
      {isFormatted && loaded ? (
        <loaded.Markdown {...props} />
      ) : (
        <p className="sonde-answer-plain">
          <VisibleLines text={props.markdown} />
        </p>
      )}
    </div>
  );
}
