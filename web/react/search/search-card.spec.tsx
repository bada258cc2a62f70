// @vitest-environment happy-dom
import { describe, expect, it, vi } from "vitest";
import type { SearchMatchesView, SearchPathsView } from "../../presentation/types.ts";
import { CardProvider, SearchCard, type SearchCardProps } from "../index.ts";
import {
  button,
  click,
  focus,
  mount,
  perform,
  press,
  query,
  settle,
  stubClipboard,
  stubLayout,
  type,
} from "../testing/dom.ts";

const lines = (count: number, text = "const a = 1;") =>
  Array.from({ length: count }, (_, index) => ({ lineNumber: index + 1, line: `${text} // ${index + 1}` }));

const view: SearchMatchesView = {
  card: "search",
  shape: "matches",
  title: "Grep a",
  files: [
    { path: "src/big.ts", matches: lines(12) },
    { path: "src/small.ts", matches: [{ lineNumber: 7, line: "let a\u{1f600}b needle", ranges: [[9, 15]] }] },
  ],
  truncated: true,
  total: 40,
};
const paths: SearchPathsView = {
  card: "search",
  shape: "paths",
  paths: ["a/b.ts", "../c.ts"],
  truncated: false,
  total: 2,
};

const card = (props: Partial<SearchCardProps> = {}) => <SearchCard view={view} {...props} />;
const rowsIn = (container: ParentNode) =>
  [...container.querySelectorAll(".sonde-row")].filter((row) => row.closest("[hidden]") === null);
const item = (container: ParentNode, place: string) => query(container, `[data-sonde-item="${place}"]`);
const text = (container: ParentNode, selector: string) => query(container, selector).textContent;

describe("counts and notes", () => {
  it("says how much of how much is shown, that the last file may be partial, and what is missing", async () => {
    const container = await mount(card({ recovery: "All 40 matches are in .sonde/results/x.txt" }));
    expect(text(container, ".sonde-counts")).toBe("Showing 13 of 40 matches · 2 files");
    expect(text(container, ".sonde-notes")).toBe(
      "27 more matches were found and are not listed here.All 40 matches are in .sonde/results/x.txt",
    );
    expect(
      [...container.querySelectorAll(".sonde-group")].map((group) => group.textContent?.includes("may be partial")),
    ).toStrictEqual([false, true]);
  });

  it("marks a result of an older tree", async () => {
    const old = { ...view, revision: 4 };
    expect((await mount(card({ view: old, currentRevision: 5 }))).textContent).toContain("Stale");
    expect((await mount(card({ view: old, currentRevision: 4 }))).textContent).not.toContain("Stale");
    expect((await mount(card({ currentRevision: 5 }))).textContent).not.toContain("Stale");
    expect((await mount(<CardProvider currentRevision={9}>{card({ view: old })}</CardProvider>)).textContent).toContain(
      "Stale",
    );
  });

  it("speaks Chinese, and the host's own words", async () => {
    const container = await mount(
      <CardProvider locale="zh-CN" messages={{ copy: "拷贝" }}>
        {card()}
      </CardProvider>,
    );
    expect(text(container, ".sonde-counts")).toBe("显示 13 / 40 处匹配 · 2 个文件");
    expect(text(container, ".sonde-menu > button")).toBe("拷贝");
  });

  it("survives a locale that is none", async () => {
    const container = await mount(<CardProvider locale="not a locale">{card()}</CardProvider>);
    expect(text(container, ".sonde-counts")).toBe("Showing 13 of 40 matches · 2 files");
  });
});

describe("folding", () => {
  it("shows the first five of a long file, then all, and moves the focus to the first new row", async () => {
    const container = await mount(card());
    expect(rowsIn(container)).toHaveLength(6);
    const more = button(container, "7 more");
    await focus(more);
    await click(more);
    expect(rowsIn(container)).toHaveLength(13);
    expect(document.activeElement).toBe(item(container, "0.5"));
  });

  it("folds a file, keeps its lines for the browser's find, and opens when they are found", async () => {
    const container = await mount(card());
    const heading = item(container, "1");
    await click(heading);
    expect(heading.getAttribute("aria-expanded")).toBe("false");
    const folded = query(container, `[id="${heading.getAttribute("aria-controls")}"]`);
    expect(folded.getAttribute("hidden")).toBe("until-found");
    expect(folded.textContent).toContain("needle");
    await perform(() => folded.dispatchEvent(new Event("beforematch")));
    expect(heading.getAttribute("aria-expanded")).toBe("true");
    expect(folded.hasAttribute("hidden")).toBe(false);
  });

  it("keeps the row that the find has met where it is", async () => {
    const container = await mount(card());
    const row = item(container, "0.9");
    const rest = row.closest("[hidden]");
    await perform(() => rest?.dispatchEvent(new Event("beforematch")));
    expect(item(container, "0.9")).toBe(row);
    expect(rowsIn(container)).toHaveLength(13);
  });

  it("collapses and expands all, and shows files only", async () => {
    const container = await mount(card());
    await click(button(container, "Collapse all"));
    expect(rowsIn(container)).toHaveLength(0);
    await click(button(container, "Expand all"));
    expect(rowsIn(container)).toHaveLength(13);
    await click(button(container, "Files only"));
    expect(rowsIn(container)).toHaveLength(0);
    expect(button(container, "Files only").getAttribute("aria-pressed")).toBe("true");
  });

  it("starts folded when asked to, with the count in its header", async () => {
    const container = await mount(card({ defaultOpen: false }));
    expect(rowsIn(container)).toHaveLength(0);
    expect(text(container, ".sonde-header")).toContain("Showing 13 of 40 matches");
    await click(query(container, ".sonde-title-button"));
    expect(rowsIn(container).length).toBeGreaterThan(0);
  });

  it("shows maxRows rows at first", async () => {
    const container = await mount(card({ maxRows: 3 }));
    expect(rowsIn(container)).toHaveLength(3);
    await click(button(container, "10 more"));
    expect(container.textContent).toContain("src/small.ts");
  });

  it("forgets the folding of another result", async () => {
    const container = await mount(card());
    await click(item(container, "1"));
    expect(item(container, "1").getAttribute("aria-expanded")).toBe("false");
    const other = await mount(card({ view: { ...view, files: [...view.files].reverse() } }));
    expect(item(other, "1").getAttribute("aria-expanded")).toBe("true");
  });
});

describe("the filter", () => {
  it("is plain text, not a pattern, and says what passes", async () => {
    const container = await mount(card());
    const filter = query(container, "input") as HTMLInputElement;
    await type(filter, "// 1");
    expect(rowsIn(container)).toHaveLength(4);
    expect(text(container, ".sonde-filtered")).toBe("4 of 13 listed pass the filter");
    expect(text(container, "[role=status]")).toBe("4 of 13 listed pass the filter");
    await type(filter, "NEEDLE");
    expect(rowsIn(container)).toHaveLength(1);
    await type(filter, "(.*");
    expect(text(container, ".sonde-filtered")).toBe("Nothing listed contains the filter's text.");
    await type(filter, "small.ts");
    expect(rowsIn(container)).toHaveLength(1);
  });

  it("moves the focus when it takes the focused row away", async () => {
    const container = await mount(card());
    await focus(item(container, "0.2"));
    await type(query(container, "input") as HTMLInputElement, "needle");
    expect(document.activeElement).toBe(query(container, ".sonde-title-button"));
  });
});

describe("keys", () => {
  it("j and k, arrows, Home and End walk the items in sight; c copies", async () => {
    const copied = stubClipboard();
    const container = await mount(card());
    await focus(item(container, "0"));
    await press("j");
    expect(document.activeElement).toBe(item(container, "0.0"));
    await press("ArrowDown");
    expect(document.activeElement).toBe(item(container, "0.1"));
    await press("c");
    await press("k");
    await press("ArrowUp");
    await press("ArrowUp");
    expect(document.activeElement).toBe(item(container, "0"));
    await press("c");
    await press("End");
    expect(document.activeElement).toBe(item(container, "1.0"));
    await press("j");
    expect(document.activeElement).toBe(item(container, "1.0"));
    await press("Home");
    expect(document.activeElement).toBe(item(container, "0"));
    expect(copied).toStrictEqual(["const a = 1; // 2", "src/big.ts"]);
    expect(text(container, "[role=status]")?.trim()).toBe("Copied");
  });

  it("leaves typing and shortcuts alone", async () => {
    const copied = stubClipboard();
    const container = await mount(card());
    await focus(item(container, "0"));
    await press("c", { ctrlKey: true });
    await press("x");
    await press("j", { metaKey: true });
    expect(document.activeElement).toBe(item(container, "0"));
    await focus(query(container, "input"));
    await press("c");
    await press("j");
    expect(document.activeElement).toBe(query(container, "input"));
    expect(copied).toStrictEqual([]);
  });
});

describe("copying", () => {
  it("copies the whole in four forms, a file, a path and a line", async () => {
    const copied = stubClipboard();
    const container = await mount(card());
    for (const name of ["All as text", "All as Markdown", "All as ripgrep text", "All as JSON"]) {
      await click(button(container, "Copy"));
      await click(button(container, name));
      expect(document.activeElement).toBe(button(container, "Copy"));
    }
    await click(button(container, "Copy path: small.ts"));
    await click(button(container, "Copy lines: small.ts"));
    await focus(item(container, "1.0"));
    await perform(() => item(container, "1.0").dispatchEvent(new FocusEvent("focusin", { bubbles: true })));
    await click(button(container, "Copy line 7"));
    expect(copied.slice(0, 2).every((text) => text.includes("13 of 40"))).toBe(true);
    expect(copied[2]?.startsWith("src/big.ts\n1:const a = 1; // 1\n")).toBe(true);
    expect(JSON.parse(copied[3] ?? "")).toStrictEqual(view);
    expect(copied.slice(4)).toStrictEqual([
      "src/small.ts",
      "src/small.ts\n7:let a\u{1f600}b needle",
      "let a\u{1f600}b needle",
    ]);
  });

  it("never claims a copy that was refused, and offers the text", async () => {
    stubClipboard(false);
    const container = await mount(card());
    await click(button(container, "Copy path: small.ts"));
    expect(text(container, "[role=status]")).toContain("Not copied");
    const area = query(container, "textarea") as HTMLTextAreaElement;
    expect(area.value).toBe("src/small.ts");
    expect(document.activeElement).toBe(area);
    await perform(() => area.blur());
    expect(container.querySelector("textarea")).toBeNull();
    expect(container.textContent).not.toContain("Copied");
  });

  it("closes its menu on Escape, with the focus back, and when it is left", async () => {
    const container = await mount(card());
    const trigger = button(container, "Copy");
    await click(trigger);
    await focus(button(container, "All as text"));
    await press("Escape");
    expect(trigger.getAttribute("aria-expanded")).toBe("false");
    expect(document.activeElement).toBe(trigger);
    await click(trigger);
    await focus(query(container, "input"));
    expect(trigger.getAttribute("aria-expanded")).toBe("false");
  });
});

describe("opening", () => {
  it("gives the host path, line and the column of the first hit", async () => {
    const onOpen = vi.fn();
    const container = await mount(<CardProvider onOpen={onOpen}>{card()}</CardProvider>);
    await click(item(container, "1.0"));
    expect(onOpen).toHaveBeenCalledWith({ path: "src/small.ts", line: 7, column: 10 });
    await click(query(item(container, "0.0").closest(".sonde-line") ?? container, ".sonde-text"));
    expect(onOpen).toHaveBeenLastCalledWith({ path: "src/big.ts", line: 1, column: 1 });
    expect(onOpen).toHaveBeenCalledTimes(2);
  });

  it("makes rows real links; a plain click goes to onOpen, others to the browser", async () => {
    const onOpen = vi.fn();
    const container = await mount(
      <CardProvider onOpen={onOpen} hrefFor={({ path, line }) => `#${path}:${line}`}>
        {card()}
      </CardProvider>,
    );
    const link = item(container, "1.0") as HTMLAnchorElement;
    expect(link.getAttribute("href")).toBe("#src/small.ts:7");
    await click(link, { ctrlKey: true });
    expect(onOpen).not.toHaveBeenCalled();
    await click(link);
    expect(onOpen).toHaveBeenCalledOnce();
  });

  const outside = [
    "/etc/passwd",
    "../x",
    "a/../../x",
    "C:\\x",
    "c:/x",
    "\\\\host\\x",
    "~/x",
    "file:///x",
    "javascript:alert(1)",
    " /x",
  ];
  it.each(outside)("neither links nor opens %j unless the host says so", async (path) => {
    const file = { ...view, files: [{ path, matches: lines(1) }] };
    const settings = { onOpen: vi.fn(), hrefFor: ({ path }: { path: string }) => `#${path}` };
    const closed = await mount(<CardProvider {...settings}>{card({ view: file })}</CardProvider>);
    expect(closed.querySelector(".sonde-row a, .sonde-row button")).toBeNull();
    const open = await mount(
      <CardProvider {...settings} allowOutsidePaths>
        {card({ view: file })}
      </CardProvider>,
    );
    expect(open.querySelector(".sonde-row a")).not.toBeNull();
  });

  it.each(["javascript:alert(1)", " \u0001JaVa\nScript:alert(1)", "data:text/html,x", "vbscript:x"])(
    "drops the script link %j",
    async (href) => {
      const container = await mount(<CardProvider hrefFor={() => href}>{card()}</CardProvider>);
      expect(container.querySelector("a")).toBeNull();
    },
  );

  it("lists paths with links, but not those that lead out", async () => {
    const container = await mount(
      <CardProvider hrefFor={({ path }) => `#${path}`}>{card({ view: paths })}</CardProvider>,
    );
    expect([...container.querySelectorAll("a")].map((link) => link.getAttribute("href"))).toStrictEqual(["#a/b.ts"]);
    const copied = stubClipboard();
    await click(button(container, "Copy path: c.ts"));
    await focus(item(container, "0"));
    await press("c");
    expect(copied).toStrictEqual(["../c.ts", "a/b.ts"]);
  });
});

describe("lines", () => {
  it("marks the hits and nothing else", async () => {
    const container = await mount(card());
    expect([...container.querySelectorAll("mark")].map((mark) => mark.textContent)).toStrictEqual(["needle"]);
    expect(query(item(container, "1.0"), "code").textContent).toBe("let a\u{1f600}b needle");
  });

  it("shows a long line around its first hit, says what is left out, and shows it whole", async () => {
    const line = `${"x".repeat(900)}needle${"y".repeat(900)}`;
    const long = {
      ...view,
      files: [{ path: "a", matches: [{ lineNumber: 1, line, ranges: [[900, 906]] as [number, number][] }] }],
    };
    const container = await mount(card({ view: long }));
    const code = query(container, "code");
    expect(code.textContent).toMatch(/^…x{60}needley{174}…$/);
    await click(button(container, "Show full line (1,566 more characters)"));
    expect(query(container, "code").textContent).toBe(line);
  });

  it.each(["…{}", "{}…", "{}… (line truncated)"])(
    "claims no full line where the result has a part: %s",
    async (form) => {
      const line = form.replace("{}", "x".repeat(1800));
      const long = { ...view, files: [{ path: "a", matches: [{ lineNumber: 1, line }] }] };
      const container = await mount(card({ view: long }));
      expect(query(container, ".sonde-text button").textContent).toMatch(/^Show the whole excerpt/);
    },
  );

  it("takes a highlighter's tokens together with the hits, and does without one that fails", async () => {
    const tokens = [
      { start: 0, end: 3, className: "keyword" },
      { start: 9, end: 11, className: "name" },
    ];
    const one = { ...view, files: view.files.slice(1) };
    const container = await mount(<CardProvider highlighter={() => tokens}>{card({ view: one })}</CardProvider>);
    expect(query(container, ".keyword").textContent).toBe("let");
    expect([...container.querySelectorAll("mark")].map((mark) => [mark.textContent, mark.className])).toStrictEqual([
      ["ne", "name"],
      ["edle", ""],
    ]);
    const failing = () => {
      throw new Error("no grammar");
    };
    expect(
      (await mount(<CardProvider highlighter={failing}>{card({ view: one })}</CardProvider>)).textContent,
    ).toContain("needle");
  });
});

describe("many rows", () => {
  const many: SearchMatchesView = {
    ...view,
    files: Array.from({ length: 60 }, (_, index) => ({ path: `f${index}.ts`, matches: lines(100) })),
    total: 6000,
    truncated: false,
  };

  it("puts only the rows in sight into the page, each with its position", async () => {
    stubLayout(800, 480);
    const container = await mount(card({ view: many }));
    await settle(() => container.querySelector(".sonde-window") !== null);
    // 60 headings, five lines and a "more" each.
    await settle(() => container.querySelector("[role=listitem]") !== null);
    const first = query(container, "[role=listitem]");
    expect(first.getAttribute("aria-setsize")).toBe(String(60 * 7));
    expect(first.getAttribute("aria-posinset")).toBe("1");
    expect(container.querySelectorAll(".sonde-row").length).toBeLessThan(200);
    await click(button(container, "Collapse all"));
    expect(query(container, "[role=listitem]").getAttribute("aria-setsize")).toBe("60");
    await click(button(container, "Expand all"));
    expect(query(container, "[role=listitem]").getAttribute("aria-setsize")).toBe(String(60 * 101));
  });
});
