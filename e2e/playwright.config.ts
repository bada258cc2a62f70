import { fileURLToPath } from "node:url";
import { defineConfig } from "@playwright/test";

const root = fileURLToPath(new URL("../", import.meta.url));
const port = 4179;

/** Against the built playground, in the machine's own Chromium. Needs dist/ (npm run build). */
export default defineConfig({
  testDir: ".",
  testMatch: "*.e2e.ts",
  outputDir: `${root}build/e2e`,
  workers: 1,
  timeout: 60_000,
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
    env: { PORT: String(port) },
    url: `http://127.0.0.1:${port}/`,
    timeout: 120_000,
    reuseExistingServer: false,
  },
});
