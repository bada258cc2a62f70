import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliCompressSync, createGzip, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { webTools } from "../web-tools/index.ts";
import { pinnedFetch } from "./pinned-fetch.ts";

let server: Server;
let port = 0;
const hosts: string[] = [];

beforeAll(async () => {
  server = createServer((request, response) => {
    hosts.push(request.headers.host ?? "");
    switch (request.url) {
      case "/bomb": {
        response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" });
        const zeros = Buffer.alloc(1 << 20, "a");
        const gzip = createGzip();
        gzip.pipe(response);
        let left = 2000;
        const more = () => {
          while (left-- > 0) if (!gzip.write(zeros)) return void gzip.once("drain", more);
          gzip.end();
        };
        response.on("close", () => {
          left = 0;
          gzip.destroy();
        });
        more();
        return;
      }
      case "/gzip":
        response
          .writeHead(200, { "content-type": "text/plain; charset=utf-8", "content-encoding": "gzip" })
          .end(gzipSync("zipped é"));
        return;
      case "/br":
        response
          .writeHead(200, { "content-type": "text/plain", "content-encoding": "br" })
          .end(brotliCompressSync("brotli"));
        return;
      case "/deflate":
        response
          .writeHead(200, { "content-type": "text/plain", "content-encoding": "deflate" })
          .end(deflateSync("deflated"));
        return;
      case "/lies":
        response.writeHead(200, { "content-type": "text/plain", "content-encoding": "gzip" }).end("not gzip at all");
        return;
      case "/short":
        response.writeHead(200, { "content-type": "text/plain", "content-length": "100" });
        response.write("only this");
        setTimeout(() => response.destroy(), 10);
        return;
      case "/redirect":
        response.writeHead(302, { location: "http://169.254.169.254/" }).end();
        return;
      default:
        response.writeHead(200, { "content-type": "text/plain" }).end("plain");
    }
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

/** Every name leads to the test server; only its address passes for public. */
function local(addresses: readonly string[] = ["127.0.0.1"]) {
  return pinnedFetch({
    lookup: async () => addresses,
    refused: (address) => (address === "127.0.0.1" ? undefined : "test address"),
  });
}

const page = (path: string) => `http://pinned.test:${port}${path}`;

describe("pinnedFetch", () => {
  it("connects to the checked address and keeps the URL's host", async () => {
    const response = await local()(page("/"));
    expect(await response.text()).toBe("plain");
    expect(hosts.at(-1)).toBe(`pinned.test:${port}`);
  });

  it("refuses a name with any refused address, before a connection", async () => {
    const before = hosts.length;
    await expect(local(["127.0.0.1", "10.0.0.1"])(page("/"))).rejects.toMatchObject({ code: "WEB_RESOLVE_BLOCKED" });
    await expect(local([])(page("/"))).rejects.toMatchObject({ code: "WEB_RESOLVE_BLOCKED" });
    expect(hosts.length).toBe(before);
  });

  it("refuses loopback by default, as a name and as an address", async () => {
    const before = hosts.length;
    await expect(pinnedFetch({ lookup: async () => ["127.0.0.1"] })(page("/"))).rejects.toMatchObject({
      code: "WEB_RESOLVE_BLOCKED",
    });
    await expect(pinnedFetch()(`http://127.0.0.1:${port}/`)).rejects.toMatchObject({ code: "WEB_BLOCKED_URL" });
    await expect(pinnedFetch()(`http://[::1]:${port}/`)).rejects.toMatchObject({ code: "WEB_BLOCKED_URL" });
    expect(hosts.length).toBe(before);
  });

  it.each([
    ["/gzip", "zipped é"],
    ["/br", "brotli"],
    ["/deflate", "deflated"],
  ])("decodes %s", async (path, text) => {
    expect(await (await local()(page(path))).text()).toBe(text);
  });

  it("never follows a redirect", async () => {
    const response = await local()(page("/redirect"), { redirect: "follow" });
    expect([response.status, response.headers.get("location")]).toEqual([302, "http://169.254.169.254/"]);
  });

  it("sends nothing but GET and HEAD", async () => {
    await expect(local()(page("/"), { method: "POST", body: "x" })).rejects.toThrow(TypeError);
    expect((await local()(page("/"), { method: "HEAD" })).status).toBe(200);
  });
});

describe("webTools on pinnedFetch", () => {
  const tools = () => webTools({ fetch: local() });

  it("reports the refusal of an address as its own code", async () => {
    const result = await webTools({ fetch: pinnedFetch({ lookup: async () => ["10.1.2.3"] }) }).call("web_fetch", {
      url: "https://rebind.test/",
    });
    expect(result.error?.code).toBe("WEB_RESOLVE_BLOCKED");
  });

  it("stops a gzip bomb of 2 GB at the cap, with flat memory", async () => {
    const before = process.memoryUsage().rss;
    const result = await tools().call("web_fetch", { url: page("/bomb") }, { value: true });
    expect(result.value).toMatchObject({ totalChars: 5_000_000, truncated: true });
    // The body, its text and a page of it; far below what the bomb would take.
    expect(process.memoryUsage().rss - before).toBeLessThan(200_000_000);
  }, 30_000);

  it.each(["/lies", "/short"])("a server that lies about its body is an error, not an empty page: %s", async (path) => {
    const result = await tools().call("web_fetch", { url: page(path) });
    expect(result.error?.code).toBe("WEB_INVALID_URL");
  });

  it("asks for no refused hop", async () => {
    const before = hosts.length;
    const result = await tools().call("web_fetch", { url: page("/redirect") });
    expect(result.error?.code).toBe("WEB_REDIRECT_BLOCKED");
    expect(hosts.length).toBe(before + 1);
  });

  it("ends the connection when the caller aborts", async () => {
    const controller = new AbortController();
    const running = tools().call("web_fetch", { url: page("/bomb") }, { signal: controller.signal });
    setTimeout(() => controller.abort(), 5);
    expect((await running).error?.code).toBe("WEB_ABORTED");
  });
});
