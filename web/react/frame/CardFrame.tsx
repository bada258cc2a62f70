"use client";
import { createElement, type KeyboardEvent, type ReactNode, type Ref, useCallback, useId, useState } from "react";
import { useCardSettings, useTranslate } from "../CardProvider.tsx";
import { commonMessages } from "../i18n/common.ts";
import { VisibleText } from "../text/VisibleText.tsx";
import { Foldable } from "./Foldable.tsx";
import { ChevronIcon } from "./icons.tsx";
import type { CopyState } from "./use-copy.ts";

/** What every card takes. */
export type CardLook = {
  className?: string;
  density?: "compact" | "comfortable";
  /** Whether the card starts unfolded. Default true; chats may want the header alone. */
  defaultOpen?: boolean;
};

type CardFrameProps = CardLook & {
  kind: string;
  title: string;
  /** Beside the title, also while folded: the count, the state. */
  summary?: ReactNode;
  actions?: ReactNode;
  /** What the status region says. */
  status?: string;
  copying?: CopyState;
  children?: ReactNode;
  rootRef?: Ref<HTMLElement>;
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void;
};

/** The outline of every card: a labelled article (no landmark: a chat may hold hundreds), a heading that folds it, and one polite status region. */
export function CardFrame(props: CardFrameProps) {
  const { kind, title, summary, actions, status = "", copying, children, rootRef, onKeyDown } = props;
  const { className = "", density = "compact", defaultOpen = true } = props;
  const { theme, headingLevel = 3 } = useCardSettings();
  const t = useTranslate(commonMessages);
  const [isOpen, setOpen] = useState(defaultOpen);
  const unfold = useCallback(() => setOpen(true), []);
  const id = useId();
  const isFoldable = children !== undefined && children !== null;
  const name = (
    <span className="sonde-title-text" id={`${id}t`}>
      <VisibleText text={title} />
    </span>
  );
  const heading = isFoldable ? (
    <button
      type="button"
      className="sonde-title-button"
      aria-expanded={isOpen}
      aria-controls={`${id}b`}
      onClick={() => setOpen(!isOpen)}
    >
      <ChevronIcon />
      {name}
    </button>
  ) : (
    name
  );
  // Announced anew for every copy: a region speaks only when its text changes.
  const copied = copying && copying.copies > 0 ? t("copied") + "\u00a0".repeat(copying.copies % 2) : "";
  return (
    <article
      ref={rootRef}
      className={`sonde-card ${className}`}
      data-sonde-card={kind}
      data-density={density}
      data-theme={theme}
      aria-labelledby={`${id}t`}
      onKeyDown={onKeyDown}
    >
      <div className="sonde-header">
        {createElement(`h${headingLevel}`, { className: "sonde-title" }, heading)}
        {summary !== undefined && <div className="sonde-summary">{summary}</div>}
        {actions}
      </div>
      <p className="sonde-hidden" role="status">
        {copying?.refused === undefined ? copied || status : t("copyRefused")}
      </p>
      {copying?.refused !== undefined && <RefusedCopy text={copying.refused} onLeave={copying.dismiss} />}
      {isFoldable && (
        <Foldable id={`${id}b`} isOpen={isOpen} onFound={unfold}>
          <div className="sonde-body">{children}</div>
        </Foldable>
      )}
    </article>
  );
}

/** The text, selected: copying by hand is one key. It goes when it is left. */
function RefusedCopy({ text, onLeave }: { text: string; onLeave: () => void }) {
  const t = useTranslate(commonMessages);
  return (
    <label className="sonde-refused">
      {t("copyRefused")}
      <textarea ref={selectAll} readOnly rows={4} value={text} onBlur={onLeave} />
    </label>
  );
}

function selectAll(area: HTMLTextAreaElement | null): void {
  area?.focus();
  area?.select();
}
