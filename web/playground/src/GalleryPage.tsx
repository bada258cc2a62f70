import { useDeferredValue, useEffect, useMemo, useState } from "react";
import { type NextRequest, ToolCard } from "sonde/react";
import { useWords } from "./Shell.tsx";
import { type Story, stories, storyOf } from "./stories.ts";

/** Every stored result, editable, beside its card. */
export function GalleryPage() {
  const words = useWords();
  const [name, setName] = useState(() => nameOfHash());
  const story = stories.find((one) => one.name === name) ?? stories[0];
  useEffect(() => {
    const follow = () => setName(nameOfHash());
    addEventListener("hashchange", follow);
    return () => removeEventListener("hashchange", follow);
  }, []);
  return (
    <main className="page gallery">
      <p className="intro">{words("galleryIntro")}</p>
      <label className="field">
        <span>{words("story")}</span>
        <select
          name="story"
          value={story?.name}
          onChange={(event) => {
            location.hash = event.target.value;
          }}
        >
          {stories.map((one) => (
            <option key={one.name}>{one.name}</option>
          ))}
        </select>
      </label>
      {story && <StoryView key={story.name} story={story} />}
    </main>
  );
}

function nameOfHash(): string {
  return location.hash.slice(1);
}

function StoryView({ story }: { story: Story }) {
  const words = useWords();
  const [text, setText] = useState(story.text);
  const [width, setWidth] = useState(0);
  const [asked, setAsked] = useState<NextRequest>();
  const settledText = useDeferredValue(text);
  const parsed = useMemo(() => storyOf(settledText), [settledText]);
  const [shown, setShown] = useState(() => storyOf(story.text).value);
  useEffect(() => {
    if (parsed.problem === undefined) setShown(parsed.value);
  }, [parsed]);
  return (
    <div className="story">
      <section className="panel" aria-label={words("editable")}>
        <label className="field editor">
          <span>{words("editable")}</span>
          <textarea value={text} spellCheck={false} rows={24} onChange={(event) => setText(event.target.value)} />
        </label>
        <button type="button" onClick={() => setText(story.text)} disabled={text === story.text}>
          {words("reset")}
        </button>
        <p className="problem" role="status">
          {parsed.problem !== undefined && `${words("notJson")} ${parsed.problem}`}
        </p>
      </section>
      <section className="panel panel-card" aria-label={words("card")}>
        <label className="field width">
          <span>
            {words("width")}: {width > 0 ? `${width} px` : words("full")}
          </span>
          <input
            type="range"
            min={320}
            max={1280}
            step={20}
            value={width || 1280}
            onChange={(event) => setWidth(Number(event.target.value))}
          />
        </label>
        <div className="stage" style={width > 0 ? { inlineSize: `${width}px` } : {}}>
          <ToolCard tool={shown.tool} args={shown.args} result={shown.result} onAction={setAsked} />
        </div>
        <p className="asked" role="status">
          {asked && (
            <>
              {words("asked")} <code>{JSON.stringify(asked)}</code>
            </>
          )}
        </p>
      </section>
    </div>
  );
}
