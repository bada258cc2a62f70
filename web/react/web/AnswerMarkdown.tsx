"use client";
// Untrusted Markdown to React elements: no HTML, no images, no request, links
// only as safeLink allows them.
import type { Nodes, RootContent } from "mdast";
import { fromMarkdown } from "mdast-util-from-markdown";
import { createElement, Fragment, type ReactNode, useMemo } from "react";
import { safeLink } from "../../presentation/safe-link.ts";
import { useTranslate } from "../CardProvider.tsx";
import { type AnswerKey, answerMessages } from "../i18n/answer.ts";
import type { Translate } from "../i18n/translator.ts";

import { VisibleLines, VisibleText } from "../text/VisibleText.tsx";
import { onOneLine } from "../text/visible.ts";
import type { AnswerProps } from "./Answer.tsx";
import { HostName, SafeAnchor } from "./SafeAnchor.tsx";

/** Deeper nesting is shown as its text alone, so that no answer can exhaust the stack. */
const deepest = 14;

type Rendering = AnswerProps & { translate: Translate<AnswerKey> };

export function AnswerMarkdown(props: AnswerProps) {
  const translate = useTranslate(answerMessages);
  const { markdown } = props;
  const tree = useMemo(() => parse(markdown), [markdown]);
  if (tree === undefined) {
    return (
      <p className="sonde-answer-plain">
        <VisibleLines text={markdown} />
      </p>
    );
  }
  return <div className="sonde-markdown">{children(tree.root, { ...props, translate }, tree.restore, 0)}</div>;
}

type Restore = (text: string) => string;

/**
 * In browsers the parser decodes character references by `innerHTML`, which
 * Trusted Types forbid. So it never sees an ampersand: a private character
 * stands for it, and the references in everyday use are decoded here.
 */
function parse(markdown: string): { root: Nodes; restore: Restore } | undefined {
  const spare = ["\ue000", "\ue001", "\ue002"].find((character) => !markdown.includes(character));
  if (spare === undefined || isNestedDeeply(markdown)) return undefined;
  const restore = (text: string) => text.replaceAll(spare, "&");
  return { root: fromMarkdown(markdown.replaceAll("&", spare)), restore };
}

/** Hundreds of nested quotes or lists, which cost the parser more than their length. */
function isNestedDeeply(markdown: string): boolean {
  return /^(?:[ \t]*(?:>|[-*+]|\d+[.)])){100}/m.test(markdown) || /[[*_]{200}/.test(markdown);
}

const references: Record<string, string | undefined> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
  "#39": "'",
};

function decodeReferences(text: string): string {
  return text.replace(/&(#39|\w+);/g, (reference, name: string) => references[name] ?? reference);
}

const plainTags: Partial<Record<Nodes["type"], string>> = {
  paragraph: "p",
  emphasis: "em",
  strong: "strong",
  blockquote: "blockquote",
  listItem: "li",
};

function children(node: Nodes, rendering: Rendering, restore: Restore, depth: number): ReactNode {
  if (!("children" in node)) return null;
  return node.children.map((child: RootContent, index: number) => (
    <Fragment key={index}>{element(child, rendering, restore, depth + 1)}</Fragment>
  ));
}

function element(node: RootContent, rendering: Rendering, restore: Restore, depth: number): ReactNode {
  if (depth > deepest) return <VisibleText text={restore(textOf(node))} />;
  const inner = () => children(node, rendering, restore, depth);
  const tag = plainTags[node.type];
  if (tag !== undefined) return createElement(tag, undefined, inner());
  switch (node.type) {
    case "text":
      return withCitations(decodeReferences(restore(node.value)), rendering);
    case "inlineCode":
      return (
        <code>
          <VisibleText text={restore(node.value)} />
        </code>
      );
    case "code":
      return (
        <pre>
          <code>
            <VisibleLines text={restore(node.value)} />
          </code>
        </pre>
      );
    case "html":
      return <VisibleText text={restore(node.value)} />;
    case "heading":
      // Not a heading of the page: an answer must not rearrange the outline of the host.
      return (
        <p>
          <strong>{inner()}</strong>
        </p>
      );
    case "list":
      return node.ordered ? <ol start={node.start ?? 1}>{inner()}</ol> : <ul>{inner()}</ul>;
    case "link": {
      const url = restore(node.url);
      const link = safeLink(url);
      return (
        <>
          <SafeAnchor link={link}>{inner()}</SafeAnchor> <HostName link={link} url={url} />
        </>
      );
    }
    case "image":
      return <VisibleText text={restore(node.alt ?? "")} />;
    case "break":
      return <br />;
    case "thematicBreak":
      return <hr />;
    default:
      return "children" in node ? inner() : null;
  }
}

/** `[n]` becomes a link to result n, if there is one. */
function withCitations(text: string, { sourceCount, id, translate }: Rendering): ReactNode {
  return onOneLine(text)
    .split(/(\[\d{1,3}\])/)
    .map((part, index) => {
      const number = index % 2 === 1 ? Number(part.slice(1, -1)) : 0;
      if (number < 1 || number > sourceCount) return <VisibleText key={index} text={part} />;
      return (
        <a
          key={index}
          className="sonde-citation"
          href={`#${id}s${number}`}
          aria-label={translate("citation", { number })}
        >
          {part}
        </a>
      );
    });
}

/** All text of a tree, without recursion. */
function textOf(node: RootContent): string {
  const texts: string[] = [];
  const rest: Nodes[] = [node];
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    if ("value" in next) texts.push(next.value);
    if ("children" in next) rest.push(...[...next.children].reverse());
  }
  return texts.join(" ");
}
