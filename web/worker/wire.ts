// How what structured clone can't carry crosses: functions, signals and
// iterables go as handles, and the other side calls back.
import type { ErrorCode } from "../contract/errors.generated.ts";
import { SondeError } from "../contract/sonde-error.ts";
import type { LoadProgress } from "../engine/types.ts";

export type HandleKind = "function" | "iterable" | "signal";

/** Stands for a value that stayed with its owner. */
export type WireHandle = { sondeHandle: number; kind: HandleKind; aborted?: boolean };

export type WireError = { name: string; message: string; code?: ErrorCode; progress?: LoadProgress };

export function toWireError(error: unknown): WireError {
  if (error instanceof SondeError) {
    const { name, message, code, progress } = error;
    return { name, message, code, ...(progress && { progress }) };
  }
  if (error instanceof Error) return { name: error.name, message: error.message };
  return { name: "Error", message: String(error) };
}

export function fromWireError(error: WireError): Error {
  if (error.code) return new SondeError(error.code, error.message, error.progress);
  const plain = new Error(error.message);
  plain.name = error.name;
  return plain;
}

export function isWireHandle(value: unknown): value is WireHandle {
  return typeof value === "object" && value !== null && "sondeHandle" in value;
}

/** Objects written as literals: only these are looked into. */
export function isPlainObject(value: unknown): value is Record<string, unknown> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** An iterable that structured clone does not carry; arrays, bytes and lists it does. */
export function isRemoteIterable(value: unknown): value is AsyncIterable<unknown> | Iterable<unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value) || ArrayBuffer.isView(value)) return false;
  if ("kind" in value || isA("FileList", value) || isA("ReadableStream", value)) return false;
  return Symbol.asyncIterator in value || Symbol.iterator in value;
}

function isA(name: string, value: unknown): boolean {
  const type: unknown = Reflect.get(globalThis, name);
  return typeof type === "function" && value instanceof type;
}
