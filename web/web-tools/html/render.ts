// Walks a selection of a tape and writes it. One loop, no recursion: every open
// element is a frame with the step that is due when its subtree ends.
import { codeLanguage } from "./code-language.ts";
import { linkDestination } from "./escape.ts";
import { imageAlt, imageMarkdown } from "./image-text.ts";
import type { LinkResolver } from "./links.ts";
import type { Selection } from "./main-content.ts";
import { type Mark, MarkdownWriter } from "./markdown-writer.ts";
import { mathSource, mathSymbols } from "./math-text.ts";
import { hasLineElements, holdsBlock, isPermalink, lineElementsText, preText, subtreeText } from "./subtree-text.ts";
import { spanOf, type TableRow, tableLines } from "./table.ts";
import { paragraphs, type Tag } from "./tags.ts";
import type { Tape } from "./tape.ts";

type Frame = { end: number; close: () => void };

type List = { kind: "bullet" | "number" | "definition"; next: number; step: number; items: number; itemOpen: boolean };

type OpenTable = { rows: TableRow[]; inHead: boolean };

/** Renders a part of a page as Markdown, or as the same text without markup when `plain`. Linear in the part's size. */
export function renderText(tape: Tape, selection: Selection, links: LinkResolver, plain: boolean): string {
  return new Renderer(tape, links, plain).render(selection);
}

class Renderer {
  private readonly frames: Frame[] = [];
  private readonly lists: List[] = [];
  private readonly tables: (OpenTable | undefined)[] = [];
  private readonly writers: MarkdownWriter[] = [];
  private writer: MarkdownWriter;
  private strong = 0;
  private emphasis = 0;
  private struck = 0;
  private linkDepth = 0;
  private headings = 0;
  private readonly tape: Tape;
  private readonly links: LinkResolver;
  private readonly plain: boolean;

  constructor(tape: Tape, links: LinkResolver, plain: boolean) {
    this.tape = tape;
    this.links = links;
    this.plain = plain;
    this.writer = new MarkdownWriter("block", plain);
  }

  render({ start, end, skipped }: Selection): string {
    const { tape } = this;
    let node = start;
    while (node < end) {
      this.closeUntil(node);
      if (skipped.has(node)) {
        this.writer.break(1);
        node = tape.ends[node] ?? node + 1;
        continue;
      }
      const tag = tape.tags[node];
      if (tag === undefined) {
        this.writer.text(tape.texts[node] ?? "");
        node++;
      } else {
        node = this.open(tag, node);
      }
    }
    this.closeUntil(Number.POSITIVE_INFINITY);
    return this.writer.toString();
  }

  private closeUntil(node: number): void {
    for (
      let frame = this.frames[this.frames.length - 1];
      frame && frame.end <= node;
      frame = this.frames[this.frames.length - 1]
    ) {
      this.frames.pop();
      frame.close();
    }
  }

  /** `close` runs when the subtree of `node` has been written. */
  private frame(node: number, close: () => void): number {
    this.frames.push({ end: this.tape.ends[node] ?? node + 1, close });
    return node + 1;
  }

  /** Begins an element; returns the node to go on with. */
  private open(tag: Tag, node: number): number {
    const past = this.tape.ends[node] ?? node + 1;
    switch (tag.name) {
      case "br":
        this.writer.lineBreak();
        return past;
      case "hr":
        this.writer.lines([this.plain ? "" : "---"]);
        return past;
      case "img":
        if (this.plain) this.writer.text(imageAlt(this.tape, node, this.links));
        else this.writer.image(imageMarkdown(this.tape, node, this.links, this.inCell()));
        return past;
      case "input":
        this.checkbox(node);
        return past;
      case "pre":
      case "listing":
      case "xmp":
      case "plaintext":
        this.writer.codeBlock(preText(this.tape, node), this.plain ? "" : codeLanguage(this.tape, node));
        if (past > node + 1 || this.tape.texts[node] === "") this.writer.break(2);
        return past;
      case "code":
      case "kbd":
      case "samp":
      case "tt":
        if (holdsBlock(this.tape, node)) break;
        this.writer.code(subtreeText(this.tape, node));
        return past;
      case "math": {
        const source = mathSource(this.tape, node);
        if (source === undefined) this.writer.text(mathSymbols(this.tape, node));
        else this.writer.raw(this.inCell() ? source.replaceAll("|", "\\|") : source);
        return past;
      }
      case "a":
        if (isPermalink(this.tape, node)) return past;
        return this.link(node);
      case "table":
        return this.table(node);
      case "caption":
        return this.caption(node);
      case "thead":
      case "tbody":
      case "tfoot":
        return this.tableSection(tag, node);
      case "tr":
        return this.tableRow(node);
      case "td":
      case "th":
        return this.tableCell(tag, node);
      case "ul":
      case "menu":
      case "dir":
      case "ol":
      case "dl":
        return this.list(tag, node);
      case "li":
        return this.listItem(node);
      case "dt":
      case "dd":
        return this.definition(tag, node);
    }
    if (tag.heading > 0) return this.heading(tag.heading, node);
    return tag.block ? this.block(tag, node) : this.inline(tag, node);
  }

  private block(tag: Tag, node: number): number {
    if (tag.name === "div" && hasLineElements(this.tape, node)) {
      this.writer.codeBlock(lineElementsText(this.tape, node), this.plain ? "" : codeLanguage(this.tape, node));
      return this.tape.ends[node] ?? node + 1;
    }
    if (tag.name === "blockquote") {
      this.writer.break(2);
      this.writer.openContainer(this.plain ? "" : "> ", this.plain ? "" : "> ");
      return this.frame(node, () => {
        this.writer.break(2);
        this.writer.closeContainer();
        this.writer.break(2);
      });
    }
    const lines = paragraphs.has(tag.name) ? 2 : 1;
    this.writer.break(lines);
    if (tag.name === "summary" || tag.name === "legend") return this.marked("strong", node, () => this.writer.break(2));
    return this.frame(node, () => this.writer.break(lines));
  }

  private inline(tag: Tag, node: number): number {
    switch (tag.name) {
      case "strong":
      case "b":
        return this.headings > 0 ? node + 1 : this.marked("strong", node);
      case "em":
      case "i":
      case "cite":
      case "dfn":
      case "var":
        return this.marked("emphasis", node);
      case "del":
      case "s":
      case "strike":
        return this.marked("struck", node);
      case "sub":
      case "sup":
        return this.mark(node, { open: `<${tag.name}>`, close: `</${tag.name}>`, isLink: false });
      case "q":
        this.writer.raw("“");
        return this.frame(node, () => this.writer.raw("”"));
      case "rt":
        this.writer.raw("(");
        return this.frame(node, () => this.writer.raw(")"));
    }
    return node + 1;
  }

  private heading(level: number, node: number): number {
    this.writer.startHeading(level);
    this.headings++;
    return this.frame(node, () => {
      this.headings--;
      this.writer.endHeading();
    });
  }

  /** Emphasis, written once however often the page nests it. */
  private marked(kind: "strong" | "emphasis" | "struck", node: number, after?: () => void): number {
    const outermost = this[kind]++ === 0;
    if (outermost && !this.plain) this.writer.openMark(emphasisMarks[kind]);
    return this.frame(node, () => {
      this[kind]--;
      if (outermost && !this.plain) this.writer.closeMark();
      after?.();
    });
  }

  private mark(node: number, mark: Mark): number {
    if (this.plain) return node + 1;
    this.writer.openMark(mark);
    return this.frame(node, () => this.writer.closeMark());
  }

  private link(node: number): number {
    const href = this.tape.attributes[node]?.href;
    const url = href === undefined ? undefined : this.links.link(href);
    // Links don't nest: the outer one stands.
    if (url === undefined || this.plain || this.linkDepth > 0) return node + 1;
    this.linkDepth++;
    this.writer.openMark({ open: "[", close: `](${linkDestination(url, this.inCell())})`, isLink: true });
    return this.frame(node, () => {
      this.linkDepth--;
      this.writer.closeMark();
    });
  }

  private inCell(): boolean {
    return this.writers.length > 0;
  }

  private checkbox(node: number): void {
    const attributes = this.tape.attributes[node] ?? {};
    if (attributes.type?.toLowerCase() !== "checkbox") return;
    this.writer.raw("checked" in attributes ? "[x]" : "[ ]");
    this.writer.text(" ");
  }

  private list(tag: Tag, node: number): number {
    const attributes = this.tape.attributes[node] ?? {};
    const kind = tag.name === "ol" ? "number" : tag.name === "dl" ? "definition" : "bullet";
    const start = Number.parseInt(attributes.start ?? "", 10);
    const step = "reversed" in attributes ? -1 : 1;
    const next = Number.isFinite(start) ? start : 1;
    const nested = this.lists.length > 0;
    // A list may follow the text of its item without a blank line, unless its number would not be read as one.
    if (nested && (kind === "bullet" || next === 1)) this.writer.tightBreak();
    else this.writer.break(2);
    this.lists.push({ kind, next, step, items: 0, itemOpen: false });
    return this.frame(node, () => {
      const list = this.lists.pop();
      if (list?.itemOpen) this.writer.closeContainer();
      this.writer.break(nested ? 1 : 2);
    });
  }

  private listItem(node: number): number {
    const list = this.lists[this.lists.length - 1];
    if (!list || list.items > 0) this.writer.tightBreak();
    const value = Number.parseInt(this.tape.attributes[node]?.value ?? "", 10);
    if (list && Number.isFinite(value)) list.next = value;
    // Markdown knows no negative numbers.
    const marker = list?.kind === "number" ? `${Math.max(0, list.next)}. ` : "- ";
    if (list) list.next += list.step;
    this.writer.openContainer(marker, " ".repeat(marker.length));
    return this.frame(node, () => {
      this.writer.break(1);
      // An empty item leaves no line, so nothing separates from it.
      if (!this.writer.closeContainer()) return;
      if (list) list.items++;
      this.writer.tightBreak();
    });
  }

  /** A term is a list item in bold, its definitions the item's paragraphs: so what they hold keeps its structure. */
  private definition(tag: Tag, node: number): number {
    const list = this.lists[this.lists.length - 1];
    if (list?.kind !== "definition") {
      this.writer.break(2);
      return this.frame(node, () => this.writer.break(2));
    }
    if (tag.name === "dt" || !list.itemOpen) {
      if (list.itemOpen) this.writer.closeContainer();
      if (list.items > 0) this.writer.tightBreak();
      this.writer.openContainer("- ", "  ");
      list.itemOpen = true;
      list.items++;
    } else {
      this.writer.break(2);
    }
    if (tag.name === "dt") return this.marked("strong", node, () => this.writer.break(2));
    return this.frame(node, () => this.writer.break(2));
  }

  // Tables. Data tables are read into cells and written at their end; tables
  // that lay out a page are taken apart into blocks.

  private table(node: number): number {
    const facts = this.tape.tables.get(node);
    const role = this.tape.attributes[node]?.role?.trim().toLowerCase();
    const layout =
      !facts ||
      facts.layout ||
      role === "presentation" ||
      role === "none" ||
      (facts.code && (facts.width <= 1 || facts.rows <= 1)) ||
      (facts.width <= 1 && facts.rows <= 1);
    this.writer.break(2);
    const table: OpenTable | undefined = layout ? undefined : { rows: [], inHead: false };
    this.tables.push(table);
    return this.frame(node, () => {
      this.tables.pop();
      if (table) this.writer.lines(tableLines(table.rows, this.plain));
      this.writer.break(2);
    });
  }

  private currentTable(): OpenTable | undefined {
    return this.tables[this.tables.length - 1];
  }

  private caption(node: number): number {
    this.writer.break(2);
    return this.frame(node, () => this.writer.break(2));
  }

  private tableSection(tag: Tag, node: number): number {
    const table = this.currentTable();
    if (!table) return node + 1;
    table.inHead = tag.name === "thead";
    return this.frame(node, () => {
      table.inHead = false;
    });
  }

  private tableRow(node: number): number {
    const table = this.currentTable();
    if (table) {
      table.rows.push({ cells: [], inHead: table.inHead });
      return node + 1;
    }
    this.writer.break(2);
    return this.frame(node, () => this.writer.break(2));
  }

  private tableCell(tag: Tag, node: number): number {
    const table = this.currentTable();
    if (!table) {
      this.writer.break(2);
      return this.frame(node, () => this.writer.break(2));
    }
    const row = table.rows[table.rows.length - 1] ?? { cells: [], inHead: table.inHead };
    if (table.rows.length === 0) table.rows.push(row);
    const { colspan, rowspan } = this.tape.attributes[node] ?? {};
    this.writers.push(this.writer);
    this.writer = new MarkdownWriter("cell", this.plain);
    // Emphasis and links around the table do not reach into its cells.
    const outside = { strong: this.strong, emphasis: this.emphasis, struck: this.struck, linkDepth: this.linkDepth };
    Object.assign(this, { strong: 0, emphasis: 0, struck: 0, linkDepth: 0 });
    return this.frame(node, () => {
      row.cells.push({
        text: this.writer.toString(),
        header: tag.name === "th",
        columnSpan: spanOf(colspan),
        rowSpan: spanOf(rowspan),
      });
      this.writer = this.writers.pop() ?? this.writer;
      Object.assign(this, outside);
    });
  }
}

const emphasisMarks: Readonly<Record<"strong" | "emphasis" | "struck", Mark>> = {
  strong: { open: "**", close: "**", isLink: false },
  emphasis: { open: "*", close: "*", isLink: false },
  struck: { open: "~~", close: "~~", isLink: false },
};
