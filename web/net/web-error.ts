import type { ErrorCode } from "../contract/errors.generated.ts";
import { errorMessage, SondeError } from "../contract/sonde-error.ts";

/** An error of the web tools. Its message names the fix; it never holds a key, a token or a response body. */
export class WebError extends SondeError {
  constructor(code: ErrorCode, message: string) {
    super(code, message);
    this.name = "WebError";
  }

  static override of(code: ErrorCode, values: Record<string, string | number> = {}): WebError {
    return new WebError(code, errorMessage(code, values));
  }
}
