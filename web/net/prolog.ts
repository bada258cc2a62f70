/** What stands before a document's first element. */
export type Prolog = {
  /** There is an XML declaration. */
  xml: boolean;
  /** Name that the document type gives to the root element, in lower case, or "". */
  doctype: string;
  /** The beginning of what follows: the root element's tag, or text. */
  root: string;
};

/**
 * Reads past blanks, comments, processing instructions and the document type, each
 * in one step: a pattern for all of them takes exponential time on hostile input.
 */
export function readProlog(text: string): Prolog {
  let xml = false;
  let doctype = "";
  for (let at = 0; ; ) {
    while (/\s/.test(text.charAt(at))) at++;
    const head = text.slice(at, at + 64);
    const name = /^<!doctype\s+([^\s>[]+)/i.exec(head)?.[1];
    let closing = "";
    if (head.startsWith("<!--")) closing = "-->";
    else if (head.startsWith("<?")) closing = "?>";
    else if (/^<!doctype\b/i.test(head)) closing = hasSubset(text, at) ? "]>" : ">";
    else return { xml, doctype, root: head };
    if (/^<\?xml\s/i.test(head)) xml = true;
    if (name !== undefined) doctype = name.toLowerCase();
    // The opening of a comment is no part of its end.
    const end = text.indexOf(closing, at + (closing === "-->" ? 4 : 2));
    if (end < 0) return { xml, doctype, root: "" };
    at = end + closing.length;
  }
}

// Characters of a document type before its subset. A look further, at each of many, would take quadratic time.
const longestExternalId = 1000;

/** Whether a document type holds declarations of its own, in brackets. */
function hasSubset(text: string, at: number): boolean {
  return /^[^>[]*\[/.test(text.slice(at, at + longestExternalId));
}
