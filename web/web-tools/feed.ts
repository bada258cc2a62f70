import { linkDestination } from "./html/escape.ts";
import { htmlToLine, markdownLine } from "./plain-line.ts";
import { readXml } from "./read-xml.ts";

export type Feed = { title?: string; markdown: string };

type Item = { title?: string; link?: string; guid?: string; date?: string; summary?: string };

// Longest summary of an item. Unit: UTF-16 units.
const summaryChars = 500;

/** A feed as a list of its items: title, link, date, summary. Links are resolved against `url`. */
export function readFeed(xml: string, url: string): Feed {
  const { channel, items } = parseItems(xml);
  const lines = items.map((item) => {
    const link = item.link ?? item.guid;
    const href = link !== undefined && URL.canParse(link, url) ? new URL(link, url) : undefined;
    const safe = href && (href.protocol === "http:" || href.protocol === "https:") ? href.href : undefined;
    const title = markdownLine(item.title || safe || "(untitled)");
    const date = item.date ? ` (${markdownLine(item.date)})` : "";
    const summary = item.summary ? `\n  ${markdownLine(clip(item.summary))}` : "";
    return `- ${safe ? `[${title}](${linkDestination(safe)})` : title}${date}${summary}`;
  });
  const title = channel.title || undefined;
  const head = [title && `# ${markdownLine(title)}`, channel.summary && markdownLine(clip(channel.summary))];
  const list = lines.length > 0 ? lines.join("\n") : "This feed has no items.";
  return { ...(title && { title }), markdown: [...head.filter(Boolean), list].join("\n\n") };
}

function clip(text: string): string {
  const points = [...text];
  return points.length > summaryChars ? `${points.slice(0, summaryChars).join("")}…` : text;
}

const dates = new Set(["pubdate", "published", "updated", "date"]);
const summaries = new Set(["description", "summary", "content", "encoded", "subtitle"]);
// Vocabularies that describe an item's picture or episode under the same names.
const foreign = /^(?:media|itunes|image):/i;

function parseItems(xml: string): { channel: Item; items: Item[] } {
  const channel: Item = {};
  const items: Item[] = [];
  let item: Item | undefined;
  let text = "";
  let guid = false;
  let depth = 0;
  /** Depth of the open item, and of the channel: only their own children describe them, not those of an author or image. */
  let itemDepth = 0;
  let channelDepth = 0;
  const isOwn = () => depth === (item ? itemDepth : channelDepth) + 1;
  readXml(xml, {
    open(name, attributes) {
      const local = localName(name);
      depth++;
      if (local === "item" || local === "entry") {
        item = {};
        itemDepth = depth;
        items.push(item);
      } else if (local === "channel" || local === "feed") {
        channelDepth = depth;
      } else if (!isOwn()) {
        // Markup inside of a text: Atom's XHTML.
        text += " ";
        return;
      }
      const target = item ?? channel;
      guid = local === "guid" && attributes.isPermaLink?.trim() !== "false";
      if (isOwn() && local === "link" && attributes.href && (attributes.rel ?? "alternate") === "alternate") {
        target.link ??= attributes.href;
      }
      text = "";
    },
    text(data) {
      text += data;
    },
    close(name) {
      const local = localName(name);
      if (isOwn() && text.trim() !== "" && !foreign.test(name)) {
        const target = item ?? channel;
        if (local === "title") target.title ??= htmlToLine(text);
        else if (local === "link") target.link ??= text.trim();
        else if (guid && /^https?:/i.test(text.trim())) target.guid ??= text.trim();
        else if (dates.has(local)) target.date ??= text.trim();
        else if (summaries.has(local)) target.summary ??= htmlToLine(text);
      }
      if (isOwn()) text = "";
      depth--;
      if (item && depth < itemDepth) item = undefined;
    },
  });
  return { channel, items };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1).toLowerCase();
}
