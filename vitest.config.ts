import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["web/**/*.spec.{ts,tsx}", "tests/**/*.spec.{ts,tsx}"],
    passWithNoTests: false,
    coverage: {
      provider: "v8",
      include: ["web/presentation/**/*.ts"],
      exclude: ["**/*.spec.ts", "**/*.generated.ts"],
      thresholds: { perFile: true, lines: 100, branches: 100 },
    },
  },
});
