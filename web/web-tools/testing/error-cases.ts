// Every web error code of the contract, in the situation that it stands for.
import { type ErrorCode, errorTexts } from "../../contract/errors.generated.ts";
import type { ToolResult } from "../../contract/types.ts";
import { type WebToolsOptions, webTools } from "../index.ts";
import { type Case, contains, equal, errorOf } from "./check.ts";
import { redirect, type Script, scriptedWeb } from "./scripted-web.ts";

type WebCode = Extract<ErrorCode, `WEB_${string}`>;

type Situation = {
  args?: Record<string, unknown>;
  script?: Script;
  options?: WebToolsOptions;
  isAborted?: boolean;
  tool?: "web_search";
  /** What the message tells the caller: the subject and the way out. */
  says: string[];
  /** Requests that leave. */
  log: string[];
};

const url = "https://pub.test/";
const proxy = { url: "https://edge.test/fetch" };
const never = () => new Promise<Response>(() => {});

const situations: Readonly<Record<WebCode, Situation>> = {
  WEB_INVALID_URL: { args: { url: "pub.test/page" }, says: ["pub.test/page", "https://example.com/page"], log: [] },
  WEB_BLOCKED_URL: { args: { url: "http://10.0.0.1/" }, says: ["10.0.0.1", "only public"], log: [] },
  WEB_DOMAIN_BLOCKED: {
    options: { policy: { allowedDomains: ["other.test"] } },
    says: ["pub.test", "choose another source"],
    log: [],
  },
  WEB_REDIRECT_BLOCKED: {
    script: { [url]: redirect("https://other.test/") },
    says: ["https://other.test/", "fetch that address itself"],
    log: [url],
  },
  WEB_RESOLVE_BLOCKED: {
    options: { policy: { resolve: () => ["8.8.8.8", "10.0.0.1"] } },
    says: ["pub.test", "10.0.0.1", "choose another source"],
    log: [],
  },
  WEB_UNSUPPORTED_CONTENT_TYPE: {
    script: { [url]: { headers: { "content-type": "application/pdf" }, body: "%PDF-1.7" } },
    says: ["application/pdf", "8 bytes", "configure convert"],
    log: [url],
  },
  WEB_FETCH_TOO_LARGE: {
    script: { [url]: { headers: { "content-type": "text/plain", "content-length": "5000001" }, body: "x" } },
    says: ["5000000 bytes", "smaller page"],
    log: [url],
  },
  WEB_FETCH_TIMEOUT: {
    options: { fetch: never, limits: { timeoutMs: 20 } },
    says: [url, "20 ms", "try again"],
    log: [],
  },
  WEB_ABORTED: { isAborted: true, says: ["call again"], log: [] },
  WEB_CORS_BLOCKED: {
    options: { fetch: () => Promise.reject(new TypeError("Failed to fetch")) },
    says: [url, "configure proxy"],
    log: [],
  },
  WEB_RATE_LIMITED: {
    script: { [proxy.url]: { status: 429, body: "" } },
    options: { proxy },
    says: ["HTTP 429", "wait"],
    log: [proxy.url],
  },
  WEB_PROVIDER_ERROR: {
    tool: "web_search",
    options: { search: { id: "mine", search: () => Promise.reject(new Error("secret")) } },
    says: ["mine", "try again"],
    log: [],
  },
  WEB_PROVIDER_UNAVAILABLE: { tool: "web_search", says: ["pass search to webTools"], log: [] },
};

export const errorCases: Case[] = [
  {
    name: "the contract's web codes are the table's",
    run() {
      const codes = Object.keys(errorTexts).filter((code) => code.startsWith("WEB_"));
      equal(codes.sort(), Object.keys(situations).sort(), "codes");
    },
  },
  ...Object.entries(situations).map(
    ([code, { args = { url }, script = {}, options = {}, isAborted, tool, says, log }]): Case => ({
      name: `code: ${code}`,
      async run() {
        const web = scriptedWeb(script);
        const tools = webTools({ fetch: web.fetch, ...options });
        const call = (): Promise<ToolResult> =>
          tools.call(
            tool ?? "web_fetch",
            tool ? { queries: ["q"] } : args,
            // Made here: workerd makes no signal outside of a request.
            isAborted ? { signal: AbortSignal.abort() } : {},
          );
        // In workerd a scripted TypeError is a failure like any other: there is no CORS.
        if (code === "WEB_CORS_BLOCKED" && /^Cloudflare/.test(globalThis.navigator?.userAgent ?? "")) {
          contains(errorOf(await call(), "WEB_INVALID_URL"), "pub.test");
          return;
        }
        const result = await call();
        const message = errorOf(result, code);
        for (const part of says) contains(message, part, "message");
        contains(result.content[0]?.text ?? "", message, "text");
        equal(web.log, log, "requests");
        equal([result.meta, result.value], [undefined, undefined], "meta and value");
      },
    }),
  ),
];
