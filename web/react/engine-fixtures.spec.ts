import { describe, expect, it } from "vitest";
import { makeCardFixtures } from "../../scripts/card-fixtures.mjs";
import { createEngine } from "../engine/entry-node.ts";
import { webTools } from "../web-tools/index.ts";
import { cardFixtures, cardFixtureText } from "./testing/fixtures.ts";

describe("fixtures that the engine makes", () => {
  it("are what it answers now: else run npm run fixtures:cards, and look at the difference", async () => {
    const made = await makeCardFixtures({ createEngine, webTools });
    const stored = cardFixtures.filter(({ origin }) => origin === "engine").map(({ name }) => `${name}.json`);
    expect([...made.keys()].sort()).toStrictEqual(stored.sort());
    const stale = [...made].filter(([file, text]) => cardFixtureText(file) !== text).map(([file]) => file);
    expect(stale).toStrictEqual([]);
  });

  it("leave the stored results of the seed's form alone", () => {
    for (const fixture of cardFixtures.filter(({ name }) => name.startsWith("seed-"))) {
      expect(fixture).toMatchObject({ origin: "seed", neverRegenerate: true });
    }
  });
});
