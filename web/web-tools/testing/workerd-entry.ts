// Runs the suite inside of workerd and answers with what failed. `/fetch` calls
// the tool over the runtime's own fetch, so that the host sees what leaves it.
import { webTools } from "../index.ts";
import { runCases } from "./run-cases.ts";

type Call = { tool: string; args: unknown; options?: { value?: boolean } };

const handler = {
  async fetch(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname === "/fetch") {
      const { tool, args, options } = (await request.json()) as Call;
      return Response.json(await webTools({ limits: { timeoutMs: 5000 } }).call(tool, args, options));
    }
    return Response.json(await runCases());
  },
};

// biome-ignore lint/style/noDefaultExport: the form that workerd asks of a module worker
export default handler;
