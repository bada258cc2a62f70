import { VisibleText } from "../text/VisibleText.tsx";

/** Dimmed folder, bold name. Isolated, so that a right-to-left name can't rearrange the row. */
export function PathText({ folder, name }: { folder: string; name: string }) {
  return (
    <bdi className="sonde-path" dir="ltr">
      {folder !== "" && (
        <>
          <span className="sonde-folder">
            <VisibleText text={folder} />
          </span>
          <wbr />
        </>
      )}
      <span className="sonde-name">{folder + name === "" ? '""' : <VisibleText text={name} />}</span>
    </bdi>
  );
}
