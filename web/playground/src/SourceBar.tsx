import { useRef } from "react";
import type { Loaded } from "sonde";
import { openingOfFiles, openingOfHandle, sampleOpening } from "./opening.ts";
import { useFileCount, useLanguage, useWords } from "./Shell.tsx";
import type { Workspace } from "./use-workspace.ts";

type DirectoryPicker = (options: { mode: "read" }) => Promise<FileSystemDirectoryHandle>;

/** The ways to open files, and what the last one brought. */
export function SourceBar({ workspace }: { workspace: Workspace }) {
  const words = useWords();
  const folderInput = useRef<HTMLInputElement>(null);
  const archiveInput = useRef<HTMLInputElement>(null);
  const { open, loaded, problem } = workspace;
  const openFolder = async () => {
    const picker = (window as { showDirectoryPicker?: DirectoryPicker }).showDirectoryPicker;
    if (picker === undefined) return folderInput.current?.click();
    // A picker that was closed leaves things as they are.
    const handle = await picker.call(window, { mode: "read" }).catch((error: unknown) => {
      if (!(error instanceof DOMException && error.name === "AbortError")) folderInput.current?.click();
      return undefined;
    });
    if (handle) await open(openingOfHandle(handle));
  };
  const take = (input: HTMLInputElement) => {
    const files = Array.from(input.files ?? []);
    input.value = "";
    if (files.length > 0) open(openingOfFiles(files));
  };
  const isEmpty = loaded === undefined;
  return (
    <section className={isEmpty ? "sources sources-empty" : "sources"}>
      {isEmpty && <p className="intro">{words("intro")}</p>}
      <div className="buttons">
        <button type="button" className={isEmpty ? "primary" : ""} onClick={openFolder}>
          {words("openFolder")}
        </button>
        <button type="button" onClick={() => archiveInput.current?.click()}>
          {words("openArchive")}
        </button>
        {isEmpty && (
          <button type="button" onClick={() => open(sampleOpening)}>
            {words("sample")}
          </button>
        )}
      </div>
      <input
        ref={folderInput}
        type="file"
        hidden
        data-input="folder"
        {...{ webkitdirectory: "" }}
        onChange={(event) => take(event.target)}
      />
      <input
        ref={archiveInput}
        type="file"
        hidden
        multiple
        data-input="archive"
        onChange={(event) => take(event.target)}
      />
      {isEmpty && <p className="hint">{words("dropHint")}</p>}
      <LoadState workspace={workspace} />
      {problem !== "" && (
        <p className="problem" role="alert">
          {problem}
        </p>
      )}
    </section>
  );
}

function LoadState({ workspace }: { workspace: Workspace }) {
  const words = useWords();
  const language = useLanguage();
  const files = useFileCount();
  const { progress, loaded, name, stopLoading } = workspace;
  return (
    <p className="loaded" role="status">
      {progress ? (
        <>
          {words("loading")} … {files(progress.files)}{" "}
          <button type="button" onClick={stopLoading}>
            {words("stop")}
          </button>
        </>
      ) : (
        loaded && (
          <>
            <bdi className="source-name">{name}</bdi> · {files(loaded.files)} · {sizeText(loaded.bytes, language)}
            <Skipped loaded={loaded} />
          </>
        )
      )}
    </p>
  );
}

function Skipped({ loaded }: { loaded: Loaded }) {
  const words = useWords();
  const language = useLanguage();
  const kinds = (["ignored", "symlinks", "tooLarge", "special"] as const).filter((kind) => loaded.skipped[kind] > 0);
  if (kinds.length === 0) return null;
  const counts = kinds.map((kind) => `${loaded.skipped[kind].toLocaleString(language)} ${words(kind)}`);
  return (
    <>
      {" "}
      · {words("skipped")}: {counts.join(", ")}
    </>
  );
}

/** Megabytes of a million bytes, kilobytes of a thousand. */
function sizeText(bytes: number, language: string): string {
  const [divisor, unit] = bytes < 1_000_000 ? [1000, "kB"] : [1_000_000, "MB"];
  return `${(bytes / divisor).toLocaleString(language, { maximumFractionDigits: 1 })} ${unit}`;
}
