const texts = import.meta.glob<string>("../../../fixtures/cards/*.json", {
  query: "?raw",
  import: "default",
  eager: true,
});

export type Story = { name: string; text: string };
export type StoryValue = { tool: string; args: unknown; result: unknown };

/** Every stored result by its file's name, in that order. */
export const stories: readonly Story[] = Object.entries(texts).map(([path, text]) => ({
  name: path.replace(/^.*\/|\.json$/g, ""),
  text: text.trimEnd(),
}));

/** What an edited text asks to be shown; anything that is JSON can be. */
export function storyOf(text: string): { value: StoryValue; problem?: string } {
  try {
    const json: unknown = JSON.parse(text);
    const { tool, args, result }: { [key: string]: unknown } =
      typeof json === "object" && json !== null ? { ...json } : {};
    return { value: { tool: typeof tool === "string" ? tool : "", args, result } };
  } catch (error) {
    return { value: { tool: "", args: undefined, result: undefined }, problem: (error as Error).message };
  }
}
