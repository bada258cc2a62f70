import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pageOf } from "./paging.ts";

/** All pages of a body, each with what is shown of it. */
function allPages(body: string, maxChars: number, fences: boolean) {
  const pages = [pageOf(body, 0, maxChars, fences)];
  for (let last = pages[0]; last?.more; last = pages[pages.length - 1]) {
    if (last.end <= last.start) throw new Error(`no progress at ${last.start}`);
    pages.push(pageOf(body, last.end, maxChars, fences));
  }
  return pages;
}

const pieces = [
  "word ",
  "\n",
  "\n\n",
  "```\n",
  "```js\n",
  "````\n",
  "~~~\n",
  "> ",
  "  ",
  "- ",
  "😀",
  "é",
  "\ud83d",
  "`",
  "x".repeat(30),
];
const bodies = fc.array(fc.constantFrom(...pieces), { maxLength: 120 }).map((parts) => parts.join(""));

describe("pages of a body", () => {
  it("join to the body without gap or overlap, and keep to the limit", () => {
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 60 }), fc.boolean(), (body, maxChars, fences) => {
        const pages = allPages(body, maxChars, fences);
        expect(pages.map(({ content }) => content).join("")).toBe(body);
        // A page of one unit holds a whole surrogate pair rather than nothing.
        for (const { content } of pages) expect(content.length).toBeLessThanOrEqual(Math.max(maxChars, 2));
      }),
      { numRuns: 2000, seed: 7 },
    );
  });

  it("never split a surrogate pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 80 }), fc.integer({ min: 2, max: 20 }), (body, maxChars) => {
        for (const { content } of allPages(body, maxChars, false))
          expect(content).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
      }),
      { numRuns: 1000, seed: 7 },
    );
  });

  it("show a cut block of code as closed, and open it again with its language and prefix", () => {
    const body = `text\n\n> \`\`\`js\n${"> let a = 1;\n".repeat(20)}> \`\`\`\n\nend`;
    const pages = allPages(body, 100, true);
    expect(pages.length).toBeGreaterThan(2);
    expect(pages[0]?.close).toMatch(/^\n?> ```$/);
    expect(pages[1]?.reopen).toBe("> ```js\n");
    for (const { reopen, content, close } of pages) {
      expect(((reopen + content + close).match(/^> ```/gm) ?? []).length % 2).toBe(0);
    }
  });

  it("know a fence behind a list marker", () => {
    const body = `- \`\`\`\n${"  code line\n".repeat(20)}  \`\`\`\n- after`;
    expect(pageOf(body, 0, 100, true).close).toBe("  ```");
    expect(pageOf(body, 100, 100, true).reopen).toBe("  ```\n");
  });

  it("end at a paragraph of the second half, outside of code where there is one", () => {
    const prose = `${"a".repeat(40)}\n\n${"b".repeat(40)}\n\n${"c".repeat(40)}`;
    expect(pageOf(prose, 0, 100, false).end).toBe(84);
    expect(pageOf(prose, 0, 81, false).end).toBe(42);
    expect(pageOf("x".repeat(300), 0, 100, true).end).toBe(100);
    const mixed = `${"a".repeat(60)}\n\n\`\`\`\ncode\n\ncode\n\ncode and more code\n\`\`\`\n`;
    expect(pageOf(mixed, 0, 85, true).end).toBe(62);
  });

  it("are plain at and past the end", () => {
    expect(pageOf("abc", 3, 10, true)).toMatchObject({ content: "", more: false });
    expect(pageOf("abc", 99, 10, true)).toMatchObject({ content: "", start: 3, end: 3, more: false });
    expect(pageOf("", 0, 10, true)).toMatchObject({ content: "", more: false });
  });
});
