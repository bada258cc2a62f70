// Moving inside a card: j and k or the arrows from item to item, c copies.
import { type KeyboardEvent, type RefObject, useEffect, useRef } from "react";

const itemSelector = "[data-sonde-item]";

/** The place of the item that holds `target`, as its row wrote it. */
export function placeOf(target: EventTarget | null): string | undefined {
  const item = target instanceof Element ? target.closest<HTMLElement>(itemSelector) : null;
  return item?.dataset.sondeItem;
}

/** Acts only on plain keys pressed on an item, never on typing. */
export function onItemKey(root: HTMLElement, event: KeyboardEvent, copyPlace: (place: string) => void): void {
  if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || event.defaultPrevented) return;
  const place = placeOf(event.target);
  if (place === undefined) return;
  if (event.key === "c") copyPlace(place);
  else if (!move(root, event)) return;
  event.preventDefault();
}

function move(root: HTMLElement, event: KeyboardEvent): boolean {
  const steps: Record<string, number | undefined> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };
  const items = [...root.querySelectorAll<HTMLElement>(itemSelector)].filter(
    (item) => item.closest("[hidden]") === null,
  );
  const current = items.findIndex((item) => item === event.target || item.contains(event.target as Node));
  const step = steps[event.key];
  const next = step === undefined ? { Home: 0, End: items.length - 1 }[event.key] : current + step;
  if (next === undefined) return false;
  items[Math.max(0, Math.min(next, items.length - 1))]?.focus();
  return true;
}

/**
 * Keeps the keyboard's place: when the focused row goes away (folded, filtered,
 * scrolled out), the focus moves to its file's heading, else to the card's.
 */
export function useFocusKeeper(root: RefObject<HTMLElement | null>): void {
  const focused = useRef<Element | null>(null);
  useEffect(() => {
    const card = root.current;
    if (card === null) return;
    const onFocusIn = (event: FocusEvent) => {
      focused.current = event.target as Element;
    };
    const onFocusOut = (event: FocusEvent) => {
      // A row that is going away loses the focus too; only leaving it on purpose ends its claim.
      if (event.relatedTarget !== null) focused.current = null;
    };
    const onPointerDown = () => {
      focused.current = null;
    };
    card.addEventListener("focusin", onFocusIn);
    card.addEventListener("focusout", onFocusOut);
    card.ownerDocument.addEventListener("pointerdown", onPointerDown, true);
    return () => {
      card.removeEventListener("focusin", onFocusIn);
      card.removeEventListener("focusout", onFocusOut);
      card.ownerDocument.removeEventListener("pointerdown", onPointerDown, true);
    };
  }, [root]);
  useEffect(() => {
    const last = focused.current;
    const card = root.current;
    if (last === null || card === null || isReachable(last)) return;
    focused.current = null;
    const active = card.ownerDocument.activeElement;
    if (active !== null && active !== last && active !== card.ownerDocument.body) return;
    const controlled = card.ownerDocument.getElementById(last.getAttribute("aria-controls") ?? "");
    const revealed = controlled?.querySelector<HTMLElement>(itemSelector);
    if (revealed && isReachable(revealed)) return revealed.focus();
    const file = placeOf(last)?.split(".")[0];
    const heading = file === undefined ? null : card.querySelector<HTMLElement>(`[data-sonde-item="${file}"]`);
    (heading !== null && isReachable(heading)
      ? heading
      : card.querySelector<HTMLElement>(".sonde-title-button")
    )?.focus();
  });
}

function isReachable(element: Element): boolean {
  return element.isConnected && element.closest("[hidden]") === null;
}
