// Runs the suite inside of workerd and answers with what failed. `/fetch` calls
// the tool over the runtime's own fetch, so that the host sees what leaves it.
import { webTools } from "../index.ts";
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

type Call = { tool: string; args: unknown; options?: { value?: boolean } };

const handler = {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/fetch") {
      const { tool, args, options } = (await request.json()) as Call;
      return Response.json(await webTools({ limits: { timeoutMs: 5000 } }).call(tool, args, options));
    }
    const failures: string[] = [];
    let count = 0;
    for (const [group, cases] of Object.entries(groups)) {
      for (const { name, run } of cases) {
        count++;
        try {
          await run();
        } catch (error) {
          failures.push(`${group} ${name}: ${error instanceof Error ? error.message : String(error)}`);
        }
      }
    }
    return Response.json({ count, failures });
  },
};

// biome-ignore lint/style/noDefaultExport: the form that workerd asks of a module worker
export default handler;
