"use client";
import { useId, useState } from "react";
import { useTranslate } from "../CardProvider.tsx";
import { CardFrame, type CardLook } from "../frame/CardFrame.tsx";
import { stateMessages } from "../i18n/state.ts";
import { MoreRows } from "../search/FileGroup.tsx";
import { VisibleLines } from "../text/VisibleText.tsx";

/** What the model read, when there is no card for it. */
export function TextCard({ title, text, ...look }: CardLook & { title: string; text: string }) {
  const t = useTranslate(stateMessages);
  return (
    <CardFrame {...look} kind="text" title={title}>
      {text === "" ? <p className="sonde-empty">{t("noText")}</p> : <PlainText text={text} />}
    </CardFrame>
  );
}

const linesAtFirst = 400;

/** Untrusted text, line by line. Long text comes in two steps. */
export function PlainText({ text }: { text: string }) {
  const lines = text.split("\n");
  const [isWhole, setWhole] = useState(lines.length <= linesAtFirst);
  const id = useId();
  const shown = isWhole ? lines : lines.slice(0, linesAtFirst);
  return (
    <>
      <pre id={id} className="sonde-plain">
        <VisibleLines text={shown.join("\n")} />
      </pre>
      {!isWhole && (
        <MoreRows count={lines.length - linesAtFirst} place="more" controls={id} onClick={() => setWhole(true)} />
      )}
    </>
  );
}
