// What e2e/speed.mjs measures in the browser.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { SearchMatchesView } from "../web/presentation/index.ts";
import { SearchCard } from "../web/react/index.ts";

export type Subject = "card" | "bare" | "plain";

/** `rows` matches, ten a file, so that every group is open. */
function viewOf(rows: number): SearchMatchesView {
  const files = Array.from({ length: rows / 10 }, (_, file) => ({
    path: `packages/part-${file % 40}/src/module-${file}.ts`,
    matches: Array.from({ length: 10 }, (_, row) => ({
      lineNumber: row * 7 + 1,
      line: `  const route${row} = matchRoute(request.url, ${file}, ${row});`,
      ranges: [[17 + String(row).length, 27 + String(row).length]] as [number, number][],
    })),
  }));
  return { card: "search", shape: "matches", title: "Grep", files, truncated: false, total: rows };
}

/** The least that shows the same: number, text, hit. */
function List({ view, isSkipping }: { view: SearchMatchesView; isSkipping: boolean }) {
  return (
    <ol>
      {view.files.map((file) => (
        <li key={file.path} className={isSkipping ? "skipping" : ""}>
          <b>{file.path}</b>
          <ol>
            {file.matches.map(({ lineNumber, line, ranges: [[start, end] = [0, 0]] = [] }) => (
              <li key={lineNumber} className="bare-row">
                <span>{lineNumber}</span> {line.slice(0, start)}
                <mark>{line.slice(start, end)}</mark>
                {line.slice(end)}
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

/** Milliseconds to the frame after the first rows, and to the one after the last. */
async function measure(subject: Subject, rows: number): Promise<{ first: number; all: number }> {
  const view = viewOf(rows);
  const container = document.body.appendChild(document.createElement("main"));
  const root = createRoot(container);
  await frame();
  const begin = performance.now();
  const list = subject === "card" ? <SearchCard view={view} /> : <List view={view} isSkipping={subject === "bare"} />;
  flushSync(() => root.render(list));
  const selector = subject === "card" ? ".sonde-row" : ".bare-row";
  await frame();
  const first = performance.now() - begin;
  const isDone = () => container.querySelector(".sonde-window") !== null || container.querySelectorAll(selector).length >= rows;
  while (!isDone()) await frame();
  const all = performance.now() - begin;
  root.unmount();
  container.remove();
  await frame();
  return { first, all };
}

/** Milliseconds to the frame after one group of a filled card is folded. */
async function toggle(rows: number): Promise<number> {
  const container = document.body.appendChild(document.createElement("main"));
  const root = createRoot(container);
  flushSync(() => root.render(<SearchCard view={viewOf(rows)} />));
  while (container.querySelectorAll(".sonde-row").length < rows) await frame();
  await frame();
  const button = container.querySelector<HTMLElement>('[data-sonde-item="1"]');
  const begin = performance.now();
  button?.click();
  await frame();
  const taken = performance.now() - begin;
  if (button?.getAttribute("aria-expanded") !== "false") throw new Error("the group did not fold");
  root.unmount();
  container.remove();
  return taken;
}

/** After the next frame is drawn: its layout is then done too. */
function frame(): Promise<void> {
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(0);
    });
  });
}

Object.assign(globalThis, { measure, toggle });
