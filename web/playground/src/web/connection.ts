// Where the tools get the web from: the stored pages, or what the visitor configures.
import {
  brave,
  type Provider,
  remoteSearch,
  searxng,
  tavily,
  type WebTools,
  type WebToolsOptions,
  webTools,
} from "sonde/web-tools";
import { fixtureFetch, fixtureProvider } from "./fixture-web.ts";

export const providerNames = ["none", "remote", "searxng", "brave", "tavily"] as const;
export type ProviderName = (typeof providerNames)[number];

/**
 * What the visitor typed. Threat: keys that outlive the visit or leave the tab.
 * This object lives in the page's memory only: never in storage, in the address,
 * in a log, or in a request other than to the address typed beside the key.
 */
export type Connection = {
  source: "fixtures" | "own";
  proxyUrl: string;
  proxyToken: string;
  provider: ProviderName;
  /** Of the edge handler's /search, or of a SearXNG instance. */
  providerUrl: string;
  providerKey: string;
};

export const fixtureConnection: Connection = {
  source: "fixtures",
  proxyUrl: "",
  proxyToken: "",
  provider: "none",
  providerUrl: "",
  providerKey: "",
};

/** Whether a provider is reached at an address of the visitor's, and whether it takes a key. */
export const providerNeeds: Readonly<Record<ProviderName, { url: boolean; key: boolean }>> = {
  none: { url: false, key: false },
  remote: { url: true, key: true },
  searxng: { url: true, key: false },
  brave: { url: false, key: true },
  tavily: { url: false, key: true },
};

/** The tools over a connection. */
export function toolsOf(connection: Connection): WebTools {
  return webTools(
    connection.source === "fixtures" ? { fetch: fixtureFetch, search: fixtureProvider } : own(connection),
  );
}

function own(connection: Connection): WebToolsOptions {
  const search = providerOf(connection);
  const url = connection.proxyUrl.trim();
  return {
    ...(url !== "" && { proxy: { url, headers: bearer(connection.proxyToken) } }),
    ...(search && { search }),
  };
}

function providerOf({ provider, providerUrl, providerKey }: Connection): Provider | undefined {
  const url = providerUrl.trim();
  const apiKey = providerKey.trim();
  if ((providerNeeds[provider].url && url === "") || (needsKey(provider) && apiKey === "")) return undefined;
  switch (provider) {
    case "remote":
      return remoteSearch({ url, headers: bearer(apiKey) });
    case "searxng":
      return searxng({ url });
    case "brave":
      return brave({ apiKey });
    case "tavily":
      return tavily({ apiKey });
    case "none":
      return undefined;
  }
}

/** A search handler may be public; the others always ask for their key. */
function needsKey(provider: ProviderName): boolean {
  return providerNeeds[provider].key && provider !== "remote";
}

function bearer(token: string): Record<string, string> {
  return token.trim() === "" ? {} : { authorization: `Bearer ${token.trim()}` };
}
