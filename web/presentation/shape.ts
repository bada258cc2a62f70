// Shapes are data: the narrowers read values by them, and the published JSON
// Schema is generated from them. The builders tie each shape to its TypeScript
// type, so that neither can change alone.
import type { CardIssueCode } from "./types.ts";

/** What was wrong, and where. Called for every finding, also for those that do not refuse the value. */
export type Report = (path: string, code: CardIssueCode) => void;

/** `lenient` turns a wrong optional field into an absent one. */
export type Reading = { report: Report; lenient: boolean };

type JsonSchema = Readonly<Record<string, unknown>>;

type Optional = {
  readonly node: ShapeNode;
  /** A wrong value is dropped and the rest kept; otherwise it refuses the whole. */
  readonly drop: boolean;
};

export type ShapeNode =
  | { readonly type: "string" | "boolean" }
  | { readonly type: "integer"; readonly minimum?: number }
  | { readonly type: "constant"; readonly value: string }
  | { readonly type: "array"; readonly items: ShapeNode }
  | {
      readonly type: "object";
      readonly required: Readonly<Record<string, ShapeNode>>;
      readonly optional: Readonly<Record<string, Optional>>;
    }
  | {
      readonly type: "checked";
      /** `owner` is the object that holds the value. */
      readonly accepts: (value: unknown, owner: JsonRecord) => boolean;
      readonly schema: JsonSchema;
    };

export type JsonRecord = Readonly<Record<string, unknown>>;

declare const described: unique symbol;
export type Shape<T> = ShapeNode & { readonly [described]?: T };

type RequiredKeys<T> = { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T];
type OptionalKeys<T> = Exclude<keyof T, RequiredKeys<T>>;

export const text: Shape<string> = { type: "string" };
export const flag: Shape<boolean> = { type: "boolean" };
export const integer: Shape<number> = { type: "integer" };
export const count: Shape<number> = { type: "integer", minimum: 0 };
export const lineNumber: Shape<number> = { type: "integer", minimum: 1 };

export function constant<T extends string>(value: T): Shape<T> {
  return { type: "constant", value };
}

export function list<T>(items: Shape<T>): Shape<T[]> {
  return { type: "array", items };
}

export function checked<T>(schema: JsonSchema, accepts: (value: unknown, owner: JsonRecord) => boolean): Shape<T> {
  return { type: "checked", schema, accepts };
}

/** An object of exactly the fields of `T`; unknown fields of a value are left behind. */
export function record<T extends object>(
  required: { readonly [K in RequiredKeys<T>]: Shape<T[K]> },
  optional: { readonly [K in OptionalKeys<T>]-?: OptionalShape<Exclude<T[K], undefined>> },
): Shape<T> {
  return { type: "object", required, optional };
}

export type OptionalShape<T> = { readonly node: Shape<T>; readonly drop: boolean };

/** A wrong value is dropped and the rest kept. */
export function droppable<T>(node: Shape<T>): OptionalShape<T> {
  return { node, drop: true };
}

/** A wrong value refuses the object that holds it. */
export function strict<T>(node: Shape<T>): OptionalShape<T> {
  return { node, drop: false };
}

export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An integer of at least `minimum`. */
export function isInteger(value: unknown, minimum = Number.NEGATIVE_INFINITY): value is number {
  return Number.isInteger(value) && (value as number) >= minimum;
}

/** A fresh copy of what `shape` describes, or undefined when `value` does not fit. Linear in the size of `value`. */
export function read<T>(shape: Shape<T>, value: unknown, reading: Reading, path = ""): T | undefined {
  return readNode(shape, value, {}, reading, path) as T | undefined;
}

function readNode(node: ShapeNode, value: unknown, owner: JsonRecord, reading: Reading, path: string): unknown {
  if (node.type === "array") {
    if (Array.isArray(value)) {
      const items: unknown[] = [];
      for (const item of value) {
        const kept = readNode(node.items, item, owner, reading, `${path}/${items.length}`);
        if (kept === undefined) return undefined;
        items.push(kept);
      }
      return items;
    }
  } else if (node.type === "object") {
    if (isRecord(value)) return readFields(node.required, node.optional, value, reading, path);
  } else if (fits(node, value, owner)) {
    return value;
  }
  reading.report(path, value === undefined ? "missing" : "wrong-type");
  return undefined;
}

type LeafNode = Exclude<ShapeNode, { readonly type: "array" | "object" }>;

function fits(node: LeafNode, value: unknown, owner: JsonRecord): boolean {
  if (node.type === "integer") return isInteger(value, node.minimum);
  if (node.type === "constant") return value === node.value;
  if (node.type === "checked") return node.accepts(value, owner);
  return typeof value === node.type;
}

function readFields(
  required: Readonly<Record<string, ShapeNode>>,
  optional: Readonly<Record<string, Optional>>,
  value: JsonRecord,
  reading: Reading,
  path: string,
): JsonRecord | undefined {
  const fields: Record<string, unknown> = {};
  for (const name in required) {
    const kept = readNode(required[name] as ShapeNode, value[name], value, reading, `${path}/${name}`);
    if (kept === undefined) return undefined;
    fields[name] = kept;
  }
  for (const name in optional) {
    const field = value[name];
    if (field === undefined) continue;
    const { node, drop } = optional[name] as Optional;
    const mayDrop = drop || reading.lenient;
    const within = mayDrop ? { ...reading, report: ignore } : reading;
    const kept = readNode(node, field, value, within, `${path}/${name}`);
    if (kept !== undefined) fields[name] = kept;
    else if (mayDrop) reading.report(`${path}/${name}`, field === null ? "null-as-absent" : "dropped");
    else return undefined;
  }
  return fields;
}

export const ignore: Report = () => {};
