import { SondeError } from "../contract/sonde-error.ts";

export function formatError(detail: string): SondeError {
  return SondeError.of("ARCHIVE_FORMAT", { detail });
}

export function truncatedError(detail: string): SondeError {
  return SondeError.of("ARCHIVE_TRUNCATED", { detail });
}

export function limitError(detail: string): SondeError {
  return SondeError.of("ARCHIVE_LIMIT", { detail });
}

export function pathError(detail: string): SondeError {
  return SondeError.of("ARCHIVE_PATH", { detail });
}

/** Why something failed, for a message. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
