/**
 * JSON text indented by two blanks, or undefined when it is not JSON or nests too
 * deep for indentation. Works on the text, not on the values: numbers beyond
 * double precision, repeated keys and their order stay as the server sent them.
 */
export function prettyJson(text: string): string | undefined {
  try {
    JSON.parse(text);
  } catch {
    return undefined;
  }
  const out: string[] = [];
  const token = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
  let depth = 0;
  let pending = "";
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [part] = match;
    if (part === "}" || part === "]") {
      depth--;
      // A pair that holds nothing stays on one line.
      out.push(pending === "" ? indent(depth) : "", part);
      pending = "";
      continue;
    }
    if (pending !== "") out.push(pending);
    pending = "";
    out.push(part === ":" ? ": " : part);
    if (part === "{" || part === "[") {
      depth++;
      if (depth > maxDepth) return undefined;
      pending = indent(depth);
    } else if (part === ",") {
      pending = indent(depth);
    }
  }
  return out.join("");
}

// Deeper, indentation would be most of the output.
const maxDepth = 64;

function indent(depth: number): string {
  return `\n${"  ".repeat(depth)}`;
}
