// @vitest-environment happy-dom
import { describe, expect, it } from "vitest";
import { CardProvider, ToolCard, type ToolCardProps } from "./index.ts";
import { button, click, mount, query, takeConsole } from "./testing/dom.ts";
import { cardFixture } from "./testing/fixtures.ts";

const call = { tool: "grep", args: { pattern: "a" } };
const found = cardFixture("grep-one-match").result;
const failed = { isError: true, content: [{ type: "text", text: "Error: regex parse error\nat position 1" }] };

const cases: [name: string, props: ToolCardProps, kind: string, text: string][] = [
  ["no result", call, "waiting", "Running"],
  ["pending beside an old result", { ...call, result: found, pending: true }, "waiting", "Running"],
  ["streaming arguments", { tool: "grep", state: "streaming" }, "waiting", "grepPreparing"],
  ["half-streamed arguments", { tool: "grep", args: { pattern: "fo" }, state: "streaming" }, "waiting", "Grep fo"],
  [
    "progress",
    { ...call, progress: { files: 120, totalFiles: 4000, matches: 1 } },
    "waiting",
    "120 of 4,000 files searched, 1 match",
  ],
  ["approval asked", { ...call, state: "approval" }, "waiting", "Waiting for approval"],
  ["approved", { ...call, state: "approved" }, "waiting", "Approved"],
  ["denied", { ...call, state: "denied", reason: "too broad" }, "denied", "too broad"],
  ["aborted by the reader", { ...call, state: "aborted" }, "aborted", "Aborted"],
  ["aborted in the engine", { ...call, result: cardFixture("error-aborted").result }, "aborted", "Aborted"],
  ["an error", { ...call, result: failed }, "failed", "regex parse error"],
  ["text alone", { ...call, result: { content: [{ type: "text", text: "plain" }] } }, "text", "plain"],
  ["content as a string", { ...call, result: { content: "plain" } }, "text", "plain"],
  ["a string result", { ...call, result: "plain" }, "text", "plain"],
  ["a null result", { ...call, result: null }, "text", "The tool returned no text."],
  ["a card", { ...call, result: found }, "search", "createEngine"],
];

describe("ToolCard", () => {
  it.each(cases)("%s", async (_, props, kind, text) => {
    const container = await mount(<ToolCard {...props} />);
    expect(query(container, "[data-sonde-card]").dataset.sondeCard).toBe(kind);
    expect(container.textContent).toContain(text);
  });

  it("announces states politely, and keeps the whole error within reach", async () => {
    const container = await mount(<ToolCard {...call} result={failed} />);
    expect(query(container, "[role=status]").textContent).toBe("Failed");
    expect(query(container, ".sonde-failure").textContent).toBe("regex parse error");
    expect(query(container, "details pre").textContent).toBe("regex parse error\nat position 1");
  });

  it("shows long text in two steps", async () => {
    const text = Array.from({ length: 1000 }, (_, index) => `line ${index}`).join("\n");
    const container = await mount(<ToolCard tool="read" args={{ path: "a" }} result={{ content: text }} />);
    expect(query(container, "pre").textContent).toContain("line 399");
    expect(query(container, "pre").textContent).not.toContain("line 400");
    await click(button(container, "600 more"));
    expect(query(container, "pre").textContent).toBe(text);
  });

  it("falls back to the text when a card can't be drawn, and tries again with another result", async () => {
    const settings = {
      hrefFor: ({ path }: { path: string }) => {
        if (path === "src/main.ts") throw new Error("host");
        return undefined;
      },
    };
    const container = await mount(
      <CardProvider {...settings}>
        <ToolCard {...call} result={found} />
      </CardProvider>,
    );
    expect(takeConsole().length).toBeGreaterThan(0);
    expect(query(container, "[data-sonde-card]").dataset.sondeCard).toBe("text");
    expect(container.textContent).toContain("Line 4: import { createEngine }");
  });

  it("passes look and theme to whatever card it is", async () => {
    for (const result of [found, failed, cardFixture("web-fetch").result, undefined]) {
      const container = await mount(
        <CardProvider theme="dark" headingLevel={2}>
          <ToolCard
            tool={result === cardFixture("web-fetch").result ? "web_fetch" : "grep"}
            result={result}
            className="mine"
            density="comfortable"
          />
        </CardProvider>,
      );
      const root = query(container, "[data-sonde-card]");
      expect([root.className, root.dataset.density, root.dataset.theme]).toStrictEqual([
        "sonde-card mine",
        "comfortable",
        "dark",
      ]);
      expect(root.querySelector("h2")).not.toBeNull();
    }
  });
});
