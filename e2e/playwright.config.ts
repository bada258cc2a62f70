import { createServer } from "node:net";
import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const root = fileURLToPath(new URL("../", import.meta.url));

/** A port that nothing listens on. */
function freePort(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(String(typeof address === "object" ? address?.port : "")));
    });
  });
}

// This file is read again in each worker, which has the environment of the first reader.
process.env.SONDE_E2E_PORT ??= await freePort();
const port = process.env.SONDE_E2E_PORT;

/** Against the built playground, in the machine's own Chromium. Needs dist/ (npm run build). */
export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: `${root}build/e2e`,
  workers: 2,
  // Bounds for hangs on a busy machine, not measures of speed.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  reporter: [["list"], ["json", { outputFile: `${root}build/reports/e2e.json` }]],
  use: {
    baseURL: `http://127.0.0.1:${port}/`,
    launchOptions: {
      executablePath: process.env.SONDE_CHROMIUM ?? "/usr/bin/chromium",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  webServer: {
    command: "node scripts/playground.mjs",
    cwd: root,
    env: { PORT: port },
    url: `http://127.0.0.1:${port}/`,
    timeout: 240_000,
    reuseExistingServer: false,
  },
});
