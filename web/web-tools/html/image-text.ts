import { linkDestination } from "./escape.ts";
import type { LinkResolver } from "./links.ts";
import type { Tape } from "./tape.ts";

/** An image as Markdown, or "" when there is nothing to show: a data URL, a tracking pixel, decoration. */
export function imageMarkdown(tape: Tape, node: number, links: LinkResolver, inCell: boolean): string {
  const url = imageUrl(tape, node, links);
  const alt = imageAlt(tape, node, links);
  // An empty alt says that the image is decoration; a missing one says nothing.
  if (url === undefined || (alt === "" && "alt" in (tape.attributes[node] ?? {}))) return "";
  return `![${alt.replace(/[\\[\]|]/g, "\\$&")}](${linkDestination(url, inCell)})`;
}

/** The text that stands for an image, or "". */
export function imageAlt(tape: Tape, node: number, links: LinkResolver): string {
  if (imageUrl(tape, node, links) === undefined) return "";
  return (tape.attributes[node]?.alt ?? "").replace(/\s+/g, " ").trim();
}

function imageUrl(tape: Tape, node: number, links: LinkResolver): string | undefined {
  const attributes = tape.attributes[node] ?? {};
  const { src = "", width, height } = attributes;
  const isPixel = (width === "1" || width === "0") && (height === "1" || height === "0");
  if (isPixel) return undefined;
  // Lazy loaders keep the address elsewhere, and a placeholder in src.
  const lazy = attributes["data-src"] ?? attributes["data-original"] ?? attributes["data-lazy-src"];
  const [candidate = ""] = /[^\s,]\S*/.exec(attributes.srcset ?? attributes["data-srcset"] ?? "") ?? [];
  return links.image(lazy ?? "") ?? links.image(src) ?? links.image(candidate.replace(/,+$/, ""));
}
