// A web of our own: answers by URL, and a log of every request. In Node it
// stands in for fetch; under workerd it answers all that leaves the runtime.

export type ScriptedAnswer = {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array | ReadableStream<Uint8Array>;
};

export type Script = Readonly<Record<string, ScriptedAnswer | ((request: Request) => ScriptedAnswer)>>;

export type ScriptedWeb = { fetch: typeof fetch; log: string[]; requests: Request[] };

/** A fetch that knows only the script's URLs; any other is a test's failure, noted in the log and refused. */
export function scriptedWeb(script: Script): ScriptedWeb {
  const log: string[] = [];
  const requests: Request[] = [];
  return {
    log,
    requests,
    async fetch(input, init) {
      const request = new Request(input, init);
      log.push(request.url);
      requests.push(request);
      const entry = script[request.url];
      if (!entry) throw new TypeError("fetch failed", { cause: { code: "ENOTFOUND" } });
      return answer(typeof entry === "function" ? entry(request) : entry);
    },
  };
}

export function answer({ status = 200, headers = {}, body }: ScriptedAnswer): Response {
  const empty = status === 204 || status === 304;
  const response = new Response(empty ? null : ((body ?? "") as BodyInit), { status, headers });
  // Response adds a type of its own to a string body; a server may send none.
  if (headers["content-type"] === undefined) response.headers.delete("content-type");
  return response;
}

export function html(body: string, headers: Record<string, string> = {}): ScriptedAnswer {
  return { headers: { "content-type": "text/html; charset=utf-8", ...headers }, body };
}

export function text(body: string, headers: Record<string, string> = {}): ScriptedAnswer {
  return { headers: { "content-type": "text/plain; charset=utf-8", ...headers }, body };
}

export function redirect(location: string, status = 302): ScriptedAnswer {
  return { status, headers: { location } };
}

/** Bytes from hexadecimal digits; blanks are ignored. */
export function hex(digits: string): Uint8Array {
  const clean = digits.replace(/\s+/g, "");
  return Uint8Array.from({ length: clean.length / 2 }, (_, index) =>
    Number.parseInt(clean.slice(index * 2, index * 2 + 2), 16),
  );
}

/** A stream that yields `chunk` for as long as it is read, and counts what was taken. */
export function endless(chunk: Uint8Array): {
  stream: ReadableStream<Uint8Array>;
  taken: () => number;
  cancelled: () => boolean;
} {
  let taken = 0;
  let cancelled = false;
  const stream = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        taken += chunk.length;
        controller.enqueue(chunk.slice());
      },
      cancel() {
        cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { stream, taken: () => taken, cancelled: () => cancelled };
}
