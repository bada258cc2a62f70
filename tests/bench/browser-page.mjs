// A page in Chromium that draws frames all the time and times them.
import { chromium } from "@playwright/test";
import { bundlePage } from "../../e2e/bundle.mjs";

const address = "https://bench.test/bench/index.html";

/** Runs in pages and workers. Self-contained: its text is all that gets there. */
function benchTools() {
  /** From now on counts the Files whose bytes are asked for, in `readCounts`. */
  globalThis.countReads = () => {
    const counts = { reads: 0, bytes: 0 };
    globalThis.readCounts = counts;
    for (const name of ["arrayBuffer", "bytes", "slice", "stream", "text"]) {
      const original = Blob.prototype[name];
      if (!original) continue;
      Blob.prototype[name] = function (...all) {
        counts.reads += 1;
        counts.bytes += this.size;
        return original.apply(this, all);
      };
    }
    for (const Reader of ["FileReader", "FileReaderSync"])
      globalThis[Reader] = class {
        constructor() {
          throw new Error(`${Reader} is not counted`);
        }
      };
  };

  /**
   * Draws a frame whenever the page may while `work` runs, and until the first frame
   * after it. Milliseconds between one frame's callback and the next.
   */
  globalThis.whileDrawing = async (work) => {
    const gaps = [];
    let last;
    let drawing = true;
    const box = document.body.appendChild(document.createElement("div"));
    box.style.cssText = "width:20px;height:20px;background:teal";
    const drawn = new Promise((resolve) => {
      const frame = () => {
        const now = performance.now();
        if (last !== undefined) gaps.push(now - last);
        last = now;
        box.style.transform = `translateX(${Math.round(now / 4) % 300}px)`;
        if (drawing) requestAnimationFrame(frame);
        else resolve();
      };
      requestAnimationFrame(frame);
    });
    // Begins behind a drawn frame, so that the first gap is the work's own.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    try {
      const began = performance.now();
      const result = await work();
      const milliseconds = performance.now() - began;
      drawing = false;
      await drawn;
      gaps.sort((one, other) => one - other);
      const at = (share) => gaps[Math.min(gaps.length - 1, Math.floor(gaps.length * share))];
      const frames = { count: gaps.length, late: gaps.filter((gap) => gap > 25).length, p99: at(0.99), longest: at(1) };
      return { result, milliseconds, frames };
    } finally {
      drawing = false;
      box.remove();
    }
  };

  globalThis.atRest = (seconds) => whileDrawing(() => new Promise((resolve) => setTimeout(resolve, seconds * 1000)));

  /** Repeats one call for `seconds`. `each`: seconds that one took. */
  globalThis.searchFor = async (tool, args, seconds) => {
    let calls = 0;
    const seen = await whileDrawing(async () => {
      const until = performance.now() + seconds * 1000;
      do {
        const { isError, content } = await engine.call(tool, args);
        if (isError) throw new Error(content[0].text);
        calls += 1;
      } while (performance.now() < until);
    });
    return { ...seen, calls, each: seen.milliseconds / 1000 / calls };
  };
}

/** The longest task of the page's main thread in a trace, in milliseconds of processor time. */
function longestTask(trace) {
  const { traceEvents } = JSON.parse(trace);
  const mains = traceEvents.filter((event) => event.name === "thread_name" && event.args.name === "CrRendererMain");
  const isMain = (event) => mains.some((main) => main.pid === event.pid && main.tid === event.tid);
  const tasks = traceEvents.filter((event) => event.ph === "X" && event.name.endsWith("RunTask") && isMain(event));
  if (tasks.length === 0) throw new Error("the trace holds no task of the page");
  // Processor time: what else the machine does meanwhile is not the page's.
  return tasks.reduce((longest, { tdur }) => Math.max(longest, tdur ?? 0), 0) / 1000;
}

export async function openChromium() {
  const files = await bundlePage("bench", "engine-page.ts");
  const browser = await chromium.launch({
    executablePath: process.env.SONDE_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu"],
  });
  const context = await browser.newContext();
  await context.route("https://bench.test/**", (route) => {
    const file = files.get(new URL(route.request().url()).pathname);
    return file ? route.fulfill(file) : route.fulfill({ status: 404 });
  });
  const tools = `(${benchTools})();\n`;
  for (const [path, file] of files)
    if (path.endsWith(".js")) files.set(path, { ...file, body: Buffer.concat([Buffer.from(tools), file.body]) });
  return {
    version: browser.version(),
    sessionOf: (page) => context.newCDPSession(page),
    async openPage() {
      const page = await context.newPage();
      await page.goto(address);
      await page.waitForFunction("globalThis.sonde");
      return page;
    },
    /** What `work` answers, with the processor time of the longest `task` of the page's main thread meanwhile. */
    async whileTracing(page, work) {
      await browser.startTracing(page, { categories: ["toplevel"] });
      let seen;
      let trace;
      try {
        seen = await work();
      } finally {
        trace = await browser.stopTracing();
      }
      return { ...seen, task: longestTask(trace) };
    },
    close: () => browser.close(),
  };
}
