import { codeFence, codeSpan, escapeMarkdown } from "./escape.ts";

/** Inline markup. It is written lazily: a mark around nothing leaves no trace, and blanks end up outside of it. */
export type Mark = {
  readonly open: string;
  readonly close: string /** Link text, where brackets must be escaped. */;
  readonly isLink: boolean;
};

/** A quote or list item: what stands before its first line and before each line after it. */
type Container = { first: string; rest: string; used: boolean };

// Code spans that touch are joined up to this length. Unit: UTF-16 units.
const longestJoinedCode = 1000;

/** "cell": one line of a table, where line breaks become `<br>`. */
export type WriterMode = "block" | "cell";

// Deeper quotes and lists are written at this depth: indentation would otherwise make the output quadratic.
const maxContainers = 10;

/**
 * Writes Markdown (or, when `plain`, the same text without markup) as a stream of
 * inline text, marks, breaks and containers. Everything that separates is held
 * back until text follows, so nothing trails and nothing doubles.
 */
export class MarkdownWriter {
  private readonly out: string[] = [];
  private readonly containers: Container[] = [];
  private readonly marks: { mark: Mark; written: boolean }[] = [];
  /** Line ends due before the next text. */
  private breaks = 0;
  private space = false;
  private hardBreak = false;
  private lineStart = true;
  /** Markup due before the next text of this line, such as `## `. */
  private lead = "";
  /** Above 0, block breaks are blanks: a heading stays on one line. */
  private oneLine = 0;
  private lastCode: string | undefined;
  /** Containers that are open without indentation. */
  private flat = 0;
  /** Length of `out` after a closing mark, to join equal marks that touch. */
  private closedAt = -1;
  private readonly mode: WriterMode;
  private readonly plain: boolean;

  constructor(mode: WriterMode, plain: boolean) {
    this.mode = mode;
    this.plain = plain;
  }

  get isEmpty(): boolean {
    return this.out.length === 0;
  }

  toString(): string {
    return this.out.join("");
  }

  /** Text as a page holds it: blanks collapse, markup characters are escaped. */
  text(raw: string): void {
    const collapsed = /[\t\n\f\r\u00a0]| {2}/.test(raw) ? raw.replace(/[ \t\n\f\r\u00a0]+/g, " ") : raw;
    const start = collapsed.startsWith(" ") ? 1 : 0;
    const end = collapsed.length > start && collapsed.endsWith(" ") ? collapsed.length - 1 : collapsed.length;
    if (start === 1) this.space = true;
    if (end > start) {
      const body = start === 0 && end === collapsed.length ? collapsed : collapsed.slice(start, end);
      this.begin();
      if (this.plain) {
        this.push(body);
      } else {
        const inLink = this.marks.some(({ mark }) => mark.isLink);
        this.push(escapeMarkdown(body, { lineStart: this.lineStart, inLink, inCell: this.mode === "cell" }));
      }
    }
    if (end < collapsed.length) this.space = true;
  }

  /** Ready Markdown, part of the line. */
  raw(markdown: string): void {
    this.begin();
    this.push(markdown);
  }

  /** Ready Markdown of an image; "" is none. */
  image(markdown: string): void {
    if (markdown !== "") this.raw(markdown);
  }

  /** A code span; spans that touch become one, since their fences would merge. */
  code(raw: string): void {
    const code = raw.replace(/[ \t\n\f\r\u00a0]+/g, " ");
    if (code.trim() === "") {
      this.space = true;
      return;
    }
    if (code.startsWith(" ")) this.space = true;
    const body = code.trim();
    let touching =
      this.lastCode !== undefined &&
      !this.space &&
      this.breaks === 0 &&
      !this.hardBreak &&
      this.marks.every((mark) => mark.written);
    // Beyond the bound they part: joining anew each time would be quadratic.
    if (touching && (this.lastCode ?? "").length > longestJoinedCode) {
      this.push(" ");
      touching = false;
    }
    const joined = touching ? this.lastCode + body : body;
    if (touching) this.out.pop();
    else this.begin();
    this.push(this.plain ? joined : codeSpan(joined, this.mode === "cell"));
    if (!this.plain) this.lastCode = joined;
    if (code.endsWith(" ")) this.space = true;
  }

  openMark(mark: Mark): void {
    this.marks.push({ mark, written: false });
  }

  closeMark(): void {
    const open = this.marks.pop();
    if (open?.written) this.closeWritten(open.mark);
  }

  /** At least `lines` line ends before the next text: 1 begins a line, 2 leaves a blank line. Open marks end and begin anew. */
  break(lines: number): void {
    if (this.oneLine > 0) {
      this.space = true;
      return;
    }
    for (let at = this.marks.length - 1; at >= 0; at--) {
      const open = this.marks[at];
      if (!open?.written) continue;
      this.closeWritten(open.mark);
      open.written = false;
    }
    this.space = false;
    this.hardBreak = false;
    // The first line of a list item or quote follows its marker.
    if (this.containers[this.containers.length - 1]?.used === false) return;
    this.breaks = Math.max(this.breaks, lines);
  }

  /** Exactly one line end before the next text: list items follow each other closely. */
  tightBreak(): void {
    this.break(1);
    if (this.breaks > 1) this.breaks = 1;
  }

  /** `<br>`: one breaks the line, two end the paragraph. */
  lineBreak(): void {
    if (this.oneLine > 0) this.space = true;
    else if (this.hardBreak) this.break(2);
    else if (this.breaks === 0 && !this.lineStart) {
      this.hardBreak = true;
      this.space = false;
    }
  }

  startHeading(level: number): void {
    this.break(2);
    this.lead = this.plain || this.mode === "cell" ? "" : `${"#".repeat(level)} `;
    this.oneLine++;
  }

  endHeading(): void {
    this.oneLine--;
    this.lead = "";
    this.break(2);
  }

  /** A quote or list item begins: `first` stands before its first line, `rest` before the others. */
  openContainer(first: string, rest: string): void {
    const flat = this.mode === "cell" || this.containers.length >= maxContainers;
    if (flat) {
      this.flat++;
      this.lead = first.startsWith(">") ? "" : first;
    } else {
      this.containers.push({ first, rest, used: false });
    }
  }

  /** Ends the innermost container; false when nothing was written into it. */
  closeContainer(): boolean {
    if (this.flat > 0) {
      this.flat--;
      this.lead = "";
      return true;
    }
    return this.containers.pop()?.used ?? false;
  }

  /** A block of lines that are taken as they are. */
  lines(lines: readonly string[]): void {
    this.break(2);
    lines.forEach((line, index) => {
      if (index === 0) this.begin();
      else this.newLine(line === "");
      if (line !== "") this.push(line);
    });
    this.break(2);
  }

  /** A fenced block of code, or its lines as code spans where a block can't stand. */
  codeBlock(code: string, language: string): void {
    if (this.mode === "cell" || this.oneLine > 0) {
      for (const line of code.split("\n")) {
        if (line.trim() === "") continue;
        this.break(1);
        this.code(line);
      }
      this.break(1);
    } else if (this.plain) {
      this.lines(code.split("\n"));
    } else {
      const fence = codeFence(code);
      this.lines([fence + language, ...code.split("\n"), fence]);
    }
  }

  /** Writes what is due before text: line ends, prefixes, blanks, opening marks. */
  private begin(): void {
    if (this.breaks > 0 || this.hardBreak) this.writeBreaks();
    else if (this.out.length === 0) this.writePrefix(false);
    else if (this.space && !this.lineStart) this.push(" ");
    this.space = false;
    if (this.lead !== "") {
      this.push(this.lead);
      this.lead = "";
    }
    for (const open of this.marks) {
      if (open.written) continue;
      open.written = true;
      if (this.closedAt === this.out.length && this.out[this.out.length - 1] === open.mark.close && !open.mark.isLink) {
        this.out.pop();
      } else {
        this.escapeBang(open.mark);
        this.push(open.mark.open);
      }
    }
  }

  /** An exclamation mark before a link would make it an image. */
  private escapeBang(mark: Mark): void {
    const last = this.out[this.out.length - 1];
    if (mark.isLink && !this.plain && last?.endsWith("!")) this.out[this.out.length - 1] = `${last.slice(0, -1)}\\!`;
  }

  private writeBreaks(): void {
    if (this.mode === "cell") {
      if (this.out.length > 0) this.push(this.plain ? " " : "<br>");
    } else if (this.out.length === 0) {
      this.writePrefix(false);
    } else if (this.breaks === 0) {
      if (!this.plain) this.push("  ");
      this.newLine(false);
    } else {
      if (this.breaks > 1) this.newLine(true);
      this.newLine(false);
    }
    this.breaks = 0;
    this.hardBreak = false;
    this.lineStart = true;
  }

  private newLine(blank: boolean): void {
    this.push("\n");
    this.writePrefix(blank);
    this.lineStart = true;
  }

  private writePrefix(blank: boolean): void {
    let prefix = "";
    for (const container of this.containers) {
      if (blank) {
        // A blank line belongs to what is open already, not to the item that begins after it.
        if (container.used) prefix += container.rest;
      } else {
        prefix += container.used ? container.rest : container.first;
        container.used = true;
      }
    }
    if (blank) prefix = prefix.trimEnd();
    if (prefix !== "") this.push(prefix);
    this.lineStart = true;
  }

  private closeWritten(mark: Mark): void {
    this.push(mark.close);
    this.closedAt = this.out.length;
  }

  private push(text: string): void {
    if (text === "") return;
    this.out.push(text);
    this.lineStart = false;
    this.lastCode = undefined;
  }
}
