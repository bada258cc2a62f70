// One cold start: node cold-child.mjs ENGINE PATTERN TEXT INDEX FOLDER, where ENGINE is
// sonde, call (npm ripgrep's own function, over the folder on disk) or memory (its module
// over the same files as Sonde). TEXT and INDEX are a bundle's, see bundle.mjs.
//
// Before the clock starts the files are in memory and have been touched, as files are
// that somebody fetched or unpacked, and nothing else is loaded.
import { readFileSync } from "node:fs";

const [engine, pattern, text, index, folder] = process.argv.slice(2);
const buffer = readFileSync(text);
const files = JSON.parse(readFileSync(index, "utf8")).map(([path, begin, length]) => ({
  path,
  data: buffer.subarray(begin, begin + length),
  mtime: 1,
}));
const pageBytes = 4096;
let touched = 0;
for (let at = 0; at < buffer.length; at += pageBytes) touched += buffer[at];

const parts = {};
let last = performance.now();
const ended = (part) => {
  const now = performance.now();
  parts[part] = now - last;
  last = now;
};

const engines = {
  async sonde() {
    const { createEngine } = await import("../../../dist/web/engine/entry-node.js");
    ended("import");
    const sonde = await createEngine();
    ended("engine");
    await sonde.files.writeMany(files);
    ended("load");
    const { details } = await sonde.call("grep", { pattern });
    ended("grep");
    return details.total;
  },
  async call() {
    const { ripgrep } = await import(process.env.RIPGREP);
    ended("import");
    const args = ["--no-config", "-c", "-a", "-I", "--no-ignore", "-j1", "-e", pattern, "."];
    const { code, stdout, stderr } = await ripgrep(args, { buffer: true, preopens: { ".": folder } });
    ended("call");
    if (code > 1) throw new Error(stderr.slice(0, 300));
    return stdout.split("\n").reduce((sum, line) => sum + (Number(line) || 0), 0);
  },
  async memory() {
    const { openRipgrepWasm } = await import("../rivals/ripgrep-wasm.mjs");
    ended("import");
    const { count } = await (await openRipgrepWasm(files)).count(pattern, 0);
    ended("call");
    return count;
  },
};

const count = await engines[engine]();
const milliseconds = Object.values(parts).reduce((sum, each) => sum + each, 0) - parts.import;
const result = { milliseconds, count, parts, touched };
process.stdout.write(JSON.stringify(result), () => process.exit(0));
