// HTTP over an engine, for edge workers: tools, and what is there to search.
import type { CallOptions, Engine } from "../engine/types.ts";
import { authorize } from "./authorize.ts";
import { readToolRequest } from "./read-body.ts";
import { TransportError } from "./transport-error.ts";
import type { EdgeContext, EngineSource, HandlerOptions } from "./types.ts";

export type Handler = (request: Request, env?: unknown, context?: EdgeContext) => Promise<Response>;

const defaultMaxBodyBytes = 1024 * 1024;

type Visit = {
  request: Request;
  env: unknown;
  context: EdgeContext;
  engine: () => Promise<Engine>;
  owner: string;
  /** The tool's name, where the route has one. */
  tool: string;
};

type Route = { method: string; pattern: RegExp; name: string; answer(visit: Visit): Promise<unknown> };

/**
 * A fetch handler. It answers every request: tool results as 200, also when
 * they report an error; faults of the transport as
 * `{error: {code, message, requestId}}` with 4xx or 5xx.
 */
export function createHandler(options: HandlerOptions): Handler {
  const engines = new Map<EngineSource, Promise<Engine>>();
  const maxBodyBytes = options.limits?.maxBodyBytes ?? defaultMaxBodyBytes;

  const routes: Route[] = [
    { method: "GET", pattern: /^\/health$/, name: "/health", answer: health },
    { method: "GET", pattern: /^\/tools$/, name: "/tools", answer: tools },
    { method: "POST", pattern: /^\/tools\/(?<tool>[^/]+)$/, name: "/tools/:name", answer: call },
    { method: "GET", pattern: /^\/c\/(?<corpus>[^/]+)\/tools$/, name: "/c/:corpus/tools", answer: tools },
    {
      method: "POST",
      pattern: /^\/c\/(?<corpus>[^/]+)\/tools\/(?<tool>[^/]+)$/,
      name: "/c/:corpus/tools/:name",
      answer: call,
    },
  ];

  async function health({ engine }: Visit): Promise<unknown> {
    const { files } = await engine();
    const [usage, revision] = await Promise.all([files.usage(), files.revision()]);
    return { revision, ...usage };
  }

  async function tools({ engine }: Visit): Promise<unknown> {
    return { tools: (await engine()).tools };
  }

  async function call({ request, engine, owner, tool, context }: Visit): Promise<unknown> {
    const { args, contextUsage } = await readToolRequest(request, maxBodyBytes);
    const target = await engine();
    if (!target.tools.some(({ name }) => name === tool)) {
      throw new TransportError("NOT_FOUND", `there is no tool named ${JSON.stringify(tool)}: GET /tools lists them`);
    }
    const callOptions: CallOptions = { owner, signal: request.signal, ...(contextUsage && { contextUsage }) };
    const result = target.call(tool, args, callOptions);
    // A caller that goes away must not leave its search half done in the engine.
    context.waitUntil?.(result.catch(() => {}));
    return result;
  }

  /** Made once; a failure is tried anew by the next request. */
  function engineFor(source: EngineSource | undefined, env: unknown): Promise<Engine> {
    if (!source) throw new TransportError("NOT_FOUND", "there is no such corpus");
    let engine = engines.get(source);
    if (!engine) {
      engine = typeof source === "function" ? source(env) : Promise.resolve(source);
      engines.set(source, engine);
      engine.catch(() => engines.delete(source));
    }
    return engine;
  }

  function find(method: string, path: string): { route: Route; groups: Record<string, string | undefined> } {
    const matching = routes.filter(({ pattern }) => pattern.test(path));
    const route = matching.find((each) => each.method === method);
    if (route) return { route, groups: route.pattern.exec(path)?.groups ?? {} };
    if (matching.length === 0) throw new TransportError("NOT_FOUND", "there is nothing at this path");
    const allow = matching.map((each) => each.method).join(", ");
    throw new TransportError("METHOD_NOT_ALLOWED", `use ${allow} here`, { allow });
  }

  return async (request, env, context = {}) => {
    const requestId = crypto.randomUUID();
    let name = "none";
    let response: Response;
    try {
      const { route, groups } = find(request.method, new URL(request.url).pathname);
      name = route.name;
      const owner = await authorize(request, options.auth, env);
      const source = groups.corpus === undefined ? options.engine : ownEntry(options.corpora, decode(groups.corpus));
      const engine = async () => engineFor(source, env);
      const visit: Visit = { request, env, context, engine, owner, tool: decode(groups.tool ?? "") };
      response = json(await route.answer(visit), 200, requestId);
    } catch (error) {
      response = errorResponse(error, requestId);
    }
    options.log?.({ requestId, method: request.method, route: name, status: response.status });
    return response;
  };
}

function ownEntry<Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

function decode(component: string): string {
  try {
    return decodeURIComponent(component);
  } catch {
    throw new TransportError("BAD_REQUEST", "the path is not well encoded");
  }
}

function errorResponse(error: unknown, requestId: string): Response {
  if (error instanceof TransportError) {
    const { code, message, status, headers } = error;
    return json({ error: { code, message, requestId } }, status, requestId, headers);
  }
  // What went wrong inside is for the log of the platform, not for the caller.
  console.error(`sonde: request ${requestId} failed`, error);
  const message = "the request failed: try again, and report its requestId if it happens again";
  return json({ error: { code: "INTERNAL", message, requestId } }, 500, requestId);
}

function json(
  body: unknown,
  status: number,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, "content-type": "application/json; charset=utf-8", "x-request-id": requestId },
  });
}
