import { buildTape } from "./html/build-tape.ts";
import { escapeMarkdown } from "./html/escape.ts";
import { dropInvisible } from "./html/visibility.ts";

/** A fragment of HTML as one line of text: tags stripped, entities decoded, blanks collapsed. Text without markup comes back as it is. */
export function htmlToLine(html: string): string {
  if (!/[<&]/.test(html)) return oneLine(html);
  const tape = buildTape(html);
  const parts: string[] = [];
  for (let node = 0; node < tape.length; node++) {
    const tag = tape.tags[node];
    if (!tag) parts.push(tape.texts[node] ?? "");
    else if (tag.block || tag.name === "br") parts.push(" ");
  }
  return oneLine(parts.join(""));
}

/** Text without line ends and invisible characters. */
export function oneLine(text: string): string {
  return dropInvisible(text)
    .replace(/[\s\u0085\u2028\u2029]+/g, " ")
    .trim();
}

/** One line of text as Markdown that shows it literally, also inside of link text. */
export function markdownLine(text: string): string {
  return escapeMarkdown(oneLine(text), { lineStart: true, inLink: true, inCell: false });
}
