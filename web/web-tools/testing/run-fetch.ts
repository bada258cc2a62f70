import { type WebToolsOptions, webTools } from "../index.ts";
import { type Script, scriptedWeb } from "./scripted-web.ts";

export const pub = "https://pub.test/";

/** One web_fetch over a scripted web, with its value, and what was asked for. */
export async function run(
  script: Script,
  url: string,
  args: Record<string, unknown> = {},
  options: WebToolsOptions = {},
) {
  const web = scriptedWeb(script);
  const tools = webTools({ fetch: web.fetch, ...options });
  const result = await tools.call("web_fetch", { url, ...args }, { value: true });
  return { result, log: web.log, web, tools };
}
