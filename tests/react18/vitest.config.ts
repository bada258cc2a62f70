// The cards' tests against React 18.2, the oldest that they support. Run
// `npm ci` in this folder first.
import { join } from "node:path";
import { defineConfig } from "vitest/config";

const modules = join(import.meta.dirname, "node_modules");

export default defineConfig({
  root: join(import.meta.dirname, "../.."),
  resolve: {
    alias: [
      { find: /^react$/, replacement: join(modules, "react/index.js") },
      { find: /^react\/(jsx-runtime|jsx-dev-runtime)$/, replacement: join(modules, "react/$1.js") },
      { find: /^react-dom$/, replacement: join(modules, "react-dom/index.js") },
      { find: /^react-dom\/(client|test-utils)$/, replacement: join(modules, "react-dom/$1.js") },
      { find: /^react-dom\/server$/, replacement: join(modules, "react-dom/server.node.js") },
    ],
  },
  test: {
    include: ["web/react/**/*.spec.tsx", "web/adapters/**/*.spec.tsx"],
    env: { EXPECTED_REACT: "18.2." },
    passWithNoTests: false,
    // A bound for hangs, not a measure of speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    // It imports React itself, which must be this one.
    server: { deps: { inline: ["virtua"] } },
  },
});
