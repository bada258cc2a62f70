import { useCallback, useEffect, useState } from "react";
import type { NextRequest } from "sonde/react";
import { AnswerPanels } from "./AnswerPanels.tsx";
import { openingOfDrop } from "./opening.ts";
import { QueryForm } from "./QueryForm.tsx";
import { hashOfRequest, requestOfHash, type ToolRequest } from "./request.ts";
import { useFileCount, useLanguage, useWords } from "./Shell.tsx";
import { SourceBar } from "./SourceBar.tsx";
import { type Answer, useAnswer } from "./use-answer.ts";
import { useWorkspace } from "./use-workspace.ts";

/** Open files, ask, and see every form of the answer. */
export function SearchPage() {
  const words = useWords();
  const workspace = useWorkspace();
  const { request, setRequest, follow, isFollowUp } = useSharedRequest();
  const answer = useAnswer(workspace.engine, workspace.generation, request);
  const isDragging = useDrop(workspace.open);
  const { tool } = request;
  const onAction = useCallback((next: NextRequest) => follow({ tool, args: next }), [follow, tool]);
  const { settled } = answer;
  return (
    <main className="page" data-dragging={isDragging}>
      <SourceBar workspace={workspace} />
      <QueryForm request={request} onChange={setRequest} generation={workspace.generation} />
      {isFollowUp && <FollowUp request={request} />}
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

/** What a card's button has asked, since the form can't show it, and the way back. */
function FollowUp({ request }: { request: ToolRequest }) {
  const words = useWords();
  return (
    <p className="follow-up">
      <button type="button" onClick={() => history.back()}>
        {words("back")}
      </button>
      <span>
        {words("followUp")} <code>{JSON.stringify(request.args)}</code>
      </span>
    </p>
  );
}

function AnswerState({ answer }: { answer: Answer }) {
  const words = useWords();
  const language = useLanguage();
  const files = useFileCount();
  const { isRunning, progress, settled, stop } = answer;
  const number = (value: number) => value.toLocaleString(language, { maximumFractionDigits: 1 });
  return (
    <p className="answer-state">
      {isRunning ? (
        <>
          <span>
            {words("searching")} …{" "}
            {progress && `${number(progress.files)} ${words("of")} ${files(progress.totalFiles)}`}
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

/** In the history's entries that a card's button has made. */
const followUpState = { isFollowUp: true };

function isFollowUpEntry(): boolean {
  return (history.state as Partial<typeof followUpState> | null)?.isFollowUp === true;
}

/** The request, mirrored in the address; an address that is changed by hand, or by going back, is followed. */
function useSharedRequest() {
  const [{ request, isFollowUp }, setState] = useState(() => ({
    request: requestOfHash(location.hash),
    isFollowUp: isFollowUpEntry(),
  }));
  useEffect(() => {
    const hash = hashOfRequest(request);
    if (location.hash === hash) return;
    // Browsers refuse hundreds of changes a minute; the last one of a burst counts.
    const timer = setTimeout(() => history.replaceState(null, "", hash), 200);
    return () => clearTimeout(timer);
  }, [request]);
  useEffect(() => {
    const read = () => setState({ request: requestOfHash(location.hash), isFollowUp: isFollowUpEntry() });
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  const setRequest = useCallback((next: ToolRequest) => setState({ request: next, isFollowUp: false }), []);
  const follow = useCallback(
    (next: ToolRequest) => {
      // An entry of its own, so that going back leads to the page with the button.
      history.replaceState(history.state, "", hashOfRequest(request));
      history.pushState(followUpState, "", hashOfRequest(next));
      setState({ request: next, isFollowUp: true });
      scrollTo({ top: 0 });
    },
    [request],
  );
  return { request, setRequest, follow, isFollowUp };
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
