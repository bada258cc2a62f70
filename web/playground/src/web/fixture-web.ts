// A web that needs no network: the stored pages under one made-up host, and a
// search over them. What the tools do with it is what they do with any web.
import type { Provider } from "sonde/web-tools";
import types from "../../../../fixtures/web/pages.json" with { type: "json" };

/** `.test` is reserved (RFC 2606): no such host exists. */
const origin = "https://fixtures.test";

// Addresses, not texts: many pages are in encodings of their own.
const addresses = import.meta.glob<string>("../../../../fixtures/web/*.html", {
  query: "?url",
  import: "default",
  eager: true,
});
const readings = import.meta.glob<string>("../../../../fixtures/web/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

type FixturePage = { name: string; url: string; type: string; address: string; reading: string };

const pages: readonly FixturePage[] = Object.entries(types).flatMap(([name, type]) => {
  const address = addresses[`../../../../fixtures/web/${name}.html`];
  const reading = readings[`../../../../fixtures/web/${name}.md`] ?? "";
  return address === undefined ? [] : [{ name, url: `${origin}/${name}.html`, type, address, reading }];
});

/** Addresses that `fixtureFetch` answers. */
export const fixtureUrls: readonly string[] = pages.map(({ url }) => url);

/** Answers for the stored pages with the bytes and the type they came with; any other address has no server. */
export const fixtureFetch: typeof fetch = async (input, init) => {
  const { href } = new URL(input instanceof Request ? input.url : input);
  const page = pages.find(({ url }) => url === href);
  if (page === undefined) {
    return new Response("There is no such stored page.", { status: 404, headers: { "content-type": "text/plain" } });
  }
  const stored = await fetch(page.address, { signal: init?.signal ?? null });
  return new Response(stored.body, { status: stored.status, headers: { "content-type": page.type } });
};

// Unit: UTF-16 units.
const snippetChars = 160;

/** Finds the stored pages that hold every word of a query, most occurrences first. */
export const fixtureProvider: Provider = {
  id: "fixtures",
  async search(query, { maxResults }) {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const found = pages
      .map((page) => ({ page, rank: rankOf(`${page.name}\n${page.reading}`.toLowerCase(), words) }))
      .filter(({ rank }) => rank > 0)
      .sort((a, b) => b.rank - a.rank);
    const sources = found.slice(0, maxResults).map(({ page }) => ({
      url: page.url,
      title: titleOf(page),
      snippet: snippetOf(page.reading, words),
    }));
    return { sources, truncated: found.length > sources.length };
  },
};

function rankOf(text: string, words: readonly string[]): number {
  const counts = words.map((word) => text.split(word).length - 1);
  return counts.every((count) => count > 0) ? counts.reduce((sum, count) => sum + count, 0) : 0;
}

function titleOf({ name, reading }: FixturePage): string {
  return /^#{1,6} (.+)$/m.exec(reading)?.[1] ?? name;
}

/** The first line with one of the words, around it. */
function snippetOf(reading: string, words: readonly string[]): string {
  const lines = reading.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("#"));
  const line = lines.find((text) => words.some((word) => text.toLowerCase().includes(word))) ?? lines[0] ?? "";
  const points = [...line];
  return points.length > snippetChars ? `${points.slice(0, snippetChars).join("")}…` : line;
}
