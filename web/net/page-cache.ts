/** A page as it is cached: decoded text, not yet converted. */
export type CachedPage = {
  /** Final address, without fragment. */
  url: string;
  status: number;
  contentType: string;
  /** Decoded text, or what a `convert` hook made of a binary body. */
  text: string;
  kind: "html" | "markdown" | "json" | "xml" | "text";
  title?: string;
  /** The body was cut at the byte limit. */
  truncated: boolean;
  redirects: string[];
};

/** Where pages are kept between calls. A failing cache is a miss, never an error of the call. */
export type PageCache = {
  get(key: string): Promise<CachedPage | undefined>;
  /** `ttlMs`: life of the entry in milliseconds. */
  put(key: string, page: CachedPage, ttlMs: number): Promise<void>;
};

/** Cache key of a request: the URL without its fragment, and what was asked for. */
export function cacheKey(url: URL, accept: string): string {
  const bare = new URL(url.href);
  bare.hash = "";
  return `${bare.href} ${accept}`;
}

/** An in-memory cache. The least recently used page goes first when `maxPages` or `maxChars` (UTF-16 units of text) is exceeded. */
export function memoryCache(maxPages: number, maxChars: number, now: () => number = Date.now): PageCache {
  const entries = new Map<string, { page: CachedPage; expires: number }>();
  let chars = 0;
  const drop = (key: string) => {
    chars -= entries.get(key)?.page.text.length ?? 0;
    entries.delete(key);
  };
  return {
    async get(key) {
      const entry = entries.get(key);
      if (!entry) return undefined;
      entries.delete(key);
      if (entry.expires <= now()) {
        chars -= entry.page.text.length;
        return undefined;
      }
      entries.set(key, entry);
      return entry.page;
    },
    async put(key, page, ttlMs) {
      drop(key);
      if (page.text.length > maxChars) return;
      entries.set(key, { page, expires: now() + ttlMs });
      chars += page.text.length;
      for (const oldest of entries.keys()) {
        if (entries.size <= maxPages && chars <= maxChars) break;
        drop(oldest);
      }
    },
  };
}

/** A page cache on the platform's Cache API (`await caches.open("sonde")`), shared by the isolates of one location. */
export function cacheApiStore(cache: Pick<Cache, "match" | "put">): PageCache {
  // Keys must be URLs; `.invalid` never resolves (RFC 2606), so no real entry can be hit.
  const address = (key: string) => `https://cache.sonde.invalid/?key=${encodeURIComponent(key)}`;
  return {
    async get(key) {
      const response = await cache.match(address(key));
      const page: unknown = await response?.json();
      return isCachedPage(page) ? page : undefined;
    },
    async put(key, page, ttlMs) {
      const headers = { "content-type": "application/json", "cache-control": `max-age=${Math.floor(ttlMs / 1000)}` };
      await cache.put(address(key), new Response(JSON.stringify(page), { headers }));
    },
  };
}

function isCachedPage(value: unknown): value is CachedPage {
  const page = value as Partial<CachedPage> | null | undefined;
  return (
    typeof page === "object" &&
    page !== null &&
    typeof page.url === "string" &&
    typeof page.status === "number" &&
    typeof page.text === "string" &&
    typeof page.kind === "string" &&
    typeof page.truncated === "boolean" &&
    Array.isArray(page.redirects)
  );
}
