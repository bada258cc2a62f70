import { Fragment } from "react";
import { isVisible, visiblePieces } from "./visible.ts";

/** Text from outside: characters that can't be seen become labels. Changes nothing else, and never markup. */
export function VisibleText({ text }: { text: string }) {
  if (isVisible(text)) return text;
  const pieces = visiblePieces(text);
  return (
    <>
      {pieces.map((piece, index) =>
        piece.isLabel ? (
          <span key={index} className="sonde-invisible">
            {piece.text}
          </span>
        ) : (
          piece.text
        ),
      )}
    </>
  );
}

/** Text of several lines, for elements that keep line breaks. */
export function VisibleLines({ text }: { text: string }) {
  return (
    <>
      {text.split("\n").map((line, index) => (
        <Fragment key={index}>
          {index > 0 && "\n"}
          <VisibleText text={line} />
        </Fragment>
      ))}
    </>
  );
}
