import type { Tape } from "./tape.ts";

// Names that highlighters put where a language would stand.
const noLanguage = new Set([
  "",
  "none",
  "default",
  "notranslate",
  "nohighlight",
  "no-highlight",
  "auto",
  "plain",
  "plaintext",
  "code",
  "source",
  "undefined",
  "null",
  "numberlines",
]);

const levelsAbove = 3;

const tableParts = new Set(["table", "tbody", "tr", "td"]);

// Classes beyond it are not read: every block of code looks at those around it. Unit: UTF-16 units.
const longestClass = 500;

/**
 * The language of a `<pre>`, as highlighters note it on the element, on a
 * `<code>` inside of it, or on one of the nearest elements around it; "" when
 * nobody says.
 */
export function codeLanguage(tape: Tape, pre: number): string {
  const around: number[] = [pre];
  const end = tape.ends[pre] ?? pre;
  for (let node = pre + 1; node < end; node++) {
    const name = tape.tags[node]?.name;
    if (name === "code") {
      around.push(node);
      break;
    }
    if (name === undefined && (tape.texts[node] ?? "").trim() !== "") break;
  }
  let parent = tape.parents[pre] ?? -1;
  for (let level = 0; level < levelsAbove && parent >= 0; ) {
    around.push(parent);
    // Highlighters put line numbers beside code in a table, which is no level of its own.
    if (!tableParts.has(tape.tags[parent]?.name ?? "")) level++;
    parent = tape.parents[parent] ?? -1;
  }
  for (const node of around) {
    const language = ownLanguage(tape, node);
    if (language !== "") return language;
  }
  return "";
}

function ownLanguage(tape: Tape, node: number): string {
  const attributes = tape.attributes[node] ?? {};
  const name = tape.tags[node]?.name;
  const stated = attributes["data-lang"] ?? attributes["data-language"] ?? attributes["data-code-language"];
  const candidates = [
    stated ?? "",
    ...fromClass((attributes.class ?? "").slice(0, longestClass), name === "pre" || name === "code"),
  ];
  // `lang` is a human language, except where sites put code (`<pre lang="ruby">`).
  if (name === "pre") candidates.push(attributes.lang ?? "");
  for (const candidate of candidates) {
    const language = candidate.trim().toLowerCase();
    if (!noLanguage.has(language) && /^[\w+#.-]{1,40}$/.test(language)) return language;
  }
  return "";
}

function fromClass(className: string, onCode: boolean): string[] {
  const found: string[] = [];
  const tokens = className.split(/\s+/);
  tokens.forEach((token, index) => {
    const prefixed = /^(?:language|lang|highlight-source|highlight|src|brush|code)[-:](.+)$/i.exec(token)?.[1];
    if (prefixed !== undefined) found.push(prefixed.replace(/;$/, ""));
    else if (/^brush:$/i.test(token)) found.push((tokens[index + 1] ?? "").replace(/;$/, ""));
    // Pandoc and highlight.js put the bare name next to their own class.
    else if (onCode && /^(?:sourcecode|hljs|prettyprint|shiki)$/i.test(token)) found.push(bareName(tokens, index));
  });
  return found;
}

function bareName(tokens: readonly string[], index: number): string {
  const next = tokens[index + 1] ?? "";
  return /[-:]/.test(next) && !/^(?:objective-c|c\+\+)$/i.test(next) ? "" : next;
}
