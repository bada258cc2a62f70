import { buildTape } from "./build-tape.ts";
import { renderHtml } from "./clean-html.ts";
import { escapeMarkdown } from "./escape.ts";
import { type LinkResolver, linkResolver } from "./links.ts";
import { mainContent } from "./main-content.ts";
import { renderText } from "./render.ts";
import type { Tape } from "./tape.ts";
import { dropInvisible } from "./visibility.ts";

export type ConvertFormat = "markdown" | "text" | "html";

export type Converted = {
  /** The page's content in the form that was asked for. */
  markdown: string;
  title?: string;
  description?: string;
};

/** The converter as the tools use it; another one (such as mdream) can stand in for Markdown. `url`: final address of the page. */
export type HtmlConverter = (html: string, page: { url: string; format?: ConvertFormat }) => Converted;

/**
 * The main content of an HTML page as Markdown, as plain text, or as clean HTML.
 * Never throws, whatever the page; time and output grow linearly with it. A page
 * without readable content gives its title, its description, and why it is empty.
 */
export const convert: HtmlConverter = (html, { url, format = "markdown" }) => {
  const tape = buildTape(html);
  const links = linkResolver(url, tape.page.base);
  const selection = mainContent(tape);
  const content =
    format === "html" ? renderHtml(tape, selection, links) : renderText(tape, selection, links, format === "text");
  const { title, description } = tape.page;
  const shell = emptyNote(tape, content, links, format);
  const markdown = shell === undefined ? content : shell;
  return {
    markdown: dropControls(markdown),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
  };
};

// A page whose visible text is shorter is taken for the frame of a script.
const shellInk = 40;

/** What to show for a page that has no content of its own, or undefined. */
function emptyNote(tape: Tape, content: string, links: LinkResolver, format: ConvertFormat): string | undefined {
  const ink = inkOf(content, shellInk, format === "html");
  const { title, description, scripts, refresh } = tape.page;
  if (ink > 0 && (!scripts || ink >= shellInk)) return undefined;
  const target = refresh === undefined ? undefined : links.link(refresh);
  if (ink > 0 && target === undefined && !looksLikeShell(tape)) return undefined;
  const paragraphs: string[] = [];
  const plain = (text: string) =>
    format === "markdown" ? escapeMarkdown(text, { lineStart: true, inLink: false, inCell: false }) : text;
  if (title !== undefined) paragraphs.push(format === "markdown" ? `# ${plain(title)}` : title);
  if (description !== undefined) paragraphs.push(plain(description));
  if (content.trim() !== "") paragraphs.push(content);
  if (target !== undefined) paragraphs.push(`This page sends its readers on to ${target}`);
  else if (scripts) paragraphs.push("This page needs JavaScript to show its content.");
  else paragraphs.push("This page has no text.");
  if (format !== "html") return paragraphs.join("\n\n");
  return paragraphs
    .map((text) => (text === content ? text : `<p>${text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")}</p>`))
    .join("\n");
}

/** Characters of a text but blanks, and but its tags where it has some; counted no further than `enough`. */
function inkOf(content: string, enough: number, hasTags: boolean): number {
  let ink = 0;
  let inTag = false;
  for (const char of content) {
    if (hasTags && char === "<") inTag = true;
    else if (inTag && char === ">") inTag = false;
    else if (!inTag && /\S/.test(char) && ++ink >= enough) break;
  }
  return ink;
}

/** Whether little text and a script come with the mount point of an application. */
function looksLikeShell(tape: Tape): boolean {
  for (let node = 0; node < tape.length; node++) {
    if (/^(?:root|app|__next|__nuxt|main-app|app-root)$/.test(tape.attributes[node]?.id ?? "")) return true;
  }
  return false;
}

/** Attributes reach the output too; what readers can't see must not come in through an image's text. */
function dropControls(text: string): string {
  return dropInvisible(text);
}
