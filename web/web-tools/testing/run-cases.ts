// The whole suite as one call, for runtimes that have no test runner inside.
import { charsetCases } from "./charset-cases.ts";
import { converterCases } from "./converter-cases.ts";
import { errorCases } from "./error-cases.ts";
import { limitCases, pageCases, typeCases } from "./fetch-cases.ts";
import { policyCases } from "./policy-cases.ts";
import { redirectCases } from "./redirect-cases.ts";
import { searchCases } from "./search-cases.ts";

const groups = {
  policyCases,
  errorCases,
  charsetCases,
  redirectCases,
  typeCases,
  limitCases,
  pageCases,
  searchCases,
  converterCases,
};

/** Cases run, and what each failed one threw, cut at 1,000 characters. */
export type CasesRun = { count: number; failures: string[] };

/** Runs every case, one after another. */
export async function runCases(): Promise<CasesRun> {
  const failures: string[] = [];
  let count = 0;
  for (const [group, cases] of Object.entries(groups)) {
    for (const { name, run } of cases) {
      count++;
      try {
        await run();
      } catch (error) {
        failures.push(`${group} ${name}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 1000));
      }
    }
  }
  return { count, failures };
}
