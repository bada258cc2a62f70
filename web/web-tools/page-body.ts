import type { CachedPage } from "../net/page-cache.ts";
import { isFeed } from "../net/sniff.ts";
import { readFeed } from "./feed.ts";
import type { ConvertFormat, HtmlConverter } from "./html/convert.ts";
import { dropInvisible } from "./html/visibility.ts";
import { prettyJson } from "./json-text.ts";

/** A page in the form that a call shows: `content` is what offsets count in. */
export type PageBody = { kind: "markdown" | "text" | "html" | "json"; content: string; title?: string };

export type BodyOptions = {
  /** Converts HTML. */
  convert: HtmlConverter;
  /** Largest JSON that is re-indented. Unit: UTF-16 units. */
  prettyJsonChars: number;
};

/** The body of a decoded page. Markdown comes back as it was sent. Never fails for what a page may hold. */
export function pageBody(page: CachedPage, format: ConvertFormat, { convert, prettyJsonChars }: BodyOptions): PageBody {
  const title = page.title === undefined ? {} : { title: page.title };
  switch (page.kind) {
    case "html": {
      const converted = convert(page.text, { url: page.url, format });
      return {
        kind: format,
        content: converted.markdown,
        ...(converted.title !== undefined && { title: converted.title }),
      };
    }
    case "markdown":
      return { kind: "markdown", content: page.text, ...title };
    case "json": {
      const pretty = page.text.length <= prettyJsonChars ? prettyJson(page.text) : undefined;
      return pretty === undefined
        ? { kind: "text", content: page.text }
        : { kind: "json", content: dropInvisible(pretty) };
    }
    case "xml": {
      if (!isFeed(page.text)) return { kind: "text", content: dropInvisible(page.text) };
      const feed = readFeed(page.text, page.url);
      return { kind: "markdown", content: feed.markdown, ...(feed.title !== undefined && { title: feed.title }) };
    }
    case "text":
      return { kind: "text", content: dropInvisible(page.text), ...title };
  }
}
