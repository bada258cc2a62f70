// Runs in the page: the web tools' suite, and calls over the browser's own fetch.
import { type WebToolsOptions, webTools } from "../web/web-tools/index.ts";
import { charsetCases } from "../web/web-tools/testing/charset-cases.ts";
import { converterCases } from "../web/web-tools/testing/converter-cases.ts";
import { errorCases } from "../web/web-tools/testing/error-cases.ts";
import { limitCases, pageCases, typeCases } from "../web/web-tools/testing/fetch-cases.ts";
import { policyCases } from "../web/web-tools/testing/policy-cases.ts";
import { redirectCases } from "../web/web-tools/testing/redirect-cases.ts";
import { searchCases } from "../web/web-tools/testing/search-cases.ts";

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

export type RunWebCases = () => Promise<{ counts: Record<string, number>; failures: string[] }>;
export type CallWeb = (
  tool: string,
  args: unknown,
  options?: Pick<WebToolsOptions, "proxy">,
) => ReturnType<ReturnType<typeof webTools>["call"]>;

const runWebCases: RunWebCases = async () => {
  const failures: string[] = [];
  const counts: Record<string, number> = {};
  for (const [group, cases] of Object.entries(groups)) {
    counts[group] = cases.length;
    for (const { name, run } of cases) {
      try {
        await run();
      } catch (error) {
        failures.push(`${group} ${name}: ${error instanceof Error ? error.message : String(error)}`.slice(0, 1000));
      }
    }
  }
  return { counts, failures };
};

const callWeb: CallWeb = (tool, args, options = {}) =>
  webTools({ limits: { timeoutMs: 5000 }, cache: false, ...options }).call(tool, args, { value: true });

Object.assign(globalThis, { runWebCases, callWeb });
