import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, expectTypeOf, it, vi } from "vitest";
import { engineToolDescriptors } from "../contract/tools.generated.ts";
import type { ToolResult } from "../contract/types.ts";
import { ToolCard, type ToolCardProps } from "../react/index.ts";
import { type CardPart, toAiSdkTools, toCardPart } from "./index.ts";

const meta = { shape: "matches", files: [], truncated: false, total: 0 };
const found: ToolResult = { isError: false, content: [{ type: "text", text: "No matches found" }], meta };
const failed: ToolResult = { isError: true, content: [{ type: "text", text: "Error: bad" }] };

describe("toAiSdkTools", () => {
  const call = vi.fn(async () => ({ ...found, value: { matches: [] } }));
  const tools = toAiSdkTools({ tools: engineToolDescriptors, call });

  it("offers every tool under its name, with its schema marked as the SDK marks its own", () => {
    expect(Object.keys(tools)).toStrictEqual(engineToolDescriptors.map((tool) => tool.name));
    const schema = tools.grep?.inputSchema;
    expect(schema?.jsonSchema).toBe(engineToolDescriptors[0]?.inputSchema);
    expect(schema && Reflect.get(schema, Symbol.for("vercel.ai.schema"))).toBe(true);
    expect(schema?.validate({ anything: 1 })).toStrictEqual({ success: true, value: { anything: 1 } });
    expect(tools.grep?.description).toContain(engineToolDescriptors[0]?.guidelines[0]);
  });

  it("runs the tool with the call's signal, and keeps the value out of the message", async () => {
    const { signal } = new AbortController();
    await expect(tools.grep?.execute({ pattern: "x" }, { abortSignal: signal })).resolves.toStrictEqual(found);
    expect(call).toHaveBeenLastCalledWith("grep", { pattern: "x" }, { signal });
    await tools.glob?.execute({ pattern: "*" });
    expect(call).toHaveBeenLastCalledWith("glob", { pattern: "*" }, {});
  });

  it.each([
    ["a result", found, { type: "text", value: "No matches found" }],
    ["an error", failed, { type: "error-text", value: "Error: bad" }],
    [
      "a call with its output",
      { toolCallId: "1", input: {}, output: failed },
      { type: "error-text", value: "Error: bad" },
    ],
    ["nothing", null, { type: "text", value: "" }],
    ["a call without output", { output: undefined }, { type: "text", value: "" }],
  ])("gives the model the text of %s", (_, output, expected) => {
    expect(tools.grep?.toModelOutput(output)).toStrictEqual(expected);
  });
});

const call = { type: "tool-grep", toolCallId: "1", input: { pattern: "x" } };
const args = { tool: "grep", args: { pattern: "x" } };
const parts: [name: string, part: unknown, expected: CardPart | undefined][] = [
  ["input-streaming", { ...call, state: "input-streaming" }, { ...args, pending: true, state: "streaming" }],
  [
    "input-streaming, nothing yet",
    { type: "tool-grep", state: "input-streaming" },
    { tool: "grep", args: undefined, pending: true, state: "streaming" },
  ],
  ["input-available", { ...call, state: "input-available" }, { ...args, pending: true }],
  [
    "approval-requested",
    { ...call, state: "approval-requested", approval: { id: "a" } },
    { ...args, pending: true, state: "approval" },
  ],
  [
    "approval-responded, yes",
    { ...call, state: "approval-responded", approval: { id: "a", approved: true } },
    { ...args, pending: true, state: "approved" },
  ],
  [
    "approval-responded, no",
    { ...call, state: "approval-responded", approval: { approved: false, reason: "too broad" } },
    { ...args, pending: false, state: "denied", reason: "too broad" },
  ],
  [
    "output-available",
    { ...call, state: "output-available", output: found },
    { ...args, pending: false, result: found },
  ],
  [
    "output-available, preliminary",
    { ...call, state: "output-available", preliminary: true, output: found },
    { ...args, pending: false, result: found },
  ],
  [
    "output-available without output",
    { ...call, state: "output-available" },
    { ...args, pending: false, result: null },
  ],
  [
    "output-error",
    { ...call, state: "output-error", errorText: "worker died" },
    { ...args, pending: false, result: { isError: true, content: [{ type: "text", text: "worker died" }] } },
  ],
  [
    "output-error with input that did not parse",
    { type: "tool-grep", state: "output-error", rawInput: "{", errorText: 5 },
    { tool: "grep", args: "{", pending: false, result: { isError: true, content: [{ type: "text", text: "" }] } },
  ],
  [
    "output-denied",
    { ...call, state: "output-denied", approval: { approved: false, reason: "no" } },
    { ...args, pending: false, state: "denied", reason: "no" },
  ],
  ["output-denied without reason", { ...call, state: "output-denied" }, { ...args, pending: false, state: "denied" }],
  [
    "a dynamic tool",
    { type: "dynamic-tool", toolName: "glob", state: "input-available", input: {} },
    { tool: "glob", args: {}, pending: true },
  ],
  ["a state of a later version", { ...call, state: "output-imagined" }, { ...args, pending: true }],
  ["a dynamic tool without name", { type: "dynamic-tool", state: "input-available" }, undefined],
  ["text", { type: "text", text: "hello" }, undefined],
  ["a part without type", {}, undefined],
  ["null", null, undefined],
  ["a string", "tool-grep", undefined],
];

describe("toCardPart", () => {
  it.each(parts)("%s", (_, part, expected) => {
    expect(toCardPart(part)).toStrictEqual(expected);
  });

  it("fits ToolCard", () => {
    expectTypeOf<CardPart>().toExtend<ToolCardProps>();
  });

  it.each(parts.filter(([, , expected]) => expected !== undefined))("renders %s", (_, part) => {
    const card = toCardPart(part);
    if (card === undefined) throw new Error("no card part");
    expect(renderToStaticMarkup(<ToolCard {...card} />)).toContain("sonde-card");
  });
});
