// fetch for servers on Node: the address that was checked is the address that
// is connected to.
import { lookup as dnsLookup } from "node:dns";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import { Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { isAddress, refusedAddress } from "../net/address.ts";
import { WebError } from "../net/web-error.ts";

export type PinnedFetchOptions = {
  /** All addresses of a host name. Default: the system's resolver. */
  lookup?: (hostname: string) => Promise<readonly string[]>;
  /** The reason why an address must not be contacted, or undefined. Default: everything but public addresses. For tests on loopback. */
  refused?: (address: string) => string | undefined;
};

/**
 * A `fetch` for webTools on Node. Threat: DNS rebinding. A resolver that is asked
 * once for the check and once for the connection can answer differently; here
 * the connection itself resolves, every answer must be public, and the socket
 * goes to one of those. Host header and TLS name stay the URL's. Redirects are
 * never followed, whatever `init.redirect` says. GET and HEAD only, no body.
 * Rejects with WEB_RESOLVE_BLOCKED or WEB_BLOCKED_URL, or as the connection fails.
 */
export function pinnedFetch({
  lookup = systemLookup,
  refused = refusedAddress,
}: PinnedFetchOptions = {}): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    if (request.method !== "GET" && request.method !== "HEAD")
      throw new TypeError(`pinnedFetch can't ${request.method}`);
    const url = new URL(request.url);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    // A literal is connected to without a lookup, so it is checked here.
    const reason = isAddress(host) ? refused(host) : undefined;
    if (reason !== undefined) throw WebError.of("WEB_BLOCKED_URL", { detail: `${host} is a ${reason}` });
    return send(request, url, checkedLookup(lookup, refused));
  };
}

/** A connection's lookup that hands out checked addresses only. */
function checkedLookup(
  lookup: NonNullable<PinnedFetchOptions["lookup"]>,
  refused: (address: string) => string | undefined,
): LookupFunction {
  return (hostname, options, callback) => {
    const fail = (error: NodeJS.ErrnoException) => callback(error, "");
    lookup(hostname).then((addresses) => {
      for (const address of addresses) {
        const reason = refused(address);
        if (reason !== undefined) {
          fail(WebError.of("WEB_RESOLVE_BLOCKED", { host: hostname, detail: `${address} is a ${reason}` }));
          return;
        }
      }
      const [first] = addresses;
      if (first === undefined)
        fail(WebError.of("WEB_RESOLVE_BLOCKED", { host: hostname, detail: "it has no address" }));
      else if (options.all)
        callback(
          null,
          addresses.map((address) => ({ address, family: familyOf(address) })),
        );
      else callback(null, first, familyOf(first));
    }, fail);
  };
}

function familyOf(address: string): 4 | 6 {
  return address.includes(":") ? 6 : 4;
}

function systemLookup(hostname: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    dnsLookup(hostname, { all: true }, (error, found) =>
      error ? reject(error) : resolve(found.map(({ address }) => address)),
    );
  });
}

function send(request: Request, url: URL, lookup: LookupFunction): Promise<Response> {
  const start = url.protocol === "https:" ? httpsRequest : httpRequest;
  const headers = {
    // Not deflate: servers disagree on what it is.
    "accept-encoding": "gzip, br",
    ...Object.fromEntries(request.headers),
  };
  return new Promise((resolve, reject) => {
    // No agent: a pooled connection could have been opened before a name was checked.
    const outgoing = start(url, { method: request.method, headers, lookup, agent: false, signal: request.signal });
    outgoing.on("error", reject);
    outgoing.on("response", (incoming) => {
      try {
        resolve(toResponse(incoming, request.method));
      } catch (error) {
        incoming.destroy();
        reject(error);
      }
    });
    outgoing.end();
  });
}

function toResponse(incoming: IncomingMessage, method: string): Response {
  const headers = new Headers();
  for (let at = 0; at + 1 < incoming.rawHeaders.length; at += 2) {
    const [name = "", value = ""] = incoming.rawHeaders.slice(at, at + 2);
    headers.append(name, value);
  }
  const status = incoming.statusCode ?? 0;
  // Response can't be made with these.
  if (status < 200 || status > 599) throw new TypeError(`HTTP status ${status}`);
  if (method === "HEAD" || status === 204 || status === 205 || status === 304) {
    incoming.resume();
    return new Response(null, { status, headers });
  }
  // Node's web streams pull as they are read, so a bomb inflates no further than its reader goes.
  const body = Readable.toWeb(decoded(incoming)) as ReadableStream<Uint8Array>;
  return new Response(body, { status, headers });
}

function decoded(incoming: IncomingMessage): Readable {
  const encoding = (incoming.headers["content-encoding"] ?? "").trim().toLowerCase();
  const decoder =
    encoding === "gzip" || encoding === "x-gzip"
      ? createGunzip()
      : encoding === "deflate"
        ? createInflate()
        : encoding === "br"
          ? createBrotliDecompress()
          : undefined;
  if (!decoder) return incoming;
  incoming.on("error", (error) => decoder.destroy(error));
  decoder.on("close", () => incoming.destroy());
  return incoming.pipe(decoder);
}
