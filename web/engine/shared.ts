// What every entry of the package's main export shares.
export type { ErrorCode } from "../contract/errors.generated.ts";
export { defaultLimits, edgeLimits, type Limits } from "../contract/limits.generated.ts";
export { SondeError } from "../contract/sonde-error.ts";
export type { JsonValue, TextBlock, ToolDescriptor, ToolError, ToolResult } from "../contract/types.ts";
export type * from "./types.ts";
