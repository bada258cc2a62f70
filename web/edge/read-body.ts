import { TransportError } from "./transport-error.ts";

export type ToolRequest = { args: unknown; contextUsage?: { percentUsed: number } };

/** The body of a tool call: `{args, contextUsage?}`. Throws BAD_REQUEST and BODY_TOO_LARGE. */
export async function readToolRequest(request: Request, maxBytes: number): Promise<ToolRequest> {
  const body = parse(await readText(request, maxBytes));
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new TransportError("BAD_REQUEST", "the body must be a JSON object with args");
  }
  for (const key of Object.keys(body)) {
    if (key === "args" || key === "contextUsage") continue;
    throw new TransportError(
      "BAD_REQUEST",
      `the body has no field ${JSON.stringify(key)}: send args and contextUsage only`,
    );
  }
  return body as ToolRequest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TransportError("BAD_REQUEST", "the body is not JSON");
  }
}

async function readText(request: Request, maxBytes: number): Promise<string> {
  const reader = request.body?.getReader();
  if (!reader) return "";
  const decoder = new TextDecoder();
  let text = "";
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > maxBytes) {
      await reader.cancel();
      throw new TransportError("BODY_TOO_LARGE", `the body has more than ${maxBytes} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
