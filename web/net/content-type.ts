/** A Content-Type header: lower-case type/subtype and the charset label, if it names one. */
export type ContentType = { essence: string; charset?: string };

/** Reads a Content-Type header leniently. An absent or malformed type has the essence "". */
export function parseContentType(header: string | null | undefined): ContentType {
  // Several headers are joined by commas; the first usable one counts.
  const value = header ?? "";
  const essence = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+*-]+)\s*(?:[;,]|$)/.exec(value)?.[1]?.toLowerCase() ?? "";
  const charset = /[;,\s]charset\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s;,"']+))/i.exec(value);
  const label = (charset?.[1] ?? charset?.[2] ?? charset?.[3])?.trim();
  return label ? { essence, charset: label } : { essence };
}

export type Kind = "html" | "markdown" | "json" | "xml" | "text" | "binary" | "unknown";

const applicationText = new Set([
  "ecmascript",
  "graphql",
  "javascript",
  "sql",
  "toml",
  "typescript",
  "x-csh",
  "x-ecmascript",
  "x-httpd-php",
  "x-javascript",
  "x-latex",
  "x-ndjson",
  "x-perl",
  "x-python",
  "x-ruby",
  "x-sh",
  "x-shellscript",
  "x-tex",
  "x-toml",
  "x-typescript",
  "x-www-form-urlencoded",
  "x-yaml",
  "yaml",
  "ndjson",
  "jsonl",
  "json-seq",
  "x-subrip",
  "x-diff",
  "x-patch",
  "pgp-signature",
]);

/** What the server says the body is. "unknown" asks for a look at the bytes. */
export function kindOfType(essence: string): Kind {
  if (essence === "text/html" || essence === "application/xhtml+xml") return "html";
  if (essence === "text/markdown" || essence === "text/x-markdown") return "markdown";
  if (essence === "application/json" || essence === "text/json" || essence.endsWith("+json")) return "json";
  if (essence === "application/xml" || essence === "text/xml" || essence.endsWith("+xml")) return "xml";
  if (essence.startsWith("text/")) return "text";
  const [type = "", subtype = ""] = essence.split("/");
  if (type === "application" && (applicationText.has(subtype) || subtype.endsWith("+yaml"))) return "text";
  if (unknownTypes.has(essence)) return "unknown";
  return "binary";
}

const unknownTypes = new Set([
  "",
  "application/octet-stream",
  "binary/octet-stream",
  "application/unknown",
  "unknown/unknown",
  "application/binary",
  "application/x-unknown",
  "application/force-download",
  "application/download",
  "application/x-download",
  "*/*",
  "content/unknown",
]);
