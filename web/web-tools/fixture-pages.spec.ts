import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import pages from "../../fixtures/web/pages.json" with { type: "json" };
import { webTools } from "./index.ts";
import { fetchValue } from "./testing/check.ts";

// fixtures/web: NAME.html as the server sends it, NAME.md what a reader should
// get, pages.json the Content-Type. The expectations are written by hand.
const folder = `${import.meta.dirname}/../../fixtures/web`;

describe("fixture pages", () => {
  it("are at least 30, each with its expectation", () => {
    const names = readdirSync(folder).filter((name) => name.endsWith(".html"));
    expect(names.length).toBeGreaterThanOrEqual(30);
    expect(names.map((name) => name.slice(0, -5)).sort()).toEqual(Object.keys(pages).sort());
  });

  it.each(Object.entries(pages))("%s", async (name, contentType) => {
    const body = readFileSync(`${folder}/${name}.html`);
    const fetch = async () => new Response(body, { headers: { "content-type": contentType } });
    const result = await webTools({ fetch }).call(
      "web_fetch",
      { url: `https://fixtures.test/${name}.html` },
      { value: true },
    );
    expect(`${fetchValue(result).body.content}\n`).toBe(readFileSync(`${folder}/${name}.md`, "utf8"));
  });
});
