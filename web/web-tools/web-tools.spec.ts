import { describe, expect, it } from "vitest";
import { charsetCases, charsetRowCount } from "./testing/charset-cases.ts";
import type { Case } from "./testing/check.ts";
import { converterCases } from "./testing/converter-cases.ts";
import { errorCases } from "./testing/error-cases.ts";
import { limitCases, pageCases, typeCases } from "./testing/fetch-cases.ts";
import { policyCases, spellingCount } from "./testing/policy-cases.ts";
import { redirectCases } from "./testing/redirect-cases.ts";
import { searchCases } from "./testing/search-cases.ts";

// The same cases run in workerd (workerd.spec.ts): they throw what they find.
function runAll(title: string, cases: readonly Case[]) {
  describe(title, () => {
    for (const { name, run } of cases) it(name, async () => void (await run()));
  });
}

describe("tables", () => {
  it("are as broad as they claim", () => {
    expect(spellingCount).toBeGreaterThanOrEqual(150);
    expect(charsetRowCount).toBeGreaterThanOrEqual(40);
    expect(new Set(policyCases.map(({ name }) => name)).size).toBe(spellingCount);
  });
});

runAll("network policy", policyCases);
runAll("errors", errorCases);
runAll("charset", charsetCases);
runAll("redirects", redirectCases);
runAll("content types", typeCases);
runAll("limits", limitCases);
runAll("pages", pageCases);
runAll("web_search", searchCases);
runAll("converter", converterCases);
