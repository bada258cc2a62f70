import { useMemo } from "react";
import type { ToolResult } from "sonde";
import { type NextRequest, ToolCard } from "sonde/react";
import { useLanguage, useWords } from "./Shell.tsx";

type AnswerPanelsProps = {
  settled: { request: { tool: string; args: unknown }; result: ToolResult };
  isRunning: boolean;
  /** Bytes that meta may take. */
  metaLimit: number;
  onAction: (request: NextRequest) => void;
};

/** One result in its three forms. */
export function AnswerPanels({ settled, isRunning, metaLimit, onAction }: AnswerPanelsProps) {
  const words = useWords();
  const { request, result } = settled;
  const text = result.content.map((block) => block.text).join("\n");
  return (
    <div className="panels" aria-busy={isRunning}>
      <section className="panel panel-card" aria-label={words("card")}>
        <PanelTitle title={words("card")} hint={words("cardHint")} />
        <ToolCard tool={request.tool} args={request.args} result={result} onAction={onAction} />
      </section>
      <section className="panel" aria-label={words("meta")}>
        <PanelTitle title={words("meta")} hint={words("metaHint")} />
        <MetaView result={result} limit={metaLimit} />
      </section>
      <section className="panel" aria-label={words("text")}>
        <PanelTitle title={words("text")} hint={words("textHint")} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <pre className={result.isError ? "code failed" : "code"} tabIndex={0}>
          {text}
        </pre>
      </section>
    </div>
  );
}

function PanelTitle({ title, hint }: { title: string; hint: string }) {
  return (
    <h2 className="panel-title">
      {title} <small>{hint}</small>
    </h2>
  );
}

function MetaView({ result, limit }: { result: ToolResult; limit: number }) {
  const words = useWords();
  const language = useLanguage();
  const { meta } = result;
  const [bytes, json] = useMemo(
    () =>
      meta === undefined
        ? [0, ""]
        : [new TextEncoder().encode(JSON.stringify(meta)).length, JSON.stringify(meta, null, 2)],
    [meta],
  );
  if (meta === undefined) return <p className="hint">{words("noMeta")}</p>;
  const number = (value: number) => value.toLocaleString(language);
  const label = `${number(bytes)} ${words("of")} ${number(limit)} ${words("bytes")}`;
  return (
    <>
      <p className="gauge">
        <meter min={0} max={limit} high={limit * 0.9} value={bytes} aria-label={label} />
        <span>{label}</span>
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <pre className="code" tabIndex={0}>
        {json}
      </pre>
    </>
  );
}
