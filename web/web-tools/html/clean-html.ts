import type { LinkResolver } from "./links.ts";
import type { Selection } from "./main-content.ts";
import { isPermalink } from "./subtree-text.ts";
import type { Tape } from "./tape.ts";

// What is kept of a page's markup; other elements give their content only.
const keptTags = new Set(
  (
    "a abbr address article aside b blockquote br caption cite code col colgroup dd del details dfn div dl dt em figcaption figure footer " +
    "h1 h2 h3 h4 h5 h6 header hgroup hr i img ins kbd li main mark math menu nav ol p pre q rp rt ruby s samp section small strong sub summary sup " +
    "table tbody td tfoot th thead time tr u ul var wbr"
  ).split(" "),
);
const keptAttributes = [
  "alt",
  "title",
  "colspan",
  "rowspan",
  "scope",
  "start",
  "reversed",
  "value",
  "lang",
  "dir",
  "datetime",
  "open",
];

/** The selected part of a page as clean HTML: no scripts, styles, handlers or hidden content; links absolute, unsafe ones gone. */
export function renderHtml(tape: Tape, { start, end, skipped }: Selection, links: LinkResolver): string {
  const out: string[] = [];
  const open: { end: number; tag: string }[] = [];
  const closeUntil = (node: number) => {
    for (let top = open[open.length - 1]; top && top.end <= node; top = open[open.length - 1]) {
      out.push(`</${top.tag}>`);
      open.pop();
    }
  };
  for (let node = start; node < end; ) {
    closeUntil(node);
    const past = tape.ends[node] ?? node + 1;
    const tag = tape.tags[node];
    if (skipped.has(node) || (tag?.name === "a" && isPermalink(tape, node))) {
      node = past;
      continue;
    }
    if (!tag) out.push(escapeHtml(tape.texts[node] ?? ""));
    else if (keptTags.has(tag.name)) {
      const attributes = attributesOf(tape, node, links);
      if (attributes !== undefined) {
        out.push(`<${tag.name}${attributes}>`);
        if (!tag.isVoid) open.push({ end: past, tag: tag.name });
      }
    }
    node++;
  }
  closeUntil(Number.POSITIVE_INFINITY);
  return out
    .join("")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

/** The attributes that stay, or undefined when the element goes with what it lost. */
function attributesOf(tape: Tape, node: number, links: LinkResolver): string | undefined {
  const own = tape.attributes[node] ?? {};
  const name = tape.tags[node]?.name;
  let text = "";
  const add = (key: string, value: string) => {
    text += ` ${key}="${escapeHtml(value).replaceAll('"', "&quot;")}"`;
  };
  if (name === "a") {
    const url = own.href === undefined ? undefined : links.link(own.href);
    if (url === undefined) return undefined;
    add("href", url);
  }
  if (name === "img") {
    const url = links.image(own.src ?? "");
    if (url === undefined) return undefined;
    add("src", url);
  }
  for (const key of keptAttributes) {
    const value = own[key];
    if (value !== undefined) add(key, value);
  }
  const language = /(?:^|\s)(lang(?:uage)?-[\w+#.-]+)/.exec(own.class ?? "")?.[1];
  if (language !== undefined && (name === "code" || name === "pre")) add("class", language);
  return text;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
