"use client";
import type { ReactNode } from "react";
import { useTranslate } from "../CardProvider.tsx";
import { CardFrame, type CardLook } from "../frame/CardFrame.tsx";
import { type StateKey, stateMessages } from "../i18n/state.ts";
import { VisibleText } from "../text/VisibleText.tsx";
import { PlainText } from "./TextCard.tsx";

/** What a running call has done so far; `files` of `totalFiles`. */
export type CardProgress = { files: number; totalFiles: number; matches: number };

type WaitingCardProps = CardLook & {
  title: string;
  state: "streaming" | "pending" | "approval" | "approved";
  progress: CardProgress | undefined;
};

/** A call that has no result yet. */
export function WaitingCard({ title, state, progress, ...look }: WaitingCardProps) {
  const t = useTranslate(stateMessages);
  const isRunning = state === "pending" || state === "streaming";
  const done = progress && {
    count: progress.files,
    total: progress.totalFiles,
    matches: t("progressMatches", { count: progress.matches }),
  };
  return (
    <CardFrame
      {...look}
      kind="waiting"
      title={title}
      status={t(state)}
      summary={
        <>
          {isRunning && <span className="sonde-pulse" aria-hidden="true" />}
          <span className="sonde-counts">{done ? t("progress", done) : t(state)}</span>
        </>
      }
    />
  );
}

type FailedCardProps = CardLook & { title: string; state: "failed" | "aborted" | "denied"; text: string };

/** The first line of the message at a glance, the whole of it below. */
export function FailedCard({ title, state, text, ...look }: FailedCardProps) {
  const t = useTranslate(stateMessages);
  const message = text.replace(/^Error: /, "");
  const [first = ""] = message.split("\n", 1);
  const label: Record<typeof state, StateKey> = { failed: "failed", aborted: "aborted", denied: "denied" };
  const isLong = first.length < message.length;
  return (
    <CardFrame
      {...look}
      kind={state}
      title={title}
      status={t(label[state])}
      summary={
        <span className={state === "failed" ? "sonde-badge sonde-failed" : "sonde-badge sonde-warning"}>
          {t(label[state])}
        </span>
      }
    >
      {first !== "" && (
        <p className="sonde-failure">
          <VisibleText text={first} />
        </p>
      )}
      {isLong && <Labelled label={t("details")}>{<PlainText text={message} />}</Labelled>}
    </CardFrame>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details className="sonde-details">
      <summary>{label}</summary>
      {children}
    </details>
  );
}
