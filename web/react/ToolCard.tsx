"use client";
import { useMemo } from "react";
import { presentCall, presentResult } from "../presentation/present.ts";
import type { CardLook } from "./frame/CardFrame.tsx";
import { SearchCard } from "./search/SearchCard.tsx";
import { SignalCard } from "./signal/SignalCard.tsx";
import type { NextRequest } from "./signal/signal-facts.ts";
import { ErrorBoundary } from "./state/ErrorBoundary.tsx";
import { readResult, recoveryNote } from "./state/read-result.ts";
import { type CardProgress, FailedCard, WaitingCard } from "./state/StateCard.tsx";
import { TextCard } from "./state/TextCard.tsx";
import { WebCard } from "./web/WebCard.tsx";

export type ToolCardProps = CardLook & {
  tool: string;
  /** May be partial while they stream. */
  args?: unknown;
  /** A ToolResult, or what was stored of one. Anything is safe to pass. */
  result?: unknown;
  /** No result yet. Default: true without a result. */
  pending?: boolean;
  /** What an adapter knows beyond that. */
  state?: "streaming" | "approval" | "approved" | "aborted" | "denied";
  progress?: CardProgress;
  /** Why a call was denied or aborted. */
  reason?: string;
  /** Signal cards' next call. */
  onAction?: (request: NextRequest) => void;
  readUrls?: readonly string[];
  maxRows?: number;
};

/** The card of any tool call in any state; the result's text where there is no card for it. */
export function ToolCard(props: ToolCardProps) {
  const { tool, args, result, state, progress, reason } = props;
  const look = lookOf(props);
  const title = presentCall(tool, args).title ?? tool;
  if (state === "aborted" || state === "denied") {
    return <FailedCard {...look} title={title} state={state} text={reason ?? readResult(result).text} />;
  }
  if (props.pending ?? result === undefined) {
    return <WaitingCard {...look} title={title} state={state ?? "pending"} progress={progress} />;
  }
  return <ResultCard {...props} title={title} look={look} />;
}

function ResultCard(props: ToolCardProps & { title: string; look: CardLook }) {
  const { tool, args, result, title, look, maxRows, readUrls, onAction } = props;
  const view = useMemo(() => presentResult(tool, args, result), [tool, args, result]);
  const { isError, isAborted, text, hasSignal } = readResult(result);
  const fallback = isError ? (
    <FailedCard {...look} title={title} state={isAborted ? "aborted" : "failed"} text={text} />
  ) : (
    <TextCard {...look} title={title} text={text} />
  );
  if (view === undefined) return fallback;
  return (
    <ErrorBoundary subject={result} fallback={fallback}>
      {view.card === "web" ? (
        <WebCard {...look} view={view} {...(readUrls && { readUrls })} />
      ) : hasSignal ? (
        <SignalCard {...look} view={view} text={text} {...(onAction && { onAction })} />
      ) : (
        <SearchCard {...look} view={view} recovery={recoveryNote(text)} {...(maxRows !== undefined && { maxRows })} />
      )}
    </ErrorBoundary>
  );
}

function lookOf({ className, density, defaultOpen }: ToolCardProps): CardLook {
  return {
    ...(className !== undefined && { className }),
    ...(density !== undefined && { density }),
    ...(defaultOpen !== undefined && { defaultOpen }),
  };
}
