import { type Connection, fixtureConnection, type ProviderName, providerNames, providerNeeds } from "./connection.ts";
import { useWebWords } from "./messages.ts";

type ConnectionFormProps = { connection: Connection; onChange: (connection: Connection) => void };

/** The visitor's proxy and provider. Uncontrolled by any store: leaving the page forgets them. */
export function ConnectionForm({ connection, onChange }: ConnectionFormProps) {
  const words = useWebWords();
  const set = (change: Partial<Connection>) => onChange({ ...connection, ...change });
  const needs = providerNeeds[connection.provider];
  return (
    <form className="query connection" autoComplete="off" onSubmit={(event) => event.preventDefault()}>
      <fieldset className="tools">
        <legend className="unseen">{words("source")}</legend>
        {(["fixtures", "own"] as const).map((source) => (
          <label key={source}>
            <input type="radio" name="source" checked={source === connection.source} onChange={() => set({ source })} />
            {words(source)}
          </label>
        ))}
      </fieldset>
      {connection.source === "own" && (
        <>
          <Field label={words("proxyUrl")} value={connection.proxyUrl} onChange={(proxyUrl) => set({ proxyUrl })} />
          <Field
            label={words("proxyToken")}
            value={connection.proxyToken}
            isSecret
            onChange={(proxyToken) => set({ proxyToken })}
          />
          <label className="field">
            <span>{words("provider")}</span>
            <select
              value={connection.provider}
              // A key is for the provider it was typed for.
              onChange={(event) => set({ provider: event.target.value as ProviderName, providerKey: "" })}
            >
              {providerNames.map((name) => (
                <option key={name} value={name}>
                  {words(name)}
                </option>
              ))}
            </select>
          </label>
          {needs.url && (
            <Field
              label={words("providerUrl")}
              value={connection.providerUrl}
              onChange={(providerUrl) => set({ providerUrl })}
            />
          )}
          {needs.key && (
            <Field
              label={words("providerKey")}
              value={connection.providerKey}
              isSecret
              onChange={(providerKey) => set({ providerKey })}
            />
          )}
          <button type="button" onClick={() => onChange(fixtureConnection)}>
            {words("forget")}
          </button>
          <p className="hint privacy">{words("privacy")}</p>
        </>
      )}
    </form>
  );
}

type FieldProps = { label: string; value: string; isSecret?: boolean; onChange: (value: string) => void };

/** Without a name, so that no browser keeps what was typed. */
function Field({ label, value, isSecret = false, onChange }: FieldProps) {
  return (
    <label className="field">
      <span>{label}</span>
      <input
        type={isSecret ? "password" : "text"}
        value={value}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete={isSecret ? "new-password" : "off"}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
