import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import react from "@vitejs/plugin-react";
import { type Alias, defineConfig } from "vite";

const root = fileURLToPath(new URL("../../", import.meta.url));

type Target = string | { browser?: string; default: string };

/** The built package under its own name, as a page that installed it would see it. */
function packageAliases(): Alias[] {
  const { exports } = JSON.parse(readFileSync(`${root}package.json`, "utf8")) as { exports: Record<string, Target> };
  return Object.entries(exports).map(([name, target]) => ({
    find: new RegExp(`^sonde${name.slice(1).replaceAll(".", "\\.")}$`),
    replacement: root + (typeof target === "string" ? target : (target.browser ?? target.default)),
  }));
}

export default defineConfig({
  root: `${root}web/playground`,
  base: "./",
  plugins: [react()],
  resolve: {
    alias: [
      { find: /^sonde\/worker-script(\?.*)$/, replacement: `${root}dist/web/worker/main-browser.js$1` },
      ...packageAliases(),
    ],
  },
  worker: { format: "es" },
  build: {
    outDir: `${root}build/playground`,
    emptyOutDir: true,
    target: "es2022",
    // The polyfill fetches on its own; every browser that runs the worker has the real thing.
    modulePreload: { polyfill: false },
    // Data addresses would need a wider policy.
    assetsInlineLimit: 0,
    // The gallery carries every fixture.
    chunkSizeWarningLimit: 4000,
    rolldownOptions: { input: ["index", "web", "gallery"].map((page) => `${root}web/playground/${page}.html`) },
  },
});
