// Builds RE2 and Abseil once per set of flags and keeps the result in a cache
// outside the tree. The cache key is the content that decides the result: the
// lock file's entry for `re2`, the compiler's version, the flags, the recipe.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, run, toolEnvironment } from "./lib/run.mjs";

/** Compiler and flags of each third-party configuration. Keep the sanitizers equal to CMakePresets.json. */
export const configurations = {
  native: { compiler: "g++", generatorPrefix: [], flags: "-O2 -g1" },
  // g++ 12 can't fold address comparisons in Abseil's hash tables under the three null checks.
  asan: {
    compiler: "g++",
    generatorPrefix: [],
    flags:
      "-O1 -g1 -fsanitize=address,undefined -fno-sanitize=null,nonnull-attribute,returns-nonnull-attribute -fno-omit-frame-pointer",
  },
  fuzz: {
    compiler: "clang++-16",
    generatorPrefix: [],
    flags: "-O1 -g1 -stdlib=libc++ -fsanitize=address,undefined,fuzzer-no-link -fno-omit-frame-pointer",
  },
  wasm: {
    compiler: "em++",
    generatorPrefix: ["emcmake"],
    flags: "-msimd128 -DABSL_MIN_LOG_LEVEL=100 -DNDEBUG -fno-exceptions -fno-rtti",
  },
};

/** Folder for everything that outlives the build tree. */
export const cacheRoot =
  process.env.SONDE_CACHE ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "sonde");

/** Path of the static library for `name`, building it when the cache lacks it. */
export function buildThirdParty(name) {
  const configuration = configurations[name];
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")).packages["node_modules/re2"];
  const parts = ["CMakeLists.txt", ...(name === "wasm" ? ["single_thread/absl/synchronization/mutex.h"] : [])];
  const recipe = parts.map((file) => readFileSync(join(root, "core/match/re2", file), "utf8"));
  const version = execFileSync(configuration.compiler, ["--version"], { encoding: "utf8" }).split("\n")[0];
  const key = createHash("sha256")
    .update(JSON.stringify([lock.version, lock.integrity, version, configuration, recipe]))
    .digest("hex")
    .slice(0, 16);
  const folder = join(cacheRoot, "third-party", `re2-${name}-${key}`);
  const library = join(folder, "libsonde_re2.a");
  if (existsSync(library)) return library;
  console.log(`building RE2 ${lock.version} (${name}) into ${folder}`);
  const build = `${folder}.partial`;
  rmSync(build, { recursive: true, force: true });
  mkdirSync(build, { recursive: true });
  const environment = toolEnvironment();
  run(
    [
      ...configuration.generatorPrefix,
      "cmake",
      "-G",
      "Ninja",
      "-S",
      join(root, "core/match/re2"),
      "-B",
      build,
      `-DRE2_VENDOR=${join(root, "node_modules/re2/vendor")}`,
      "-DCMAKE_BUILD_TYPE=None",
      `-DCMAKE_CXX_FLAGS=${configuration.flags}`,
      ...(configuration.generatorPrefix.length ? [] : [`-DCMAKE_CXX_COMPILER=${configuration.compiler}`]),
    ],
    { environment, quiet: true },
  );
  run(["ninja", "-C", build], { environment, quiet: true });
  renameSync(build, folder);
  return library;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  for (const name of process.argv.slice(2)) console.log(buildThirdParty(name));
}
