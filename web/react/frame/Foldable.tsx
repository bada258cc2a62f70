"use client";
import { type ReactNode, useEffect, useRef } from "react";

/**
 * Content that stays in the page while closed, so that the browser's own find
 * reaches it: `hidden="until-found"`, which React can't write, is set once the
 * element is there. `onFound` must open it.
 */
export function Foldable(props: { id: string; isOpen: boolean; onFound: () => void; children: ReactNode }) {
  const { id, isOpen, onFound, children } = props;
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const folded = element.current;
    if (isOpen || folded === null) return;
    folded.setAttribute("hidden", "until-found");
    folded.addEventListener("beforematch", onFound);
    return () => folded.removeEventListener("beforematch", onFound);
  }, [isOpen, onFound]);
  return (
    <div ref={element} id={id} className="sonde-fold" hidden={!isOpen}>
      {children}
    </div>
  );
}
