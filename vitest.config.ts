import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["web/**/*.spec.{ts,tsx}", "tests/**/*.spec.{ts,tsx}"],
    // These have configurations of their own.
    exclude: [...configDefaults.exclude, "tests/consumers/**", "tests/react18/**"],
    passWithNoTests: false,
    // Vitest leaves a core to itself, which is half of a small machine.
    maxWorkers: "100%",
    // Far beyond what any test needs: a bound for hangs, not a measure of speed.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    coverage: {
      provider: "v8",
      reportsDirectory: "build/coverage",
      include: ["web/presentation/**/*.ts"],
      exclude: ["**/*.spec.ts", "**/*.generated.ts", "**/testing/**"],
      thresholds: { perFile: true, lines: 100, branches: 100 },
    },
  },
});
