import { richContentChoices } from "@porchlight/contract/blog/rich-content/choices";
import {
  richContentDecorationData,
  richContentNodeData,
  richContentShapes,
} from "@porchlight/contract/blog/rich-content/shapes";
import type { ViolatedRule } from "@porchlight/contract/field-rules";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";

type Values = Readonly<Record<string, unknown>>;
type Kinds = Readonly<Record<string, string>>;

const shapes: Readonly<Record<string, Kinds>> = richContentShapes;
const choices: Readonly<Record<string, readonly string[]>> = richContentChoices;
const nonFiniteNumbers: readonly unknown[] = ["NaN", "Infinity", "-Infinity"];

/**
 * Validates the members that the contract declares. Other members stay.
 *
 * @throws {InvalidArguments} with the path of the first invalid value.
 */
export function validateNodeData(node: Values, path: string): void {
  validateMembers(node, richContentNodeData, path);
  if (node["style"] != null) validateValue(node["style"], "NodeStyle", `${path}.style`);
}

export function validateDecorationData(decoration: Values, path: string): void {
  validateMembers(decoration, richContentDecorationData, path);
}

export function validateDocumentStyle(style: unknown, path: string): void {
  validateValue(style, "DocumentStyle", path);
}

function validateMembers(values: Values, kinds: Kinds, path: string): void {
  for (const name in values) {
    const value = values[name];
    if (value == null || !Object.hasOwn(kinds, name)) continue;
    validateValue(value, kinds[name] ?? "", `${path}.${name}`);
  }
}

/** The recursion is as deep as the contract's types nest. */
function validateValue(value: unknown, kind: string, path: string): void {
  const [, item, maxItems] = /^(.+)\[\](\d*)$/.exec(kind) ?? [];
  const members = shapes[kind];
  const allowed = choices[kind];
  if (item !== undefined) {
    validateList(value, item, maxItems ? Number(maxItems) : Number.POSITIVE_INFINITY, path);
  } else if (members !== undefined) {
    if (!isObject(value)) reject(path, "must be an object");
    validateMembers(value, members, path);
  } else if (allowed !== undefined) {
    if (!allowed.some((one) => one === value)) reject(path, `must be one of ${allowed.join(", ")}`);
  } else if (kind === "Decoration") {
    if (!isObject(value)) reject(path, "must be an object with a type");
    validateDecorationData(value, path);
  } else if (kind === "object" || kind === "texts") {
    if (!isObject(value)) reject(path, "must be an object");
    for (const name in kind === "texts" ? value : {}) validateScalar(value[name], "text", `${path}.${name}`);
  } else {
    validateScalar(value, kind, path);
  }
}

function validateScalar(value: unknown, kind: string, path: string): void {
  const [name, limit] = kind.split("<=");
  const max = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  if (name === "boolean") {
    if (typeof value !== "boolean") reject(path, "must be true or false");
  } else if (name === "number") {
    if (typeof value !== "number" && !nonFiniteNumbers.includes(value)) reject(path, "must be a number");
    if (Number(value) > max) reject(path, `must be at most ${max}`, "MAX");
  } else {
    if (typeof value !== "string") reject(path, "must be a string");
    if (value.length > max) reject(path, `must have at most ${max} characters`, "MAX_LENGTH");
  }
}

function validateList(value: unknown, item: string, maxItems: number, path: string): void {
  if (!Array.isArray(value)) reject(path, "must be a list");
  if (value.length > maxItems) reject(path, `must have at most ${maxItems} entries`, "MAX_SIZE");
  for (const [index, entry] of value.entries()) {
    if (entry !== null) validateValue(entry, item, `${path}.${index}`);
  }
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function reject(field: string, description: string, rule: ViolatedRule = "VALIDATION"): never {
  throw new InvalidArguments([violation(field, description, rule)]);
}
