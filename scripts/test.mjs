// `npm test`: sets up, builds the ASan and the WebAssembly configuration, runs
// every check and suite, and prints "N passed, N failed" as its last line.
import { setUp } from "./setup.mjs";

setUp("test");
const { runSuites } = await import("./lib/suites.mjs");
process.exit(await runSuites(process.argv.slice(2)));
