// Installs what building and testing need and this machine lacks: Debian
// packages, npm packages (their scripts stay off). Says what it installs.
//
// Usage: node scripts/setup.mjs [build|test|all]   (each includes the one before)
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, run } from "./lib/run.mjs";

/** Debian package → a file that is there when it is installed. */
const buildPackages = {
  emscripten: "/usr/bin/emcc",
  cmake: "/usr/bin/cmake",
  "ninja-build": "/usr/bin/ninja",
  ccache: "/usr/bin/ccache",
  "g++": "/usr/bin/g++",
  "nlohmann-json3-dev": "/usr/include/nlohmann/json.hpp",
};
const testPackages = {
  catch2: "/usr/include/catch2/catch.hpp",
  ripgrep: "/usr/bin/rg",
  git: "/usr/bin/git",
  "clang-format": "/usr/bin/clang-format",
  chromium: "/usr/bin/chromium",
  ...JSON.parse(readFileSync(join(root, "scripts/lib/documentation-packages.json"), "utf8")),
};

const fuzzPackages = {
  "clang-16": "/usr/bin/clang++-16",
  "libclang-rt-16-dev": "/usr/lib/llvm-16/lib/clang/16/lib/linux/libclang_rt.fuzzer-x86_64.a",
  "libc++-16-dev": "/usr/lib/llvm-16/include/c++/v1/vector",
  "libc++abi-16-dev": "/usr/lib/llvm-16/lib/libc++abi.a",
};

function installDebianPackages(packages) {
  const missing = Object.entries(packages)
    .filter(([, file]) => !existsSync(file))
    .map(([name]) => name);
  if (missing.length === 0) return;
  const manual = `install by hand: apt-get install --no-install-recommends ${missing.join(" ")}`;
  if (!existsSync("/usr/bin/apt-get")) {
    console.error(`missing: ${missing.join(", ")}. This script knows Debian only; ${manual}`);
    process.exit(1);
  }
  const command = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  console.log(`installing Debian packages: ${missing.join(" ")}`);
  const environment = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const step of [["update"], ["install", "-y", "--no-install-recommends", ...missing]]) {
    const [program, ...words] = [...command, "apt-get", ...step];
    const result = spawnSync(program, words, { env: environment, encoding: "utf8", maxBuffer: 1 << 28 });
    if (result.status === 0) continue;
    console.error(`${result.stdout ?? ""}${result.stderr ?? ""}\napt-get ${step[0]} failed; ${manual}`);
    process.exit(1);
  }
}

/** Runs `npm ci` in `folder` unless what is installed is what the lock file says. */
function installNpmPackages(folder) {
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages;
  const marker = join(folder, "node_modules/.package-lock.json");
  const installed = existsSync(marker) ? JSON.parse(readFileSync(marker, "utf8")).packages : {};
  const stale = Object.entries(lock).some(
    ([path, entry]) => path !== "" && !entry.optional && installed[path]?.version !== entry.version,
  );
  if (!stale) return;
  console.log(`installing npm packages in ${folder === root ? "." : folder.slice(root.length + 1)}`);
  run(["npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], { cwd: folder, quiet: true });
}

/** Installs what `goal` needs: "build", "test", or "all" that check:all runs. */
export function setUp(goal) {
  installDebianPackages({
    ...buildPackages,
    ...(goal !== "build" && testPackages),
    ...(goal === "all" && fuzzPackages),
  });
  installNpmPackages(root);
  if (goal !== "build") installNpmPackages(join(root, "tests/react18"));
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) setUp(process.argv[2] ?? "test");
