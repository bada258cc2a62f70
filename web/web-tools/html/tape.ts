import type { Tag } from "./tags.ts";

export type Attributes = Readonly<Record<string, string>>;

/**
 * A parsed page as a flat list of its visible nodes in document order. A node is
 * an element or a run of text; an element's descendants follow it, up to `ends`.
 * Walking it needs no recursion, whatever the depth of the page.
 */
export type Tape = {
  readonly length: number;
  /** Element of a node, or undefined for text. */
  readonly tags: readonly (Tag | undefined)[];
  /** Text of a node; "" for an element. Entities decoded, invisible characters dropped. */
  readonly texts: readonly string[];
  readonly attributes: readonly Attributes[];
  /** Index after the last descendant. */
  readonly ends: readonly number[];
  /** Index of the enclosing element, or -1. */
  readonly parents: readonly number[];
  /** Facts of tables, by the index of their element. */
  readonly tables: ReadonlyMap<number, TableFacts>;
  readonly page: PageFacts;
};

/** What decides how a table is shown, known once it is closed. */
export type TableFacts = {
  /** Holds what no cell of Markdown can: another table, a heading, code of several lines. It is taken apart into blocks. */
  layout: boolean;
  /** Holds preformatted text of one line. */
  code: boolean;
  /** Most cells of a row, spans not counted. */
  width: number;
  rows: number;
};

/** What the page says of itself outside of its text. */
export type PageFacts = {
  title?: string;
  description?: string;
  /** href of the first `<base>`. */
  base?: string;
  /** Target of `<meta http-equiv=refresh>`. */
  refresh?: string;
  scripts: boolean;
};

export const noAttributes: Attributes = Object.freeze({});
