// Tree construction on htmlparser2's streaming tokenizer. Its own Parser keeps
// the open elements in an array that it shifts and searches, which is quadratic
// on deep nesting, and closes elements across table cells; so the stack is here:
// bounded in depth, and with the scopes that HTML gives its end tags.
import { Tokenizer } from "htmlparser2";
import {
  endsForeign,
  isControl,
  isEditLink,
  isForeign,
  isLineNumber,
  isTablePart,
  isTransparent,
} from "./element-rules.ts";
import { type Tag, tagOf } from "./tags.ts";
import { type Attributes, noAttributes, type PageFacts, type TableFacts, type Tape } from "./tape.ts";
import { dropInvisible, isHidden } from "./visibility.ts";

/** Deepest nesting that is kept; deeper elements lose their markup, not their text. Browsers stop at 512. */
const maxDepth = 512;

type Open = {
  tag: Tag;
  /** Index on the tape: of the element itself, or of the one around when it is not `onTape`; -1 inside hidden content. */
  node: number;
  onTape: boolean;
  hides: boolean;
};

/** Parses a page. Linear in its length; never throws on any text. */
export function buildTape(html: string): Tape {
  const builder = new TapeBuilder(html);
  const tokenizer = new Tokenizer({ xmlMode: false, decodeEntities: true }, builder);
  tokenizer.write(html);
  tokenizer.end();
  return builder.finish();
}

class TapeBuilder {
  private readonly tags: (Tag | undefined)[] = [];
  private readonly texts: string[] = [];
  private readonly attributes: Attributes[] = [];
  private readonly ends: number[] = [];
  private readonly parents: number[] = [];
  private readonly tables = new Map<number, TableFacts>();
  private readonly page: PageFacts = { scripts: false };

  private readonly stack: Open[] = [];
  /** How many elements of a name are open, so that a stray end tag costs no search. */
  private readonly open = new Map<string, number>();
  /** Elements beyond `maxDepth`, whose end tags must be passed over. */
  private readonly flattened = new Map<string, number>();
  /** Open elements that hide their content. */
  private hiding = 0;
  private foreign = 0;
  /** Tables that are open and on the tape, innermost last. */
  private readonly openTables: { facts: TableFacts; cells: number }[] = [];

  private tagName = "";
  private tagAttributes: Record<string, string> | undefined;
  private attributeName = "";
  private attributeValue = "";
  /** Text of the `<title>` that is open, while there is one. */
  private title: string | undefined;

  private readonly html: string;

  constructor(html: string) {
    this.html = html;
  }

  finish(): Tape {
    this.flushTitle();
    while (this.stack.length > 0) this.pop();
    const { tags, texts, attributes, ends, parents, tables, page } = this;
    for (let node = 0; node < texts.length; node++) {
      const text = texts[node];
      if (text) texts[node] = dropInvisible(text);
    }
    return { length: tags.length, tags, texts, attributes, ends, parents, tables, page };
  }

  // What the tokenizer reports. Indices are into the whole page.

  ontext(start: number, end: number): void {
    this.text(this.html.slice(start, end));
  }

  ontextentity(codePoint: number): void {
    this.text(String.fromCodePoint(codePoint));
  }

  onopentagname(start: number, end: number): void {
    this.tagName = this.html.slice(start, end).toLowerCase();
    this.tagAttributes = undefined;
  }

  onattribname(start: number, end: number): void {
    this.attributeName = this.html.slice(start, end).toLowerCase();
    this.attributeValue = "";
  }

  onattribdata(start: number, end: number): void {
    this.attributeValue += this.html.slice(start, end);
  }

  onattribentity(codePoint: number): void {
    this.attributeValue += String.fromCodePoint(codePoint);
  }

  onattribend(): void {
    // Without a prototype: an attribute may be called __proto__. The first of a name counts.
    this.tagAttributes ??= Object.create(null) as Record<string, string>;
    if (!(this.attributeName in this.tagAttributes)) this.tagAttributes[this.attributeName] = this.attributeValue;
  }

  onopentagend(): void {
    this.start(tagOf(this.tagName === "image" ? "img" : this.tagName), this.tagAttributes ?? noAttributes);
  }

  onselfclosingtag(): void {
    // HTML ignores the slash; only SVG and MathML close there.
    const foreign = this.foreign > 0;
    this.onopentagend();
    if (foreign && this.foreign > 0) this.end(tagOf(this.tagName));
  }

  onclosetag(start: number, end: number): void {
    this.end(tagOf(this.html.slice(start, end).toLowerCase()));
  }

  isInForeignContext(): boolean {
    return this.foreign > 0;
  }

  oncdata(start: number, end: number, offset: number): void {
    if (this.foreign > 0) this.text(this.html.slice(start, end - offset));
  }

  oncomment(): void {}
  ondeclaration(): void {}
  onprocessinginstruction(): void {}
  onend(): void {}

  // Construction.

  private text(text: string): void {
    if (this.title !== undefined) {
      this.title += text;
      return;
    }
    if (this.hiding > 0) return;
    const last = this.tags.length - 1;
    if (last >= 0 && this.tags[last] === undefined && this.parents[last] === this.currentNode()) {
      this.texts[last] += text;
      return;
    }
    this.add(undefined, text, noAttributes);
  }

  private start(tag: Tag, attributes: Attributes): void {
    this.flushTitle();
    if (this.foreign > 0 && endsForeign(tag) && !this.open.get("foreignobject")) this.leaveForeign();
    switch (tag.name) {
      case "html":
      case "head":
      case "body":
        return;
      case "title":
        if (this.foreign === 0 && this.page.title === undefined) this.title = "";
        else this.push(tag, attributes, true);
        return;
      case "base":
        if (attributes.href !== undefined) this.page.base ??= attributes.href;
        return;
      case "meta":
        this.meta(attributes);
        return;
      case "script":
        this.page.scripts = true;
        break;
    }
    this.closeImplied(tag);
    // A control that is left out still stands between the words around it.
    if (isControl(tag)) this.text(" ");
    const hides =
      tag.dropped ||
      isHidden(attributes) ||
      isLineNumber(tag, attributes) ||
      isEditLink(attributes) ||
      (tag.name === "dialog" && attributes.open === undefined);
    if (!tag.isVoid) this.push(tag, attributes, hides);
    else if (!hides && this.hiding === 0) this.add(tag, "", attributes);
  }

  private end(tag: Tag): void {
    if (tag.name === "title" && this.title !== undefined) {
      this.flushTitle();
      return;
    }
    const flattened = this.flattened.get(tag.name) ?? 0;
    if (flattened > 0) {
      this.flattened.set(tag.name, flattened - 1);
      return;
    }
    if (tag.name === "br") this.start(tag, noAttributes);
    if (tag.name === "html" || tag.name === "body" || tag.name === "head") return;
    const at = this.find(tag, (open) => {
      if (tag.formatting) return open.tag.block || open.tag.boundary;
      if (isTablePart(tag)) return open.tag.name === "table" && tag.name !== "table";
      if (tag.name === "li") return open.tag.name === "ul" || open.tag.name === "ol" || open.tag.boundary;
      return open.tag.boundary;
    });
    if (at >= 0) this.popTo(at);
  }

  /** Index on the stack of the innermost open `tag` that is not beyond a stop, or -1. */
  private find(tag: Tag, stop: (open: Open) => boolean): number {
    if (!this.open.get(tag.name)) return -1;
    for (let at = this.stack.length - 1; at >= 0; at--) {
      const open = this.stack[at];
      if (!open) break;
      if (open.tag.name === tag.name) return at;
      if (stop(open)) return -1;
    }
    return -1;
  }

  /** Closes what a start tag ends without saying so. */
  private closeImplied(tag: Tag): void {
    if (this.stack.length === 0) return;
    if (tag.endsParagraph) this.closeWithin(paragraph, (open) => open.tag.boundary);
    switch (tag.name) {
      case "li":
        this.closeWithin(tag, (open) => open.tag.boundary || (open.tag.block && !isTransparent(open.tag)));
        break;
      case "dt":
      case "dd":
        for (const other of [tagOf("dt"), tagOf("dd")]) {
          this.closeWithin(other, (open) => open.tag.boundary || (open.tag.block && !isTransparent(open.tag)));
        }
        break;
      case "a":
        this.closeWithin(tag, (open) => open.tag.block || open.tag.boundary);
        break;
      case "rt":
      case "rp":
        for (const other of [tagOf("rt"), tagOf("rp")]) this.closeWithin(other, (open) => open.tag.name === "ruby");
        break;
      case "td":
      case "th":
        this.closeTo(["tr", "tbody", "thead", "tfoot", "table"]);
        break;
      case "tr":
        this.closeTo(["tbody", "thead", "tfoot", "table"]);
        break;
      case "tbody":
      case "thead":
      case "tfoot":
      case "caption":
        this.closeTo(["table"]);
        break;
      default:
        if (tag.heading > 0 && this.stack[this.stack.length - 1]?.tag.heading) this.pop();
    }
  }

  private closeWithin(tag: Tag, stop: (open: Open) => boolean): void {
    const at = this.find(tag, stop);
    if (at >= 0) this.popTo(at);
  }

  /** Pops down to the innermost of `names`, which stays open; nothing outside of a table. */
  private closeTo(names: readonly string[]): void {
    if (!this.open.get("table")) return;
    for (let at = this.stack.length - 1; at >= 0; at--) {
      if (names.includes(this.stack[at]?.tag.name ?? "")) {
        this.popTo(at + 1);
        return;
      }
    }
  }

  private push(tag: Tag, attributes: Attributes, hides: boolean): void {
    // A hiding element is kept at any depth, or its content would show.
    const room = this.stack.length < maxDepth || (hides && this.hiding === 0);
    if (!room) {
      this.flattened.set(tag.name, (this.flattened.get(tag.name) ?? 0) + 1);
      return;
    }
    const visible = !hides && this.hiding === 0;
    // Most elements of highlighted code are spans: without them its text is one piece.
    const onTape = visible && !tag.transparent;
    const node = onTape ? this.add(tag, "", attributes) : visible ? this.currentNode() : -1;
    if (onTape) this.noteTable(tag, node);
    if (hides) this.hiding++;
    if (isForeign(tag)) this.foreign++;
    this.open.set(tag.name, (this.open.get(tag.name) ?? 0) + 1);
    this.stack.push({ tag, node, onTape, hides });
  }

  private popTo(at: number): void {
    while (this.stack.length > at) this.pop();
  }

  private pop(): void {
    const open = this.stack.pop();
    if (!open) return;
    this.open.set(open.tag.name, (this.open.get(open.tag.name) ?? 1) - 1);
    if (open.hides) this.hiding--;
    if (isForeign(open.tag)) this.foreign--;
    if (!open.onTape) return;
    this.ends[open.node] = this.tags.length;
    if (open.tag.name === "table") this.openTables.pop();
    else if (open.tag.name === "pre") this.noteCode(open.node);
  }

  private add(tag: Tag | undefined, text: string, attributes: Attributes): number {
    const node = this.tags.length;
    this.parents.push(this.currentNode());
    this.tags.push(tag);
    this.texts.push(text);
    this.attributes.push(attributes);
    this.ends.push(node + 1);
    return node;
  }

  private currentNode(): number {
    return this.stack[this.stack.length - 1]?.node ?? -1;
  }

  private noteTable(tag: Tag, node: number): void {
    const table = this.openTables[this.openTables.length - 1];
    if (tag.name === "table") {
      if (table) table.facts.layout = true;
      const facts: TableFacts = { layout: false, code: false, width: 0, rows: 0 };
      this.tables.set(node, facts);
      this.openTables.push({ facts, cells: 0 });
    } else if (!table) {
      return;
    } else if (tag.name === "tr") {
      table.cells = 0;
      table.facts.rows++;
    } else if (tag.name === "td" || tag.name === "th") {
      table.cells++;
      table.facts.width = Math.max(table.facts.width, table.cells);
    } else if (tag.heading > 0) {
      table.facts.layout = true;
    }
  }

  /** Code of several lines has no form inside of a Markdown table: the table gives way. */
  private noteCode(pre: number): void {
    const facts = this.openTables[this.openTables.length - 1]?.facts;
    if (!facts || facts.layout) return;
    facts.code = true;
    facts.layout = this.texts.slice(pre).join("").trim().includes("\n");
  }

  private leaveForeign(): void {
    while (this.foreign > 0) this.pop();
  }

  private flushTitle(): void {
    if (this.title === undefined) return;
    const title = dropInvisible(this.title).replace(/\s+/g, " ").trim();
    this.title = undefined;
    if (title !== "") this.page.title = title;
  }

  private meta(attributes: Attributes): void {
    const content = attributes.content;
    if (content === undefined) return;
    const name = (attributes.name ?? attributes.property ?? "").trim().toLowerCase();
    if (name === "description" || name === "og:description" || name === "twitter:description") {
      const text = dropInvisible(content).replace(/\s+/g, " ").trim();
      if (text !== "") this.page.description ??= text;
    }
    if (attributes["http-equiv"]?.trim().toLowerCase() === "refresh") {
      const target = /^\s*[\d.]*\s*[;,]?\s*(?:url\s*=\s*)?["']?([^"']+)/i.exec(content)?.[1]?.trim();
      if (target) this.page.refresh ??= target;
    }
  }
}

const paragraph = tagOf("p");
