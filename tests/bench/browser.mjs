// `npm run bench:browser`: loading and searching in a real Chromium.
//
// Usage: node tests/bench/browser.mjs [--json FILE] [drop] [search]
//
// Drops a real folder of over 30,000 files on a page and counts what is read of it;
// searches the large corpus while a page draws, with the engine in a worker and on the
// page's own thread. The same page at rest, before and after, shows what the machine
// itself adds. Exits with 1 when a file was read that is not searched, or one was missed.
import { mkdirSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { dirname } from "node:path";
import { openChromium } from "./browser-page.mjs";
import { corpus } from "./corpora.mjs";
import { expectedOf, makeProjectFolder } from "./project-folder.mjs";

const jsonAt = process.argv.indexOf("--json");
const jsonFile = jsonAt > 0 ? process.argv[jsonAt + 1] : undefined;
const chosen = process.argv.slice(2).filter((word) => word === "drop" || word === "search");
const isChosen = (part) => chosen.length === 0 || chosen.includes(part);
const restSeconds = 5;
/** A search is repeated for so long, so that a hundred frames and more are drawn meanwhile. */
const searchSeconds = 3;

const searches = [
  ["grep", { pattern: "return" }],
  ["grep", { pattern: "[A-Z]{3,}_[0-9]+" }],
  ["grep", { pattern: "\\w+\\s*\\(" }],
  ["glob", { pattern: "**/*.h" }],
  ["signal_grep", { pattern: "return", mode: "summary" }],
];

async function dropFolder(chromium) {
  const project = makeProjectFolder();
  try {
    const expected = expectedOf(project.folder);
    const page = await chromium.openPage();
    const started = page.waitForEvent("worker");
    // A DataTransfer is empty after its event, so the engine is there before, and the load begins in it.
    await page.evaluate(async () => {
      globalThis.engine = await sonde.connectWorker({});
      globalThis.dropped = new Promise((resolve, reject) => {
        document.addEventListener("dragover", (event) => event.preventDefault());
        document.addEventListener("drop", (event) => {
          event.preventDefault();
          const source = event.dataTransfer;
          const loading = engine.files.load(source);
          whileDrawing(() => loading).then(resolve, reject);
        });
      });
      // Handled where it is awaited.
      globalThis.dropped.catch(() => {});
    });
    const worker = await started;
    await worker.evaluate(() => countReads());
    const rest = await page.evaluate((seconds) => atRest(seconds), restSeconds);
    const session = await chromium.sessionOf(page);
    const data = { items: [], files: [project.folder], dragOperationsMask: 1 };
    for (const type of ["dragEnter", "dragOver", "drop"])
      await session.send("Input.dispatchDragEvent", { type, x: 100, y: 100, data });
    const load = await page.evaluate(() => globalThis.dropped);
    const read = await worker.evaluate(() => globalThis.readCounts);
    const usage = await page.evaluate(() => engine.files.usage());
    await page.close();
    return { expected, load, read, usage, rest };
  } finally {
    project.remove();
  }
}

/** What is wrong with a drop, judged by git's own list of the same folder. */
function faultsOf({ expected, load, read, usage }) {
  const faults = [];
  const same = (what, seen, wanted) => {
    if (seen !== wanted) faults.push(`${what}: ${seen} instead of ${wanted}`);
  };
  same("files loaded", load.result.files, expected.files);
  same("bytes loaded", load.result.bytes, expected.bytes);
  same("files kept", usage.files, expected.files);
  // An ignore file is read for its rules and again as a file.
  same("reads", read.reads, expected.files + expected.ignoreFiles);
  same("bytes read", read.bytes, expected.bytes + expected.ignoreBytes);
  return faults;
}

/** Tells `report` each row as it is measured. */
async function searchLarge(chromium, report) {
  const rows = [];
  for (const kind of ["connectWorker", "createEngine"]) {
    const page = await chromium.openPage();
    // Picked anew for each: a File is quicker when it was looked at before.
    await page.evaluate(() => {
      const input = document.createElement("input");
      input.type = "file";
      input.webkitdirectory = true;
      document.body.append(input);
    });
    await page.locator("input").setInputFiles(corpus("large"), { timeout: 300_000 });
    // Until the page has taken the list in.
    await page.evaluate(() => atRest(2));
    const note = (what, seen) => {
      rows.push({ kind, what, ...seen });
      report(rows.at(-1));
    };
    const rest = async () => note("at rest", await traced(() => page.evaluate((s) => atRest(s), restSeconds)));
    const traced = (work) => chromium.whileTracing(page, work);
    await page.evaluate(async (kind) => {
      globalThis.engine = await sonde[kind]({});
    }, kind);
    await rest();
    const load = await page.evaluate(() =>
      whileDrawing(() => engine.files.load(document.querySelector("input").files)),
    );
    note(`load ${load.result.files} files, ${(load.result.bytes / 1e6).toFixed(0)} MB`, load);
    for (const [tool, args] of searches) {
      const seen = await traced(() =>
        page.evaluate(([tool, args, seconds]) => searchFor(tool, args, seconds), [tool, args, searchSeconds]),
      );
      note(`${tool} \`${args.pattern.replaceAll("|", "\\|")}\``, seen);
    }
    await rest();
    await page.evaluate(() => engine.dispose());
    await page.close();
  }
  return rows;
}

const figure = (value) => (value === undefined ? "–" : value.toFixed(1));
const framesOf = ({ frames, task }) =>
  `${frames.count} | ${frames.late} | ${figure(frames.p99)} | ${figure(frames.longest)} | ${figure(task)}`;
const grouped = (count) => count.toLocaleString("en");

function printDrop({ expected, load, read, rest }) {
  const { files, bytes } = load.result;
  console.log(
    `A dropped folder of ${grouped(expected.onDisk.files)} files, ${(expected.onDisk.bytes / 1e6).toFixed(0)} MB, engine in a worker:\n`,
  );
  console.log("| | files | MB |");
  console.log("| --- | ---: | ---: |");
  for (const [name, part] of Object.entries(expected.parts))
    console.log(`| on disk in ${name} | ${grouped(part.files)} | ${(part.bytes / 1e6).toFixed(1)} |`);
  console.log(`| read and searched | ${grouped(files)} | ${(bytes / 1e6).toFixed(1)} |`);
  console.log(
    `| ignore files read first, for their rules | ${read.reads - files} | ${((read.bytes - bytes) / 1e6).toFixed(1)} |`,
  );
  console.log(
    `| left out before reading | ${grouped(expected.onDisk.files - files)} | ${((expected.onDisk.bytes - bytes) / 1e6).toFixed(1)} |\n`,
  );
  if (expected.unlisted.length > 0)
    console.log(`Not listed by Chromium's directory handles, for their names: ${expected.unlisted.join(", ")}.`);
  console.log(
    `${(load.milliseconds / 1000).toFixed(1)} s; longest frame ${figure(load.frames.longest)} ms, at rest ${figure(rest.frames.longest)} ms; frames later than 25 ms: ${load.frames.late} of ${load.frames.count}.\n`,
  );
}

function printHead() {
  console.log("| engine | work on `large` | s | frames | over 25 ms | 99 %, ms | longest, ms | longest task, CPU ms |");
  console.log("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |");
}

function printRow(row) {
  const engine = row.kind === "createEngine" ? "the page's thread" : "a worker";
  const seconds = (row.each ?? row.milliseconds / 1000).toFixed(2);
  console.log(`| ${engine} | ${row.what} | ${seconds} | ${framesOf(row)} |`);
}

const chromium = await openChromium();
const busy = loadavg()[0];
const outcome = { date: new Date().toISOString(), chromium: chromium.version, loadBefore: busy };
console.log(
  `${outcome.date.slice(0, 10)}, ${cpus()[0].model}, ${cpus().length} cores, Chromium ${chromium.version}, load ${busy.toFixed(1)} before\n`,
);
let faults = [];
try {
  if (isChosen("drop")) {
    outcome.drop = await dropFolder(chromium);
    printDrop(outcome.drop);
    faults = faultsOf(outcome.drop);
  }
  if (isChosen("search")) {
    printHead();
    outcome.rows = await searchLarge(chromium, printRow);
  }
} finally {
  await chromium.close();
}
if (jsonFile) {
  mkdirSync(dirname(jsonFile), { recursive: true });
  writeFileSync(jsonFile, JSON.stringify(outcome, null, 1));
}
for (const fault of faults) console.error(`the drop is wrong: ${fault}`);
process.exit(faults.length === 0 ? 0 : 1);
