/** What the converter knows of an element. One object a name, so that names compare by identity. */
export type Tag = {
  readonly name: string;
  /** Begins and ends a line of its own. */
  readonly block: boolean;
  /** Has no content and no end tag. */
  readonly isVoid: boolean;
  /** Never shown: code, fallbacks, controls, embedded documents. */
  readonly dropped: boolean;
  /** A misplaced end tag does not reach beyond it (table parts, buttons, the like). */
  readonly boundary: boolean;
  /** Inline markup whose end tag must not close a block. */
  readonly formatting: boolean;
  /** Closes an open paragraph. */
  readonly endsParagraph: boolean;
  /** Heading level 1 to 6, or 0. */
  readonly heading: number;
  /** Says nothing of its own about its text. */
  readonly transparent: boolean;
};

const words = (text: string) => text.split(" ");

const blocks = new Set(
  words(
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form " +
      "frameset h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav noframes ol optgroup option p plaintext pre " +
      "search section summary table tbody td tfoot th thead tr ul xmp",
  ),
);
const voids = new Set(
  words("area base basefont bgsound br col embed frame hr img input keygen link meta param source track wbr"),
);
const dropped = new Set(
  words(
    "script style template iframe frame frameset noscript noembed noframes object embed applet canvas audio video svg select datalist " +
      "textarea button progress meter map rp",
  ),
);
const boundaries = new Set(words("table td th caption button object applet marquee template select svg math"));
const formatting = new Set(
  words(
    "a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark nobr q ruby s samp small span strike strong sub sup time tt u var",
  ),
);
const endsParagraph = new Set(
  words(
    "address article aside blockquote center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 " +
      "header hgroup hr li listing main menu nav ol p plaintext pre search section summary table ul xmp",
  ),
);

function describe(name: string): Tag {
  return {
    name,
    block: blocks.has(name),
    isVoid: voids.has(name),
    dropped: dropped.has(name),
    boundary: boundaries.has(name),
    formatting: formatting.has(name),
    endsParagraph: endsParagraph.has(name),
    heading: /^h[1-6]$/.test(name) ? Number(name[1]) : 0,
    transparent: /^(?:span|font|nobr|bdi|bdo|big|label)$/.test(name),
  };
}

const shared = new Map<string, Tag>();
for (const set of [blocks, voids, dropped, boundaries, formatting]) {
  for (const name of set) shared.set(name, describe(name));
}

/** The element of a lower-case name. Unknown names are inline; a page's own names are not kept. */
export function tagOf(name: string): Tag {
  return shared.get(name) ?? describe(name);
}

/** Blocks that a blank line sets apart from what is around them; other blocks only begin a line. */
export const paragraphs: ReadonlySet<string> = new Set([
  "p",
  "address",
  "article",
  "aside",
  "center",
  "details",
  "summary",
  "dialog",
  "fieldset",
  "figcaption",
  "figure",
  "footer",
  "form",
  "header",
  "hgroup",
  "legend",
  "main",
  "nav",
  "search",
  "section",
  "div",
]);
