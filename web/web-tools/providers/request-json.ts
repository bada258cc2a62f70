import type { Deadline } from "../../net/deadline.ts";
import { startDeadline } from "../../net/deadline.ts";
import { discardBody, readBody } from "../../net/read-body.ts";
import { WebError } from "../../net/web-error.ts";
import { defaultWebLimits } from "../../net/web-limits.ts";

export type ProviderRequest = {
  provider: string;
  url: string;
  init?: RequestInit;
  fetch?: typeof fetch | undefined;
  signal: AbortSignal;
  /** Advice for statuses that have a known cause. */
  hints?: Readonly<Record<number, string>>;
};

/** A provider's error; `detail` must not hold a key or a body. */
export function providerError(provider: string, detail: string): WebError {
  return WebError.of("WEB_PROVIDER_ERROR", { provider, detail });
}

/**
 * The JSON object that a provider answers. Anything but HTTP 200 with a JSON
 * object is a WEB_PROVIDER_ERROR: a throttled provider must not look like one
 * that found nothing.
 */
export async function requestJson(request: ProviderRequest): Promise<Record<string, unknown>> {
  const deadline = startDeadline(request.signal, defaultWebLimits.providerTimeoutMs, request.provider);
  try {
    return await receive(request, deadline);
  } catch (error) {
    const ended = deadline.ended();
    if (ended?.code === "WEB_FETCH_TIMEOUT") {
      throw providerError(request.provider, `it did not answer within ${defaultWebLimits.providerTimeoutMs} ms`);
    }
    if (error instanceof WebError) throw error;
    throw ended ?? providerError(request.provider, "it could not be reached");
  } finally {
    deadline.dispose();
  }
}

async function receive(
  { provider, url, init, hints, ...request }: ProviderRequest,
  deadline: Deadline,
): Promise<Record<string, unknown>> {
  const send = request.fetch ?? fetch;
  // Threat: a redirect would carry the key in our headers to another host.
  const response = await deadline.race(send(url, { ...init, redirect: "manual", signal: deadline.signal }));
  const { status } = response;
  if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
    discardBody(response);
    throw providerError(
      provider,
      `it answered with a redirect (HTTP ${status}), which is not followed; check its address`,
    );
  }
  if (status !== 200) {
    discardBody(response);
    throw providerError(provider, statusDetail(status, hints));
  }
  const body = await readBody(response, defaultWebLimits.providerMaxBytes, deadline);
  if (body.truncated)
    throw providerError(provider, `its answer is larger than ${defaultWebLimits.providerMaxBytes} bytes`);
  const json = parse(new TextDecoder().decode(body.bytes));
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw providerError(provider, "its answer (HTTP 200) is not a JSON object");
  }
  return json as Record<string, unknown>;
}

function statusDetail(status: number, hints: ProviderRequest["hints"]): string {
  const hint = hints?.[status];
  if (hint !== undefined) return `HTTP ${status}: ${hint}`;
  if (status === 401 || status === 403) return `HTTP ${status}: it refused the key`;
  if (status === 429 || status === 202) return `HTTP ${status}: it is throttling requests`;
  return `HTTP ${status}`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The list of objects in a field, or an error that names the field: another shape is a failure, not an empty result. */
export function objectList(provider: string, value: unknown, field: string): Record<string, unknown>[] {
  if (!Array.isArray(value)) throw providerError(provider, `its answer has no list in ${field}`);
  return value.filter(
    (item): item is Record<string, unknown> => typeof item === "object" && item !== null && !Array.isArray(item),
  );
}

export function textOf(value: unknown): string | undefined {
  return typeof value === "string" && value.trim() !== "" ? value : undefined;
}

/** Sources of a result list. Items without an address are left out; a list of nothing but such items has another shape. */
export function sourcesOf<T extends { url: string | undefined }>(
  provider: string,
  items: T[],
): (T & { url: string })[] {
  const sources = items.filter((item): item is T & { url: string } => item.url !== undefined);
  if (items.length > 0 && sources.length === 0) throw providerError(provider, "none of its results has an address");
  return sources;
}
