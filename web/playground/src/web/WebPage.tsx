import { useState } from "react";
import { defaultWebLimits } from "sonde/web-tools";
import { AnswerPanels } from "../AnswerPanels.tsx";
import { useLanguage, useWords } from "../Shell.tsx";
import { ConnectionForm } from "./ConnectionForm.tsx";
import { fixtureConnection } from "./connection.ts";
import { fixtureUrls } from "./fixture-web.ts";
import { useWebWords } from "./messages.ts";
import { useWebAnswer, type WebAnswer } from "./use-web-answer.ts";
import { WebForm } from "./WebForm.tsx";
import { type WebForm as Form, nextPage } from "./web-request.ts";

const firstForm: Form = {
  tool: "web_search",
  queries: "",
  recency: "",
  url: fixtureUrls[0] ?? "",
  format: "markdown",
};

/** Both web tools, over stored pages or over the visitor's own proxy and provider. */
export function WebPage() {
  const words = useWebWords();
  const [connection, setConnection] = useState(fixtureConnection);
  const [form, setForm] = useState(firstForm);
  const answer = useWebAnswer(connection);
  const { settled, isRunning, run } = answer;
  return (
    <main className="page">
      <p className="intro">{words("intro")}</p>
      <ConnectionForm connection={connection} onChange={setConnection} />
      <WebForm form={form} offersFixtures={connection.source === "fixtures"} onChange={setForm} onRun={run} />
      <WebAnswerState answer={answer} />
      {settled ? (
        <AnswerPanels
          settled={settled}
          isRunning={isRunning}
          metaLimit={defaultWebLimits.metaMaxBytes}
          onAction={ignoreAction}
        />
      ) : (
        <p className="hint nothing">{words("nothing")}</p>
      )}
    </main>
  );
}

/** Web cards have no next call. */
function ignoreAction() {}

function WebAnswerState({ answer: { settled, isRunning, run, stop } }: { answer: WebAnswer }) {
  const words = useWebWords();
  const common = useWords();
  const language = useLanguage();
  const next = settled && nextPage(settled.request, settled.result.value);
  return (
    <p className="answer-state" role="status">
      {isRunning ? (
        <>
          <span>{words("running")} …</span>
          <button type="button" onClick={stop}>
            {common("stop")}
          </button>
        </>
      ) : (
        settled && (
          <>
            <span>{settled.milliseconds.toLocaleString(language, { maximumFractionDigits: 1 })} ms</span>
            {next && (
              <button type="button" onClick={() => run(next)}>
                {words("next")}
              </button>
            )}
          </>
        )
      )}
    </p>
  );
}
