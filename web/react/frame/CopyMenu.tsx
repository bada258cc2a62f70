"use client";
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { useTranslate } from "../CardProvider.tsx";
import { type CommonKey, commonMessages } from "../i18n/common.ts";
import { CopyIcon } from "./icons.tsx";
import type { CopyState } from "./use-copy.ts";

/** `format` runs only when its entry is chosen; one that is loaded first should be loading since `onOpen`. */
export type CopyChoice = {
  /** Of the common messages, or a card's own words. */
  label: CommonKey | { own: string };
  format: () => string | Promise<string>;
};

type CopyMenuProps = { choices: readonly CopyChoice[]; copy: CopyState["copy"]; onOpen?: () => unknown };

/** A disclosure with plain buttons: Escape closes it and returns the focus, leaving it closes it. */
export function CopyMenu({ choices, copy, onOpen }: CopyMenuProps) {
  const t = useTranslate(commonMessages);
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  const list = useId();
  const close = () => {
    setOpen(false);
    trigger.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || !isOpen) return;
    event.stopPropagation();
    close();
  };
  const onBlur = (event: FocusEvent<HTMLElement>) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys and blur bubble here from the buttons inside
    <div className="sonde-menu" onKeyDown={onKeyDown} onBlur={onBlur}>
      <button
        ref={trigger}
        type="button"
        className="sonde-button"
        aria-expanded={isOpen}
        aria-controls={list}
        onClick={() => {
          if (!isOpen) onOpen?.();
          setOpen(!isOpen);
        }}
      >
        <CopyIcon />
        {t("copy")}
      </button>
      <ul id={list} className="sonde-menu-list" hidden={!isOpen}>
        {choices.map(({ label, format }, index) => (
          <li key={index}>
            <button
              type="button"
              className="sonde-menu-choice"
              onClick={() => {
                copy(format());
                close();
              }}
            >
              {typeof label === "string" ? t(label) : label.own}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
