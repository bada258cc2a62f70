// Real pages of Debian's documentation packages against an oracle that shares
// nothing with the converter: the page is read by htmlparser2's DOM, our Markdown
// by micromark, and headings, code blocks and link texts must be the same, once
// each and in order.
import { existsSync, readFileSync } from "node:fs";
import { DomUtils, ElementType, parseDocument } from "htmlparser2";
import { fromMarkdown } from "mdast-util-from-markdown";
import { gfmFromMarkdown } from "mdast-util-gfm";
import { gfm } from "micromark-extension-gfm";
import { describe, expect, it } from "vitest";
import { convert } from "./index.ts";

const packages = "python3.11-doc git-doc debian-policy developers-reference postgresql-doc-15 debian-faq zsh-doc";

const pages = [
  "/usr/share/doc/python3.11/html/library/json.html",
  "/usr/share/doc/python3.11/html/tutorial/controlflow.html",
  "/usr/share/doc/python3.11/html/library/stdtypes.html",
  "/usr/share/doc/python3.11/html/howto/regex.html",
  "/usr/share/doc/git/html/git-rebase.html",
  "/usr/share/doc/git/html/gitcore-tutorial.html",
  "/usr/share/doc/debian-policy/policy.html/ch-source.html",
  "/usr/share/doc/debian-policy/policy.html/ch-relationships.html",
  "/usr/share/developers-reference/best-pkging-practices.html",
  "/usr/share/doc/postgresql-doc-15/html/sql-select.html",
  "/usr/share/doc/postgresql-doc-15/html/functions-json.html",
  "/usr/share/doc/debian/FAQ/compatibility.en.html",
  "/usr/share/doc/zsh-common/html/Expansion.html",
];

type ChildNode = ReturnType<typeof parseDocument>["children"][number];
type Element = Extract<ChildNode, { attribs: unknown }>;
type Root = ReturnType<typeof fromMarkdown>;
type Nodes = Root | Root["children"][number];

const isTag = (node: ChildNode): node is Element => "attribs" in node;
const isText = (node: ChildNode) => node.type === ElementType.Text;

type Facts = { headings: string[]; code: string[]; links: string[] };

const line = (text: string) => text.replace(/[\s\u00a0]+/g, " ").trim();
const block = (text: string) =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/\u00a0/g, " ")
    .replace(/^(?:[ \t]*\n)+/, "")
    .trimEnd();
// What readers can't see, and the sign that links a heading to itself.
const seen = (text: string) => line(text.replace(/[\u200b-\u200f\u00ad\ufeff¶]/g, ""));

function pageFacts(html: string): Facts {
  const document = parseDocument(html);
  const main = DomUtils.findOne(
    (element) => element.name === "main" || element.attribs.role === "main",
    document.children,
  );
  const facts: Facts = { headings: [], code: [], links: [] };
  const visit = (node: ChildNode): void => {
    if (!isTag(node)) return;
    if (/^(?:script|style|template|noscript|svg|button|select|head)$/.test(node.name)) return;
    // What frames a page, where it does not say itself what its main part is.
    if (!main && (/^(?:nav|footer|aside)$/.test(node.name) || node.attribs.role === "navigation")) return;
    if (/^h[1-6]$/.test(node.name)) {
      const text = seen(textOf(node));
      if (text !== "") facts.headings.push(text);
      for (const child of node.children) visit(child);
      return;
    }
    if (node.name === "pre") {
      const text = block(textOf(node));
      if (text !== "") facts.code.push(text);
      return;
    }
    if (/^(?:code|tt|kbd|samp)$/.test(node.name)) return;
    if (node.name === "a" && node.attribs.href !== undefined) {
      const text = seen(textOf(node));
      if (text !== "") facts.links.push(text);
      return;
    }
    for (const child of node.children) visit(child);
  };
  for (const node of main ? [main] : document.children) visit(node);
  return facts;
}

function textOf(node: Element): string {
  return node.children
    .map((child) =>
      isText(child) && "data" in child ? child.data : isTag(child) ? (child.name === "br" ? "\n" : textOf(child)) : "",
    )
    .join("");
}

function markdownFacts(markdown: string): Facts {
  const facts: Facts = { headings: [], code: [], links: [] };
  const text = (node: Nodes): string => {
    if (node.type === "break") return "\n";
    if (node.type === "html") return /^<br>$/.test(node.value) ? "\n" : "";
    if ("value" in node) return node.value;
    return "children" in node ? node.children.map(text).join("") : "";
  };
  const visit = (node: Nodes): void => {
    if (node.type === "heading") facts.headings.push(seen(text(node)));
    if (node.type === "code") facts.code.push(block(node.value));
    if (node.type === "link") {
      const label = seen(text(node));
      if (label !== "") facts.links.push(label);
    }
    if ("children" in node) for (const child of node.children) visit(child);
  };
  visit(fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }));
  return facts;
}

describe("Debian documentation", () => {
  it("is installed", () => {
    const missing = pages.filter((page) => !existsSync(page));
    expect(
      missing,
      `install them: apt-get install --no-install-recommends ${packages} (npm run setup does it)`,
    ).toEqual([]);
  });

  it.each(pages)(
    "%s",
    (page) => {
      const html = readFileSync(page, "utf8");
      const expected = pageFacts(html);
      const actual = markdownFacts(convert(html, { url: `https://debian.test${page}` }).markdown);
      expect(expected.headings.length + expected.code.length + expected.links.length).toBeGreaterThan(5);
      expect(actual.headings).toEqual(expected.headings);
      expect(actual.code).toEqual(expected.code);
      expect(actual.links).toEqual(expected.links);
    },
    60_000,
  );
});
