// Small rules of tree construction: what a start tag ends, and what is left out.
import type { Tag } from "./tags.ts";
import type { Attributes } from "./tape.ts";

export function isTablePart(tag: Tag): boolean {
  return /^(?:table|tr|td|th|tbody|thead|tfoot|caption)$/.test(tag.name);
}

/** Blocks through which a list item's start still ends the item before it. */
export function isTransparent(tag: Tag): boolean {
  return tag.name === "div" || tag.name === "p" || tag.name === "address";
}

export function isControl(tag: Tag): boolean {
  return tag.dropped && /^(?:button|select|textarea|iframe|video|audio|object|embed|canvas|svg)$/.test(tag.name);
}

/** Line numbers that highlighters put beside or into code. */
export function isLineNumber(tag: Tag, attributes: Attributes): boolean {
  const names = attributes.class;
  if (names === undefined || !/line|lnt|blob-num|gutter|hljs-ln/.test(names)) return false;
  if (tag.name === "div" || tag.name === "pre") return /(?:^|\s)linenodiv(?:\s|$)/.test(names);
  if (!/^(?:td|th|span|a|i)$/.test(tag.name)) return false;
  return /(?:^|\s)(?:linenos?|linenumbers?|line-numbers?(?:-rows)?|blob-num|gutter|rouge-gutter|hljs-ln-numbers|lnt)(?:\s|$)/.test(
    names,
  );
}

/** Links that a wiki puts beside each heading to edit it. */
export function isEditLink(attributes: Attributes): boolean {
  const names = attributes.class;
  return names !== undefined && /(?:^|\s)mw-editsection(?:\s|$)/.test(names);
}

export function isForeign(tag: Tag): boolean {
  return tag.name === "svg" || tag.name === "math";
}

/** HTML start tags that end an unclosed `<svg>` or `<math>`. */
export function endsForeign(tag: Tag): boolean {
  return (
    (tag.block && tag.name !== "option" && tag.name !== "optgroup") ||
    /^(?:b|br|code|em|i|img|strong|span|body|head|meta|ruby|small|sub|sup|tt|u|var)$/.test(tag.name)
  );
}
