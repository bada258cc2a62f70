// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import type { WebFetchView, WebSearchView } from "../../presentation/types.ts";
import { CardProvider, type CardSettings, WebCard } from "../index.ts";
import { button, click, mount, perform, query, settle, stubClipboard, takeConsole } from "../testing/dom.ts";

const view: WebSearchView = {
  card: "web",
  kind: "search",
  sources: [
    { url: "https://a.example/x#part", title: "A", snippet: "about\n a", publishedAt: "2026-02-14" },
    { url: "https://user:pw@b.example/", title: "B", publishedAt: "2026-02-14T23:30:00Z" },
    { url: "javascript:alert(1)", title: "C", publishedAt: "last week" },
  ],
  truncated: false,
};
const fetched: WebFetchView = {
  card: "web",
  kind: "fetch",
  url: "https://a.example/",
  statusCode: 200,
  truncated: false,
};

const mountCard = (settings: CardSettings = {}, given: WebSearchView | WebFetchView = view, readUrls?: string[]) =>
  mount(
    <CardProvider {...settings}>
      <WebCard view={given} {...(readUrls && { readUrls })} />
    </CardProvider>,
  );

/** The answer as it is once the Markdown chunk has come. */
async function answer(markdown: string, settings: CardSettings = {}): Promise<HTMLElement> {
  const container = await mountCard(settings, { ...view, answer: markdown });
  await perform(() => import("./AnswerMarkdown.tsx"));
  await perform(() => {});
  return query(container, ".sonde-answer");
}

describe("sources", () => {
  it("link out safely, with the host beside every title", async () => {
    const container = await mountCard();
    const links = [...container.querySelectorAll("a")];
    expect(links.map((link) => link.getAttribute("href"))).toStrictEqual([
      "https://a.example/x#part",
      "https://b.example/",
    ]);
    for (const link of links) {
      expect(link.target).toBe("_blank");
      expect(link.rel).toBe("noopener noreferrer nofollow ugc");
      expect(link.getAttribute("referrerpolicy")).toBe("no-referrer");
    }
    expect([...container.querySelectorAll(".sonde-host")].map((host) => host.textContent)).toStrictEqual([
      "a.example",
      "b.example",
      "javascript:alert(1)",
    ]);
    expect(container.textContent).toContain("a user name was removed from the address");
    expect(container.textContent).toContain("not a web address");
    expect(query(container, ".sonde-snippet").textContent).toBe("about a");
  });

  it("request nothing, unless the host resolves icons, and then from the host name alone", async () => {
    expect((await mountCard()).querySelector("img")).toBeNull();
    const favicon = vi.fn((host: string) => `/icons/${host}.png`);
    const container = await mountCard({ favicon });
    expect(favicon.mock.calls).toStrictEqual([["a.example"], ["b.example"]]);
    expect(
      [...container.querySelectorAll("img")].map((image) => [
        image.getAttribute("src"),
        image.getAttribute("referrerpolicy"),
      ]),
    ).toStrictEqual([
      ["/icons/a.example.png", "no-referrer"],
      ["/icons/b.example.png", "no-referrer"],
    ]);
  });

  it("lose their link when the host's policy says so", async () => {
    const container = await mountCard({ linkPolicy: (link) => !link.flags.includes("userinfo") });
    expect([...container.querySelectorAll("a")].map((link) => link.textContent)).toStrictEqual(["A"]);
    expect(container.textContent).toContain("b.example");
  });

  it("are marked when they were read, at whatever fragment", async () => {
    const container = await mountCard({}, view, ["https://a.example/x#other"]);
    expect(
      [...container.querySelectorAll(".sonde-source")].map((source) => source.textContent?.includes("read")),
    ).toStrictEqual([true, false, false]);
  });

  const dates: [string, CardSettings, string[]][] = [
    ["in UTC", {}, ["Feb 14, 2026", "Feb 14, 2026", "last week"]],
    [
      "a day stays the day in every zone, a time does not",
      { timeZone: "Asia/Shanghai" },
      ["Feb 14, 2026", "Feb 15, 2026", "last week"],
    ],
    ["in Chinese", { locale: "zh-CN" }, ["2026年2月14日", "2026年2月14日", "last week"]],
    [
      "recent ones relative to the present",
      { now: Date.UTC(2026, 1, 16, 12) },
      ["2 days ago", "yesterday", "last week"],
    ],
    ["not those to come", { now: Date.UTC(2026, 0, 1) }, ["Feb 14, 2026", "Feb 14, 2026", "last week"]],
    ["in a zone that is none", { timeZone: "Mars/Base" }, ["Feb 14, 2026", "Feb 14, 2026", "last week"]],
  ];
  it.each(dates)("date %s", async (_, settings, expected) => {
    const container = await mountCard(settings);
    expect([...container.querySelectorAll(".sonde-date")].map((date) => date.textContent)).toStrictEqual(expected);
  });

  it("copies as text and Markdown", async () => {
    const copied = stubClipboard();
    const container = await mountCard();
    await click(button(container, "Copy"));
    await click(button(container, "All as Markdown"));
    await settle(() => copied.length === 1);
    expect(copied[0]).toContain("[A](<https://a.example/x#part>)");
    await click(button(container, "All as text"));
    await click(button(container, "All as JSON"));
    await settle(() => copied.length === 3);
    expect(JSON.parse(copied[2] ?? "")).toStrictEqual(view);
  });
});

describe("the answer", () => {
  it("is Markdown without HTML, images or script links", async () => {
    const shown = await answer(
      "# Head\n\n**b** *i* `c&amp;` <b>raw</b> ![alt](https://t.example/p.png) [x](javascript:alert(1)) [y](https://c.example/?a=1&b=2)\n\n<script>alert(1)</script>\n\n```js\nlet a = 1;\n  let b;\n```\n\n1. one\n2. two\n\n---\n\n> quote\nline  \nbreak &amp; &lt; &copy;",
    );
    expect(shown.querySelector("script, img, b, h1, h2")).toBeNull();
    expect([...shown.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toStrictEqual([
      "https://c.example/?a=1&b=2",
    ]);
    expect(shown.textContent).toContain("<b>raw</b>");
    expect(shown.textContent).toContain("alt");
    expect(shown.textContent).not.toContain("t.example");
    expect(shown.textContent).toContain("c.example");
    expect(query(shown, "pre code").textContent).toBe("let a = 1;\n  let b;");
    expect(query(shown, "code").textContent).toBe("c&amp;");
    expect(shown.textContent).toContain("& < &copy;");
    expect(shown.querySelectorAll("ol li")).toHaveLength(2);
    expect(shown.querySelector("hr, blockquote")).not.toBeNull();
  });

  it("links citations to the results they name", async () => {
    const shown = await answer("see [1], [3] and [4] [0] [12345]");
    const links = [...shown.querySelectorAll<HTMLAnchorElement>("a.sonde-citation")];
    expect(links.map((link) => link.textContent)).toStrictEqual(["[1]", "[3]"]);
    const target = document.getElementById(decodeURIComponent(links[0]?.hash.slice(1) ?? ""));
    expect(target?.textContent).toContain("about a");
    expect((await answer("见 [2]", { locale: "zh-CN" })).querySelector("a")?.getAttribute("aria-label")).toBe("结果 2");
  });

  it("never lets the parser see an ampersand, which it would decode by innerHTML", async () => {
    const created = vi.spyOn(document, "createElement");
    await answer("fish &amp; chips &hearts; `&`");
    const elements = created.mock.results.map((result) => result.value as Element);
    expect(elements.filter((element) => element.localName === "i" && element.innerHTML !== "")).toStrictEqual([]);
  });

  it.each([
    ["nested quotes", `${"> ".repeat(5000)}end`],
    ["nested lists", `${"- ".repeat(3000)}end`],
    ["open brackets", `${"[".repeat(20000)}end`],
    ["open emphasis", `${"*a ".repeat(100)}${"*_".repeat(8000)}end`],
    ["every spare character", "\ue000\ue001\ue002 & so on"],
    ["a very long answer", "word ".repeat(20000)],
  ])("shows %s as plain text", async (_, markdown) => {
    const shown = await answer(markdown);
    expect(shown.querySelector(".sonde-markdown")).toBeNull();
    expect(shown.textContent?.length).toBeGreaterThanOrEqual(markdown.trim().length);
  });

  it("flattens what nests deeper than anyone reads", async () => {
    const shown = await answer(`${"> ".repeat(60)}deep`);
    expect(shown.textContent).toBe("deep");
    expect(shown.querySelectorAll("blockquote").length).toBeLessThan(20);
  });
});

describe("a fetched page", () => {
  it.each([
    [200, "HTTP 200 · success"],
    [302, "HTTP 302 · redirect"],
    [404, "HTTP 404 · client error"],
    [503, "HTTP 503 · server error"],
    [0, "HTTP 0 · unknown status"],
    [-7, "HTTP -7 · unknown status"],
  ])("says %i in words", async (statusCode, words) => {
    const container = await mountCard({}, { ...fetched, statusCode });
    expect(query(container, ".sonde-badge").textContent).toBe(words);
  });

  it("says when it was cut", async () => {
    expect((await mountCard({}, { ...fetched, truncated: true })).textContent).toContain(
      "Only part of the page was read.",
    );
    expect((await mountCard({}, fetched)).querySelector(".sonde-notes")).toBeNull();
    expect(takeConsole()).toStrictEqual([]);
  });
});
