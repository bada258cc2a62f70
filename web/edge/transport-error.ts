/** Faults of the transport: what a tool can report is a 200 with its result. */
export type TransportCode =
  | "BAD_REQUEST"
  | "UNAUTHORIZED"
  | "NOT_FOUND"
  | "METHOD_NOT_ALLOWED"
  | "BODY_TOO_LARGE"
  | "INTERNAL";

const statuses: Readonly<Record<TransportCode, number>> = {
  BAD_REQUEST: 400,
  UNAUTHORIZED: 401,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  BODY_TOO_LARGE: 413,
  INTERNAL: 500,
};

export class TransportError extends Error {
  readonly code: TransportCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: TransportCode, message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return statuses[this.code];
  }
}
