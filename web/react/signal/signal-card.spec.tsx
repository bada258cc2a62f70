// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import { presentResult } from "../../presentation/present.ts";
import type { SignalDetails } from "../../presentation/types.ts";
import { SignalCard } from "../index.ts";
import { button, click, focus, mount, press, query, stubClipboard } from "../testing/dom.ts";
import { cardFixture } from "../testing/fixtures.ts";
import { countsInText, signalFacts } from "./signal-facts.ts";

async function mountFixture(name: string) {
  const { tool, args, result } = cardFixture(name);
  const view = presentResult(tool, args, result);
  if (view?.card !== "search") throw new Error(`${name} is no search view`);
  const onAction = vi.fn();
  const text = result.content.map((block) => block.text).join("\n");
  return { container: await mount(<SignalCard view={view} text={text} onAction={onAction} />), onAction };
}

const bars = (container: HTMLElement) =>
  [...container.querySelectorAll(".sonde-bar-fill")].map((bar) => Number(bar.getAttribute("width")));

describe("summary", () => {
  it("shows files by count with their samples, and asks for the lines of one", async () => {
    const { container, onAction } = await mountFixture("signal-summary");
    expect(query(container, ".sonde-counts").textContent).toBe("1,204 matches in 38 files");
    expect(bars(container)).toStrictEqual([48, 22, 9, 4, 2, 2]);
    expect(container.textContent).toContain("32 more files are not on this page");
    await click(button(container, "Lines of handler.ts"));
    expect(onAction).toHaveBeenLastCalledWith({
      cursor: expect.any(String),
      path: "src/server/handler.ts",
      mode: "matches",
    });
    await click(button(container, "More files"));
    expect(onAction).toHaveBeenLastCalledWith({ cursor: expect.stringContaining(".s.6.-"), mode: "summary" });
  });

  it("finds the counts in the text when the details carry none", async () => {
    const { container } = await mountFixture("signal-summary-counts-in-text");
    expect(bars(container)).toStrictEqual([48, 22, 9, 4, 2, 2]);
    expect(container.textContent).toContain("Shortened to the remaining context: 31.4% left");
  });

  it("guesses no counts from a text that lacks a file", () => {
    expect(countsInText("3 matches\n\n     2  a.ts\n     1  b.ts", ["a.ts", "b.ts"])).toStrictEqual([2, 1]);
    expect(countsInText("     2  a.ts", ["a.ts", "b.ts"])).toStrictEqual([]);
  });
});

describe("the steps that go on from a page", () => {
  it.each([
    [
      "signal-summary-engine",
      { "More files": { mode: "summary" }, "Lines of 2 files": { mode: "matches", paths: expect.any(Array) } },
    ],
    ["signal-summary-engine-partial", { "More files": { mode: "summary" }, "Lines of all files": { mode: "matches" } }],
    ["signal-summary-engine-next", { "Lines of 16 files": { mode: "matches", paths: expect.any(Array) } }],
    ["signal-summary-engine-files", {}],
    ["signal-detail-engine-page", { "Next page": {} }],
  ])("%s", async (name, steps) => {
    const { container, onAction } = await mountFixture(name);
    const buttons = [...container.querySelectorAll(".sonde-next button")];
    expect(buttons.map((step) => step.textContent)).toStrictEqual(Object.keys(steps));
    for (const [label, request] of Object.entries(steps)) {
      await click(button(query(container, ".sonde-next"), label));
      expect(onAction).toHaveBeenLastCalledWith({ cursor: expect.any(String), ...request });
    }
  });
});

describe("partial results", () => {
  it.each([
    ["signal-summary-partial", "Only 50,000 of 180,211 matches were kept: narrow the search before you conclude."],
    ["signal-batch-deferred", "Some of the evidence could not be shown."],
  ])("%s says so in the header and in words", async (name, note) => {
    const { container } = await mountFixture(name);
    expect(query(container, ".sonde-header .sonde-partial").textContent).toBe("PARTIAL");
    expect(query(container, ".sonde-partial-note").textContent).toBe(note);
  });

  it("a complete page says nothing of it", async () => {
    expect((await mountFixture("signal-detail")).container.querySelector(".sonde-partial")).toBeNull();
  });
});

describe("details", () => {
  it("offers to inspect a line, copies by key, and lists every note", async () => {
    const copied = stubClipboard();
    const { container, onAction } = await mountFixture("signal-detail-changed-context");
    await focus(query(container, '[data-sonde-item="0.1"]'));
    await press("c");
    await click(button(container, "Inspect"));
    expect(onAction).toHaveBeenCalledWith({ mode: "inspect", path: "src/router/match.ts", line: 19 });
    expect(copied).toStrictEqual(["  const route = routes.get(path);"]);
    const notes = [...container.querySelectorAll(".sonde-notes p")].map((note) => note.textContent);
    expect(notes).toStrictEqual([
      "3 lines on this page",
      "1 selected path has no kept match",
      "context left out: 1 file has changed",
      "context left out: 2 files unavailable",
    ]);
  });

  it("has no buttons without onAction", async () => {
    const { tool, args, result } = cardFixture("signal-detail-page");
    const view = presentResult(tool, args, result);
    const container = await mount(view?.card === "search" ? <SignalCard view={view} /> : <p />);
    expect(container.querySelector(".sonde-next")).toBeNull();
  });
});

describe("inspections", () => {
  it("number the source, name the symbol and mark the target", async () => {
    const { container } = await mountFixture("signal-inspect");
    expect(query(container, ".sonde-symbol").textContent).toBe("router.matchRoute function, lines 12–21");
    expect(query(container, ".sonde-target").textContent).toContain("17");
    expect(container.querySelectorAll(".sonde-row")).toHaveLength(10);
  });

  it("show what was deferred with its retry, and a shared block once", async () => {
    const { container, onAction } = await mountFixture("signal-batch-deferred");
    expect(query(container, ".sonde-counts").textContent).toBe("2 of 3 targets");
    await click(button(container, "Inspect now"));
    expect(onAction).toHaveBeenCalledWith({ mode: "inspect", path: "src/client/hydrate.ts", line: 88 });
    const shared = await mountFixture("signal-batch-shared-block");
    expect(shared.container.querySelectorAll(".sonde-row")).toHaveLength(10);
    expect(shared.container.querySelectorAll(".sonde-target")).toHaveLength(2);
  });

  it("show all the lines of targets whose ranges overlap, once", async () => {
    const { container } = await mountFixture("signal-batch-engine");
    const numbers = [...container.querySelectorAll(".sonde-number")].map((number) => Number(number.textContent));
    const upTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);
    expect(numbers).toStrictEqual([...upTo(23), ...upTo(11)]);
    expect(container.textContent).not.toContain("are not shown");
    expect(container.textContent).toContain("no file or folder at src/gone.ts");
  });

  it.each([
    ["signal-inspect-engine-changed", "the source has changed since the search"],
    ["signal-inspect-no-symbol", "no enclosing symbol"],
    ["signal-inspect-omitted", "11 lines before and 240 after are not shown"],
    ["signal-inspect-source-changed", "the source has changed since the search; pass pinned"],
    ["signal-batch-errors", "6.1 MiB is over the limit of 5 MiB"],
  ])("%s says %s", async (name, words) => {
    expect((await mountFixture(name)).container.textContent).toContain(words);
  });
});

describe("details from elsewhere", () => {
  it.each(["signal-unknown-version", "signal-unknown-mode"])("%s shows the text", async (name) => {
    const { container } = await mountFixture(name);
    expect(query(container, "[data-sonde-card]").dataset.sondeCard).toBe("text");
    expect(container.textContent).toContain("[Matches 1-4 of 4; complete snapshot]");
  });

  it("are read field by field: what is of another type is absent", () => {
    const details = {
      version: 1,
      mode: "inspect",
      totalMatches: "9",
      storedMatches: -1,
      cursor: 5,
      nextRequest: [],
      fileCounts: [1, "2", null],
      contextChangedFiles: 3,
      contextOmittedFiles: ["a", "b"],
      selectionMissingPaths: { a: 1 },
      lineContentTruncated: 2,
      budgetTier: null,
      inspections: [
        null,
        {},
        { path: "a", line: 1, status: "odd", structure: { status: 1 }, source: { startLine: 1 }, error: { code: "x" } },
        {
          path: "a",
          line: 2,
          structure: { status: "available", symbol: { name: "f", startLine: 1, endLine: 2, scope: ["a", 1] } },
        },
      ],
    } satisfies SignalDetails;
    expect(signalFacts(details)).toMatchObject({
      totalMatches: undefined,
      storedMatches: undefined,
      cursor: undefined,
      nextRequest: undefined,
      fileCounts: [1, 0, 0],
      contextChangedFiles: 3,
      contextOmittedFiles: 2,
      selectionMissingPaths: 0,
      lineContentTruncated: true,
      isPartial: false,
      inspections: [
        { path: "a", line: 1, status: "error", structure: undefined, source: undefined, error: "x" },
        { path: "a", line: 2, structure: { status: "available", symbol: { name: "f", kind: "", scope: ["a"] } } },
      ],
    });
  });
});
