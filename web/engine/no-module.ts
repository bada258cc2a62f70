import { errorMessage, SondeError } from "../contract/sonde-error.ts";

/** ENGINE_NO_MODULE, with what the runtime said. */
export function noModule(cause?: unknown): SondeError {
  const reason = cause instanceof Error ? ` (${cause.message})` : "";
  return new SondeError("ENGINE_NO_MODULE", `${errorMessage("ENGINE_NO_MODULE")}${reason}`);
}
