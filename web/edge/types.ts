import type { Engine } from "../engine/types.ts";

/** An engine, or how to make it on the first request that needs it; concurrent first requests share one. */
export type EngineSource = Engine | ((env: unknown) => Promise<Engine>);

export type LogEntry = {
  requestId: string;
  method: string;
  /** The route's pattern, never what was searched for. */
  route: string;
  status: number;
};

export type HandlerOptions = {
  /** Serves /tools. */
  engine?: EngineSource;
  /** Serves /c/:corpus/tools, by name. */
  corpora?: Readonly<Record<string, EngineSource>>;
  auth: {
    /** Accepted bearer tokens; each is an owner of its own. */
    tokens: readonly string[] | ((env: unknown) => readonly string[]);
    /** Also answers requests without a token. Default false. */
    public?: boolean;
  };
  limits?: {
    /** Largest request body. Default 1 MiB. */
    maxBodyBytes?: number;
  };
  log?: (entry: LogEntry) => void;
};

/** What a runtime gives a request to work with. */
export type EdgeContext = { waitUntil?(work: Promise<unknown>): void };
