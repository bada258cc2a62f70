// Corpora of the benchmarks, made once from the package registries into the
// cache outside the tree.
//
//   small   about 5 MB: the sources of one npm package
//   medium  about 80 MB, over 10,000 files: parts of linux-source-6.1 and npm packages
//   large   about 400 MB of linux-source-6.1
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/lib/run.mjs";
import { cacheRoot } from "../../scripts/third-party.mjs";

/** One rises when its corpus is made of other files. */
const versions = { small: 2, medium: 1, large: 1 };
const folder = join(cacheRoot, "corpora");

/** Names a corpus and its version. */
export const versioned = (name) => `${name}-${versions[name]}`;

function shell(command, cwd) {
  const result = spawnSync("bash", ["-euc", command], { cwd, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
  if (result.status !== 0) throw new Error(`${command}\n${result.stderr}`);
}

/** Unpacks Debian's kernel sources, once. */
function linuxSource() {
  const target = join(folder, "linux");
  if (existsSync(target)) return target;
  const download = join(folder, "download");
  rmSync(download, { recursive: true, force: true });
  mkdirSync(download, { recursive: true });
  console.error("fetching linux-source-6.1 (140 MB)");
  shell(
    "apt-get download linux-source-6.1 && dpkg-deb -x linux-source-6.1_*.deb x && tar -xf x/usr/src/linux-source-6.1.tar.xz",
    download,
  );
  renameSync(join(download, "linux-source-6.1"), target);
  rmSync(download, { recursive: true, force: true });
  return target;
}

function copyTextTree(from, to) {
  cpSync(from, to, {
    recursive: true,
    verbatimSymlinks: true,
    filter: (path) => {
      const stat = statSync(path, { throwIfNoEntry: false });
      return (
        stat !== undefined &&
        (stat.isDirectory() || (stat.isFile() && stat.size < 4 << 20 && !/\.(node|wasm|png|gz|zip|exe)$/.test(path)))
      );
    },
  });
}

const makers = {
  small: (target) => {
    for (const part of ["base", "log", "strings"])
      copyTextTree(join(root, "node_modules/re2/vendor/abseil-cpp/absl", part), join(target, part));
    copyTextTree(join(root, "node_modules/re2/vendor/re2"), join(target, "re2"));
  },
  medium: (target) => {
    const linux = linuxSource();
    for (const part of ["kernel", "lib", "include", "Documentation/devicetree"])
      cpSync(join(linux, part), join(target, "linux", part), { recursive: true, verbatimSymlinks: true });
    for (const name of ["typescript", "vite", "react-dom", "@types", "undici"]) {
      const source = join(root, "node_modules", name);
      if (existsSync(source)) copyTextTree(source, join(target, "npm", name));
    }
  },
  large: (target) => {
    const linux = linuxSource();
    for (const part of [
      "arch",
      "block",
      "crypto",
      "drivers/media",
      "drivers/net",
      "drivers/usb",
      "fs",
      "include",
      "kernel",
      "lib",
      "mm",
      "net",
    ]) {
      cpSync(join(linux, part), join(target, part), { recursive: true, verbatimSymlinks: true });
    }
  },
};

/** Folder of a corpus, made when it is missing. */
export function corpus(name) {
  const target = join(folder, versioned(name));
  if (existsSync(target)) return target;
  const partial = `${target}.partial`;
  rmSync(partial, { recursive: true, force: true });
  mkdirSync(partial, { recursive: true });
  makers[name](partial);
  renameSync(partial, target);
  return target;
}

/** Regular files below `path`, sorted, with their sizes. */
export function filesBelow(path) {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

if (process.argv[1]?.endsWith("corpora.mjs")) {
  for (const name of process.argv.slice(2)) {
    const path = corpus(name);
    const files = filesBelow(path);
    const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
    console.log(`${name}: ${files.length} files, ${(bytes / 1e6).toFixed(1)} MB`);
  }
}
