import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { ToolResult } from "../contract/types.ts";
import { presentResult, webViewFromMeta } from "../presentation/index.ts";
import { ToolCard } from "../react/ToolCard.tsx";
import { webTools } from "./index.ts";
import { html, scriptedWeb } from "./testing/scripted-web.ts";

/** A result as it comes back from a log: its meta alone, through JSON. */
const stored = <T>(result: T): T => JSON.parse(JSON.stringify(result));

/** The card of a stored result, whose text is not there to fall back on. */
function cardOf(tool: string, args: unknown, { meta, isError }: ToolResult): string {
  const result = stored({ isError, content: [{ type: "text", text: "the text" }], meta });
  const markup = renderToStaticMarkup(createElement(ToolCard, { tool, args, result }));
  expect(markup).not.toContain("the text");
  return markup;
}

describe("call, meta, view, card", () => {
  it("web_search", async () => {
    const source = { url: "https://a.test/", title: "A *b*\nc", snippet: "s", publishedAt: "2024-05-01" };
    const search = { id: "s", search: async () => ({ sources: [source], answer: "Yes." }) };
    const args = { queries: ["one", "two"] };
    const result = await webTools({ search }).call("web_search", args);
    expect(presentResult("web_search", args, stored(result))).toEqual({
      card: "web",
      kind: "search",
      title: "one, two",
      sources: [{ ...source, title: "A *b* c" }],
      answer: "### one\n\nYes.\n\n### two\n\nYes.",
      truncated: false,
    });
    const card = cardOf("web_search", args, result);
    expect(card).toContain('href="https://a.test/"');
    expect(card).toContain("A *b* c");
    expect(card).toContain("one, two");
  });

  it("web_fetch", async () => {
    const url = "https://pub.test/";
    const { fetch } = scriptedWeb({ [url]: html(`<p>${"long ".repeat(100)}`) });
    const result = await webTools({ fetch }).call("web_fetch", { url, max_chars: 20 });
    expect(presentResult("web_fetch", { url }, stored(result))).toEqual({
      card: "web",
      kind: "fetch",
      title: url,
      url,
      statusCode: 200,
      truncated: true,
    });
    const card = cardOf("web_fetch", { url }, result);
    expect(card).toContain(`href="${url}"`);
    expect(card).toContain("200");
    expect(webViewFromMeta(stored(result.meta))).toMatchObject({ kind: "fetch", url });
  });

  it("an error has no view", async () => {
    const args = { url: "http://127.0.0.1/" };
    const result = await webTools().call("web_fetch", args);
    expect(presentResult("web_fetch", args, stored(result))).toBeUndefined();
  });
});
