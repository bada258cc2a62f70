// Configures and builds one CMake preset: `node scripts/native.mjs asan [target…]`.
import { pathToFileURL } from "node:url";
import { run, toolEnvironment } from "./lib/run.mjs";
import { buildThirdParty } from "./third-party.mjs";

const thirdPartyOf = { dev: "native", release: "native", asan: "asan", fuzz: "fuzz", wasm: "wasm" };

/** Builds `targets` (all without any) of `preset`; extra definitions go to CMake as they are. */
export function buildPreset(preset, targets = [], definitions = []) {
  const library = buildThirdParty(thirdPartyOf[preset]);
  const environment = toolEnvironment();
  const prefix = preset === "wasm" ? ["emcmake"] : [];
  run([...prefix, "cmake", "--preset", preset, `-DSONDE_RE2_LIBRARY=${library}`, ...definitions], {
    environment,
    quiet: true,
  });
  run(["ninja", "-C", `build/${preset}`, ...targets], { environment, quiet: !process.env.SONDE_VERBOSE });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [preset = "dev", ...targets] = process.argv.slice(2);
  if (!thirdPartyOf[preset]) {
    console.error(`unknown preset ${preset}: choose one of ${Object.keys(thirdPartyOf).join(", ")}`);
    process.exit(2);
  }
  buildPreset(preset, targets);
}
