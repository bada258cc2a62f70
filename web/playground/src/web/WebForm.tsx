import { fixtureUrls } from "./fixture-web.ts";
import { useWebWords } from "./messages.ts";
import { type WebForm as Form, formats, recencies, requestOf, type WebRequest, webToolNames } from "./web-request.ts";

type WebFormProps = {
  form: Form;
  /** Offer the stored pages' addresses. */
  offersFixtures: boolean;
  onChange: (form: Form) => void;
  onRun: (request: WebRequest) => void;
};

/** The tools' arguments. Nothing runs until it is asked for: a request may cost money. */
export function WebForm({ form, offersFixtures, onChange, onRun }: WebFormProps) {
  const words = useWebWords();
  const set = (change: Partial<Form>) => onChange({ ...form, ...change });
  return (
    <form
      className="query"
      onSubmit={(event) => {
        event.preventDefault();
        onRun(requestOf(form));
      }}
    >
      <fieldset className="tools">
        <legend className="unseen">{words("tool")}</legend>
        {webToolNames.map((tool) => (
          <label key={tool}>
            <input type="radio" name="tool" checked={tool === form.tool} onChange={() => set({ tool })} />
            {tool}
          </label>
        ))}
      </fieldset>
      {form.tool === "web_search" ? <SearchFields form={form} set={set} /> : <FetchFields form={form} set={set} />}
      {form.tool === "web_fetch" && offersFixtures && <FixtureChoice form={form} set={set} />}
      <button type="submit" className="primary">
        {words("run")}
      </button>
    </form>
  );
}

type FieldsProps = { form: Form; set: (change: Partial<Form>) => void };

function SearchFields({ form, set }: FieldsProps) {
  const words = useWebWords();
  return (
    <>
      <label className="field pattern">
        <span>{words("queries")}</span>
        <textarea rows={2} value={form.queries} onChange={(event) => set({ queries: event.target.value })} />
      </label>
      <label className="field">
        <span>{words("recency")}</span>
        <select value={form.recency} onChange={(event) => set({ recency: event.target.value as Form["recency"] })}>
          <option value="">{words("any")}</option>
          {recencies.map((span) => (
            <option key={span} value={span}>
              {words(span)}
            </option>
          ))}
        </select>
      </label>
    </>
  );
}

function FetchFields({ form, set }: FieldsProps) {
  const words = useWebWords();
  return (
    <>
      <label className="field pattern">
        <span>{words("url")}</span>
        <input
          type="text"
          inputMode="url"
          value={form.url}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => set({ url: event.target.value })}
        />
      </label>
      <label className="field">
        <span>{words("format")}</span>
        <select value={form.format} onChange={(event) => set({ format: event.target.value as Form["format"] })}>
          {formats.map((format) => (
            <option key={format}>{format}</option>
          ))}
        </select>
      </label>
    </>
  );
}

function FixtureChoice({ form, set }: FieldsProps) {
  const words = useWebWords();
  return (
    <label className="field">
      <span>{words("page")}</span>
      <select
        value={fixtureUrls.includes(form.url) ? form.url : ""}
        onChange={(event) => set({ url: event.target.value })}
      >
        <option value="" disabled />
        {fixtureUrls.map((url) => (
          <option key={url} value={url}>
            {new URL(url).pathname.slice(1)}
          </option>
        ))}
      </select>
    </label>
  );
}
