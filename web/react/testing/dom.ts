// Mounting cards in a test: rendered and hydrated inside `act`, unmounted after
// each test, and failing on whatever React says on the console.
import * as React from "react";
import { createRoot, hydrateRoot, type Root } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, vi } from "vitest";

type Act = (callback: () => unknown) => Promise<void>;

// React 18.2 has it in react-dom/test-utils only.
const act: Act = "act" in React ? (React.act as Act) : (await import("react-dom/test-utils")).act;

const roots: Root[] = [];
const said: unknown[][] = [];

Reflect.set(globalThis, "IS_REACT_ACT_ENVIRONMENT", true);

beforeEach(() => {
  said.length = 0;
  for (const level of ["error", "warn"] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => {
      said.push(words);
    });
  }
});

afterEach(async () => {
  await act(() => {
    for (const root of roots.splice(0)) root.unmount();
  });
  document.body.replaceChildren();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  Reflect.deleteProperty(HTMLElement.prototype, "offsetParent");
  expect(said, "nothing on the console").toStrictEqual([]);
});

/** What the console was told since the test began; empties the record. */
export function takeConsole(): unknown[][] {
  return said.splice(0);
}

export async function mount(element: React.ReactElement): Promise<HTMLElement> {
  const container = document.body.appendChild(document.createElement("main"));
  const root = createRoot(container);
  roots.push(root);
  await act(() => root.render(element));
  return container;
}

/** Renders on the "server", puts the markup into the page and hydrates it; any mismatch is recorded as an error. */
export async function hydrate(element: React.ReactElement): Promise<{ container: HTMLElement; html: string }> {
  const container = document.body.appendChild(document.createElement("main"));
  const html = renderToString(element);
  container.innerHTML = html;
  await act(() => {
    roots.push(hydrateRoot(container, element, { onRecoverableError: (error) => said.push(["recovered", error]) }));
  });
  return { container, html };
}

/** Runs `step`, then what it has set off, lazy chunks included. */
export async function perform(step: () => unknown): Promise<void> {
  await act(async () => {
    await step();
  });
}

/** Waits, inside act, until `condition` holds; at most two seconds. */
export async function settle(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 200 && !condition(); tries++) {
    await act(() => new Promise((done) => setTimeout(done, 10)));
  }
  expect(condition(), "what the test waits for has come").toBe(true);
}

export function query(container: ParentNode, selector: string): HTMLElement {
  const found = container.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`nothing matches ${selector}`);
  return found;
}

/** The button whose text or label is `name`. */
export function button(container: ParentNode, name: string): HTMLElement {
  const buttons = [...container.querySelectorAll<HTMLElement>("button")];
  const found = buttons.find((candidate) =>
    [candidate.textContent, candidate.getAttribute("aria-label")].includes(name),
  );
  if (found === undefined)
    throw new Error(`no button ${name} among ${buttons.map((candidate) => candidate.textContent).join(", ")}`);
  return found;
}

export function click(element: Element, init: MouseEventInit = {}): Promise<void> {
  return perform(() => element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ...init })));
}

export function focus(element: HTMLElement): Promise<void> {
  return perform(() => element.focus());
}

export function press(key: string, init: KeyboardEventInit = {}): Promise<void> {
  return perform(() =>
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...init }),
    ),
  );
}

export function type(input: HTMLInputElement, text: string): Promise<void> {
  return perform(() => {
    const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
    value?.set?.call(input, text);
    input.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

/** A clipboard that takes what it is given, or refuses. */
export function stubClipboard(isAllowed = true): string[] {
  const copied: string[] = [];
  vi.spyOn(navigator, "clipboard", "get").mockReturnValue({
    writeText: async (text: string) => {
      if (!isAllowed) throw new DOMException("denied", "NotAllowedError");
      copied.push(text);
    },
  } as Clipboard);
  return copied;
}

/** Sizes for what happy-dom does not lay out: every element is `width` by `height`. */
export function stubLayout(width: number, height: number): void {
  Object.defineProperty(HTMLElement.prototype, "offsetParent", { configurable: true, get: () => document.body });
  vi.stubGlobal(
    "ResizeObserver",
    class {
      readonly report: ResizeObserverCallback;
      constructor(report: ResizeObserverCallback) {
        this.report = report;
      }
      observe(target: Element) {
        const entry = { target, contentRect: { width, height } } as unknown as ResizeObserverEntry;
        setTimeout(() => this.report([entry], this as unknown as ResizeObserver), 0);
      }
      unobserve() {}
      disconnect() {}
    },
  );
}
