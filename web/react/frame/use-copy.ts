import { useCallback, useRef, useState } from "react";

export type CopyState = {
  /** Copies and reports; a refusal keeps the text in `refused`, for copying by hand. */
  copy: (text: string | Promise<string>) => void;
  /** Counts successes, so that the same announcement is made anew each time. */
  copies: number;
  refused: string | undefined;
  dismiss: () => void;
};

/** Never claims success before the clipboard has confirmed it. */
export function useCopy(): CopyState {
  const [copies, setCopies] = useState(0);
  const [refused, setRefused] = useState<string>();
  const latest = useRef(0);
  const copy = useCallback(async (source: string | Promise<string>) => {
    const attempt = ++latest.current;
    // A text that can't be made (its code did not load) is refused like any other.
    const text = typeof source === "string" ? source : await source.catch(() => undefined);
    const isCopied = text !== undefined && (await write(text));
    // A slower, earlier attempt says nothing about the latest one.
    if (attempt !== latest.current) return;
    setRefused(isCopied ? undefined : (text ?? ""));
    setCopies((count) => (isCopied ? count + 1 : 0));
  }, []);
  const dismiss = useCallback(() => setRefused(undefined), []);
  return { copy, copies, refused, dismiss };
}

async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
