// Configures and builds one CMake preset: `node scripts/native.mjs asan [target…]`.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root, run, toolEnvironment } from "./lib/run.mjs";
import { buildThirdParty, cacheRoot } from "./third-party.mjs";

const thirdPartyOf = { dev: "native", release: "native", asan: "asan", fuzz: "fuzz", wasm: "wasm" };

const ccache = "/usr/bin/ccache";

/**
 * Settings under which ccache keeps objects outside the build tree, by content: a
 * second clone compiles only what differs. em++ is a script, whose version says what
 * it runs, so versions are compared.
 */
function compilerCache(compiler) {
  const version = execFileSync(compiler, ["--version"], { encoding: "utf8" }).split("\n")[0];
  return {
    CCACHE_DIR: join(cacheRoot, "ccache"),
    CCACHE_MAXSIZE: "1G",
    CCACHE_BASEDIR: root,
    CCACHE_NOHASHDIR: "1",
    CCACHE_COMPILERCHECK: `string:${version}`,
    ...(compiler === "em++" && { CCACHE_COMPILERTYPE: "clang" }),
  };
}

/** Builds `targets` (all without any) of `preset` in build/`name`; extra definitions go to CMake as they are. */
export function buildPreset(preset, targets = [], { definitions = [], name = preset } = {}) {
  const library = buildThirdParty(thirdPartyOf[preset]);
  const cached = existsSync(ccache);
  const compiler = { wasm: "em++", fuzz: "clang++-16" }[preset] ?? "g++";
  const environment = { ...toolEnvironment(), ...(cached && compilerCache(compiler)) };
  const prefix = preset === "wasm" ? ["emcmake"] : [];
  const launcher = `-DCMAKE_CXX_COMPILER_LAUNCHER=${cached ? ccache : ""}`;
  const place = ["--preset", preset, "-B", `build/${name}`];
  run([...prefix, "cmake", ...place, `-DSONDE_RE2_LIBRARY=${library}`, launcher, ...definitions], {
    environment,
    quiet: true,
  });
  run(["ninja", "-C", `build/${name}`, ...targets], { environment, quiet: !process.env.SONDE_VERBOSE });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [preset = "dev", ...targets] = process.argv.slice(2);
  if (!thirdPartyOf[preset]) {
    console.error(`unknown preset ${preset}: choose one of ${Object.keys(thirdPartyOf).join(", ")}`);
    process.exit(2);
  }
  buildPreset(preset, targets);
}
