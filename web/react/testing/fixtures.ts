import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export type CardFixture = {
  name: string;
  tool: string;
  args: unknown;
  result: { isError: boolean; content: { type: "text"; text: string }[]; meta?: unknown };
  origin: "seed" | "hand" | "engine";
  expect: "search" | "web" | "signal" | "text";
};

const folder = join(import.meta.dirname, "../../../fixtures/cards");

/** Every stored tool result under fixtures/cards, by name. */
export const cardFixtures: readonly CardFixture[] = readdirSync(folder)
  .filter((file) => file.endsWith(".json"))
  .sort()
  .map((file) => JSON.parse(readFileSync(join(folder, file), "utf8")));

export function cardFixture(name: string): CardFixture {
  const found = cardFixtures.find((fixture) => fixture.name === name);
  if (found === undefined) throw new Error(`no fixture ${name}`);
  return found;
}

export function cardFixtureText(file: string): string {
  return readFileSync(join(folder, file), "utf8");
}
