import type { Tape } from "./tape.ts";

/** A part of a tape: nodes from `start` up to `end`, without the subtrees that begin at `skipped`. */
export type Selection = { start: number; end: number; skipped: ReadonlySet<number> };

/**
 * The main content of a page: `main`, `[role=main]`, `article`, else the body
 * without its navigation. Never less than the page when a choice would be empty.
 * Linear in the tape.
 */
export function mainContent(tape: Tape): Selection {
  const text = textMeasure(tape);
  const whole: Selection = { start: 0, end: tape.length, skipped: new Set() };
  const mains: number[] = [];
  const articles: number[] = [];
  let articleEnd = 0;
  for (let node = 0; node < tape.length; node++) {
    const tag = tape.tags[node];
    if (!tag) continue;
    if (tag.name === "main" || tape.attributes[node]?.role?.trim().toLowerCase() === "main") mains.push(node);
    else if (tag.name === "article" && node >= articleEnd) {
      articles.push(node);
      articleEnd = tape.ends[node] ?? articleEnd;
    }
  }
  const main = largest(mains, text);
  if (main !== undefined) return subtree(tape, main);
  const article = articles.length > 0 ? chooseArticle(tape, articles, text) : undefined;
  if (article !== undefined) return subtree(tape, article);
  return withoutChrome(tape, whole, text);
}

type Measure = {
  /** Visible characters, blanks not counted, of a subtree. */
  total(node: number): number;
  /** Those of them that are link text. */
  linked(node: number): number;
};

function textMeasure(tape: Tape): Measure {
  const totals = new Float64Array(tape.length + 1);
  const links = new Float64Array(tape.length + 1);
  let linkEnd = 0;
  for (let node = 0; node < tape.length; node++) {
    const tag = tape.tags[node];
    if (tag?.name === "a" && tape.attributes[node]?.href !== undefined)
      linkEnd = Math.max(linkEnd, tape.ends[node] ?? 0);
    const size = tag ? 0 : inkLength(tape.texts[node] ?? "");
    totals[node + 1] = (totals[node] ?? 0) + size;
    links[node + 1] = (links[node] ?? 0) + (node < linkEnd ? size : 0);
  }
  const of = (sums: Float64Array) => (node: number) => (sums[tape.ends[node] ?? node] ?? 0) - (sums[node] ?? 0);
  return { total: of(totals), linked: of(links) };
}

function inkLength(text: string): number {
  let length = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 0x20) length++;
  return length;
}

function subtree(tape: Tape, node: number): Selection {
  return { start: node, end: tape.ends[node] ?? tape.length, skipped: new Set() };
}

function largest(nodes: readonly number[], text: Measure): number | undefined {
  let best: number | undefined;
  for (const node of nodes) if (text.total(node) > (best === undefined ? 0 : text.total(best))) best = node;
  return best;
}

/**
 * One article that holds most of what all articles hold is the page's subject.
 * Several of a size (a forum thread, a list of posts) belong together: then it
 * is the innermost element around them all.
 */
function chooseArticle(tape: Tape, articles: readonly number[], text: Measure): number | undefined {
  const best = largest(articles, text);
  if (best === undefined) return undefined;
  const sum = articles.reduce((total, article) => total + text.total(article), 0);
  if (text.total(best) >= sum * 0.7) {
    // An article that is a small part of the page (a teaser) is not what the page is about.
    return text.total(best) * 5 >= pageTotal(tape, text) ? best : undefined;
  }
  const last = articles[articles.length - 1] ?? best;
  let around = tape.parents[articles[0] ?? best] ?? -1;
  while (around >= 0 && (tape.ends[around] ?? 0) <= last) around = tape.parents[around] ?? -1;
  return around >= 0 ? around : undefined;
}

function pageTotal(tape: Tape, text: Measure): number {
  let total = 0;
  for (let node = 0; node < tape.length; node = Math.max(node + 1, tape.ends[node] ?? 0)) total += text.total(node);
  return total;
}

const chromeTags = new Set(["nav", "footer", "aside"]);
const chromeRoles = new Set(["navigation", "banner", "contentinfo", "complementary", "search", "menu", "menubar"]);
// Names that sites give their frame. They count only where links make up most of the text.
const chromeNames =
  /(?:^|[\s_-])(?:nav\w*|menu\w*|side-?bar\w*|footer|breadcrumbs?|pagination|pager|related|social|share|sharing|cookies?\w*|banner|toolbar|skip\w*|sphinxsidebar\w*)(?:$|[\s_-])/i;

/** The page without what frames it, unless that would leave less than a quarter of its text. */
function withoutChrome(tape: Tape, whole: Selection, text: Measure): Selection {
  const skipped = new Set<number>();
  let left = pageTotal(tape, text);
  const enough = left / 4;
  for (let node = 0; node < tape.length; ) {
    const tag = tape.tags[node];
    if (tag?.block && isChrome(tape, node, text)) {
      skipped.add(node);
      left -= text.total(node);
      node = tape.ends[node] ?? node + 1;
    } else {
      node++;
    }
  }
  return left > 0 && left >= enough ? { ...whole, skipped } : whole;
}

function isChrome(tape: Tape, node: number, text: Measure): boolean {
  const tag = tape.tags[node];
  const attributes = tape.attributes[node] ?? {};
  if (tag && chromeTags.has(tag.name)) return true;
  if (chromeRoles.has(attributes.role?.trim().toLowerCase() ?? "")) return true;
  // A table of links is a list of contents more often than a frame.
  const linkHeavy = tag?.name !== "table" && text.linked(node) * 2 > text.total(node);
  if (linkHeavy && tag?.name === "header" && !holdsHeading(tape, node)) return true;
  return linkHeavy && chromeNames.test(`${attributes.class ?? ""} ${attributes.id ?? ""}`);
}

function holdsHeading(tape: Tape, node: number): boolean {
  const end = tape.ends[node] ?? node + 1;
  for (let inner = node + 1; inner < end; inner++) if ((tape.tags[inner]?.heading ?? 0) > 0) return true;
  return false;
}
