import { useEffect, useRef, useState } from "react";
import { requestForTool, type ToolRequest, toolNames, withArgument } from "./request.ts";
import { useWords } from "./Shell.tsx";

type QueryFormProps = {
  request: ToolRequest;
  onChange: (request: ToolRequest) => void;
  /** Of the loaded files: with new ones, the pattern is what comes next. */
  generation: number;
};

/** The arguments that are set most often; those that a link brought besides stay as they are. */
export function QueryForm({ request, onChange, generation }: QueryFormProps) {
  const words = useWords();
  const patternInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (generation > 0) patternInput.current?.focus();
  }, [generation]);
  const { tool, args } = request;
  const set = (name: string, value: string | boolean) => onChange({ tool, args: withArgument(args, name, value) });
  const text = (name: string) => {
    const value = args[name];
    return typeof value === "string" ? value : "";
  };
  const filter = { grep: "include", signal_grep: "glob", glob: undefined }[tool];
  return (
    <form className="query" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="tools">
        <legend className="unseen">{words("tool")}</legend>
        {toolNames.map((name) => (
          <label key={name}>
            <input
              type="radio"
              name="tool"
              checked={name === tool}
              onChange={() => onChange(requestForTool(name, request))}
            />
            {name}
          </label>
        ))}
      </fieldset>
      <label className="field pattern">
        <span>{words("pattern")}</span>
        <input
          ref={patternInput}
          type="text"
          name="pattern"
          value={text("pattern")}
          placeholder={words(tool === "glob" ? "patternGlob" : "patternGrep")}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => set("pattern", event.target.value)}
        />
      </label>
      <label className="field">
        <span>{words("path")}</span>
        <input
          type="text"
          name="path"
          value={text("path")}
          placeholder={words("pathHint")}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => set("path", event.target.value)}
        />
      </label>
      {filter && (
        <label className="field">
          <span>{words("filter")}</span>
          <input
            type="text"
            name="filter"
            value={text(filter)}
            placeholder={words("filterHint")}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => set(filter, event.target.value)}
          />
        </label>
      )}
      {tool === "signal_grep" &&
        (["literal", "ignoreCase"] as const).map((name) => (
          <label key={name} className="check">
            <input
              type="checkbox"
              checked={args[name] === true}
              onChange={(event) => set(name, event.target.checked)}
            />
            {words(name)}
          </label>
        ))}
      {/* A cursor means nothing on another page. */}
      {args.cursor === undefined && <ShareButton />}
    </form>
  );
}

function ShareButton() {
  const words = useWords();
  const [outcome, setOutcome] = useState<"shared" | "shareRefused">();
  const share = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      setOutcome("shared");
    } catch {
      setOutcome("shareRefused");
    }
  };
  return (
    <div className="share">
      <button type="button" onClick={share}>
        {words("share")}
      </button>
      <span role="status">{outcome && words(outcome)}</span>
    </div>
  );
}
