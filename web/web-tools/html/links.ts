/** Resolves the links of one page. */
export type LinkResolver = {
  /** Absolute address of a link that a reader may follow, or undefined: script, data, other schemes, not a URL. */
  link(href: string): string | undefined;
  /** Absolute address of an image, or undefined. */
  image(src: string): string | undefined;
};

// Threat: javascript: and data: links that a client renders and a person clicks.
const linkSchemes = new Set([
  "http:",
  "https:",
  "mailto:",
  "tel:",
  "ftp:",
  "ftps:",
  "sftp:",
  "irc:",
  "ircs:",
  "xmpp:",
  "news:",
  "git:",
  "ssh:",
  "magnet:",
]);

/** `pageUrl`: final address of the page. `base`: its `<base href>`, itself resolved against the page. */
export function linkResolver(pageUrl: string, base: string | undefined): LinkResolver {
  const root = baseUrl(pageUrl, base);
  const seen = new Map<string, URL | undefined>();
  const resolve = (reference: string): URL | undefined => {
    if (seen.has(reference)) return seen.get(reference);
    const url = URL.canParse(reference, root) ? new URL(reference, root) : undefined;
    seen.set(reference, url);
    return url;
  };
  return {
    link(href) {
      const url = resolve(href);
      return url && linkSchemes.has(url.protocol) ? url.href : undefined;
    },
    image(src) {
      const url = src.trim() === "" ? undefined : resolve(src);
      return url && (url.protocol === "http:" || url.protocol === "https:") ? url.href : undefined;
    },
  };
}

function baseUrl(pageUrl: string, base: string | undefined): string {
  if (base === undefined || !URL.canParse(base, pageUrl)) return pageUrl;
  const url = new URL(base, pageUrl);
  // The standard ignores a base of these schemes; so would a data: base make every relative link vanish.
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : pageUrl;
}
