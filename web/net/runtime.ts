import { WebError } from "./web-error.ts";

/**
 * The error for a request that got no answer. A browser reports a page that may
 * not be read across origins and a dead server alike, as a TypeError without a
 * cause; Node gives a cause, and the other server runtimes have no CORS at all.
 */
export function networkFailure(error: unknown, url: URL): WebError {
  if (error instanceof WebError) return error;
  if (error instanceof TypeError && error.cause === undefined && !isServerRuntime()) {
    return WebError.of("WEB_CORS_BLOCKED", { url: url.href });
  }
  return WebError.of("WEB_INVALID_URL", {
    detail: `${url.host} gave no complete answer${reasonOf(error)}; check the address, or choose another source`,
  });
}

/** Whether this is a page or a worker of a browser. Server runtimes have worker globals too, but name themselves. */
export function isBrowser(): boolean {
  return ("document" in globalThis || "WorkerGlobalScope" in globalThis) && !isServerRuntime();
}

function isServerRuntime(): boolean {
  const agent = typeof navigator === "object" ? (navigator.userAgent ?? "") : "";
  return /^(?:Cloudflare-Workers|Deno|Bun)\b/.test(agent) || "EdgeRuntime" in globalThis;
}

/** A system code such as ECONNREFUSED; messages are left out, they may hold internals. */
function reasonOf(error: unknown): string {
  const causes = [error instanceof Error ? error.cause : undefined, error];
  for (const cause of causes) {
    const code: unknown = typeof cause === "object" && cause !== null && "code" in cause ? cause.code : undefined;
    if (typeof code === "string" && /^[A-Z][A-Z_0-9]{2,40}$/i.test(code)) return ` (${code})`;
  }
  return "";
}
