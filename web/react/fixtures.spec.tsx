// @vitest-environment happy-dom
import axe from "axe-core";
import { version } from "react";
import { version as domVersion } from "react-dom";
import { describe, expect, it } from "vitest";
import { CardProvider, ToolCard } from "./index.ts";
import { hydrate, settle } from "./testing/dom.ts";
import { cardFixtures } from "./testing/fixtures.ts";
import { visiblePieces } from "./text/visible.ts";

const origins = (origin: string) => cardFixtures.filter((fixture) => fixture.origin === origin);
const named = (pattern: RegExp) => cardFixtures.filter((fixture) => pattern.test(fixture.name));

describe("React", () => {
  it("is the one that this run is for", () => {
    const expected = process.env.EXPECTED_REACT ?? "19.";
    expect([version, domVersion].map((found) => found.startsWith(expected))).toStrictEqual([true, true]);
  });
});

describe("the collection", () => {
  it("covers every kind of card, and the seed notes' own shape", () => {
    expect(cardFixtures.length).toBeGreaterThanOrEqual(45);
    expect(origins("seed").length).toBeGreaterThanOrEqual(5);
    expect(origins("engine").length).toBeGreaterThanOrEqual(15);
    const kinds = [
      /^(?:seed-)?grep/,
      /glob/,
      /signal-summary/,
      /signal-detail/,
      /signal-inspect/,
      /signal-batch/,
      /web-search/,
      /web-fetch/,
      /^malformed/,
    ];
    for (const kind of kinds) expect(named(kind).length, String(kind)).toBeGreaterThanOrEqual(5);
    for (const fixture of origins("seed")) expect(JSON.stringify(fixture)).not.toContain('"ranges"');
  });
});

describe.each(["en", "zh-CN"])("every fixture in %s", (locale) => {
  it.each(cardFixtures)(
    "$name: the expected card, hydrated without a word",
    async ({ tool, args, result, expect: kind }) => {
      const card = (
        <CardProvider locale={locale} now={Date.UTC(2026, 1, 16)}>
          <ToolCard tool={tool} args={args} result={result} />
        </CardProvider>
      );
      const { container, html } = await hydrate(card);
      const shown = container.querySelector("[data-sonde-card]")?.getAttribute("data-sonde-card");
      expect(kind === "text" ? ["text", "failed", "aborted"] : [kind]).toContain(shown);
      // A strict policy drops style attributes, and markup never comes from data.
      expect(html).not.toMatch(/ style=/);
      expect(container.querySelector("script, style, iframe, img, object, embed")).toBeNull();
      expect(
        visiblePieces((container.textContent ?? "").replace(/[\n\u200d]/g, "")).filter((piece) => piece.isLabel),
      ).toStrictEqual([]);
    },
  );
});

// Rules that need layout or a whole page run in the browser.
const inBrowserOnly = {
  "color-contrast": { enabled: false },
  "target-size": { enabled: false },
  region: { enabled: false },
};

describe("accessibility", () => {
  it.each(cardFixtures.filter(({ name }) => name !== "grep-20000-rows"))("$name", async ({ tool, args, result }) => {
    const { container } = await hydrate(
      <CardProvider hrefFor={({ path, line }) => `#${path}:${line}`}>
        <ToolCard tool={tool} args={args} result={result} onAction={() => {}} />
      </CardProvider>,
    );
    if (container.querySelector(".sonde-answer"))
      await settle(() => container.querySelector(".sonde-markdown") !== null);
    const { violations } = await axe.run(container, { rules: inBrowserOnly });
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toStrictEqual([]);
  });
});
