import { useCallback, useEffect, useState } from "react";
import type { NextRequest } from "sonde/react";
import { AnswerPanels } from "./AnswerPanels.tsx";
import { openingOfDrop } from "./opening.ts";
import { QueryForm } from "./QueryForm.tsx";
import { hashOfRequest, requestOfHash, type ToolRequest } from "./request.ts";
import { useLanguage, useWords } from "./Shell.tsx";
import { SourceBar } from "./SourceBar.tsx";
import { type Answer, useAnswer } from "./use-answer.ts";
import { useWorkspace } from "./use-workspace.ts";

/** Open files, ask, and see every form of the answer. */
export function SearchPage() {
  const words = useWords();
  const workspace = useWorkspace();
  const [request, setRequest] = useSharedRequest();
  const answer = useAnswer(workspace.engine, workspace.generation, request);
  const isDragging = useDrop(workspace.open);
  const onAction = useCallback((next: NextRequest) => setRequest(({ tool }) => ({ tool, args: next })), [setRequest]);
  const { settled } = answer;
  return (
    <main className="page" data-dragging={isDragging}>
      <SourceBar workspace={workspace} />
      <QueryForm request={request} onChange={setRequest} />
      <AnswerState answer={answer} />
      {settled && workspace.engine ? (
        <AnswerPanels
          settled={settled}
          isRunning={answer.isRunning}
          metaLimit={workspace.engine.limits.searchMetaMaxBytes}
          onAction={onAction}
        />
      ) : (
        <p className="hint nothing">{words(workspace.loaded ? "typeSomething" : "noFiles")}</p>
      )}
    </main>
  );
}

function AnswerState({ answer }: { answer: Answer }) {
  const words = useWords();
  const language = useLanguage();
  const { isRunning, progress, settled, stop } = answer;
  const number = (value: number) => value.toLocaleString(language, { maximumFractionDigits: 1 });
  return (
    <p className="answer-state">
      {isRunning ? (
        <>
          <span>
            {words("searching")} …{" "}
            {progress && `${number(progress.files)} ${words("of")} ${number(progress.totalFiles)} ${words("files")}`}
          </span>
          <button type="button" onClick={stop}>
            {words("stop")}
          </button>
        </>
      ) : (
        settled && <span>{number(settled.milliseconds)} ms</span>
      )}
    </p>
  );
}

/** The request, mirrored in the address; an address that is changed by hand is followed. */
function useSharedRequest() {
  const [request, setRequest] = useState<ToolRequest>(() => requestOfHash(location.hash));
  useEffect(() => {
    const hash = hashOfRequest(request);
    if (location.hash === hash) return;
    // Browsers refuse hundreds of changes a minute; the last one of a burst counts.
    const timer = setTimeout(() => history.replaceState(null, "", hash), 200);
    return () => clearTimeout(timer);
  }, [request]);
  useEffect(() => {
    const follow = () => setRequest(requestOfHash(location.hash));
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return [request, setRequest] as const;
}

/** Takes what is dropped anywhere on the page; true while something is held over it. */
function useDrop(open: (opening: ReturnType<typeof openingOfDrop>) => Promise<void>): boolean {
  const [isDragging, setDragging] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent) => {
      setDragging(false);
      if (!event.dataTransfer?.types.includes("Files")) return;
      event.preventDefault();
      open(openingOfDrop(event.dataTransfer));
    };
    addEventListener("dragover", over);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", over);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, [open]);
  return isDragging;
}
