import { TransportError } from "./transport-error.ts";
import type { HandlerOptions } from "./types.ts";

/**
 * The owner of a request: the hash of its token, or "" for a public one. Throws
 * UNAUTHORIZED. Hashes are compared, all of them and all their bytes, so that
 * the time taken tells nothing about a token.
 */
export async function authorize(request: Request, auth: HandlerOptions["auth"], env: unknown): Promise<string> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined) {
    if (auth.public && !request.headers.has("authorization")) return "";
    throw unauthorized("send Authorization: Bearer <token>");
  }
  const tokens = typeof auth.tokens === "function" ? auth.tokens(env) : auth.tokens;
  const given = await hash(token);
  let accepted = false;
  for (const each of tokens) {
    if (sameBytes(given, await hash(each))) accepted = true;
  }
  if (!accepted) throw unauthorized("the token is not accepted");
  return Array.from(given, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function unauthorized(message: string): TransportError {
  return new TransportError("UNAUTHORIZED", message, { "www-authenticate": "Bearer" });
}

async function hash(text: string): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}

function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  let difference = a.length ^ b.length;
  for (const [index, byte] of a.entries()) difference |= byte ^ (b[index] ?? 0);
  return difference === 0;
}
