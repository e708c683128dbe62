import { richContentChoices } from "@porchlight/contract/blog/rich-content/choices";
import {
  richContentDecorationData,
  richContentNodeData,
  richContentShapes,
} from "@porchlight/contract/blog/rich-content/shapes";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";

type Values = Readonly<Record<string, unknown>>;
type Kinds = Readonly<Record<string, string>>;

const shapes: Readonly<Record<string, Kinds>> = richContentShapes;
const choices: Readonly<Record<string, readonly string[]>> = richContentChoices;
const floatWords: readonly unknown[] = ["NaN", "Infinity", "-Infinity"];

/**
 * Members of a node that the contract declares have the kind of value that it declares. Others stay as they are.
 *
 * @throws {InvalidArguments} with the place of the first thing that is wrong.
 */
export function checkNodeData(node: Values, place: string): void {
  checkMembers(node, richContentNodeData, place);
  if (node["style"] != null) checkValue(node["style"], "NodeStyle", `${place}.style`);
}

/** The same for what a decoration carries. */
export function checkDecorationData(decoration: Values, place: string): void {
  checkMembers(decoration, richContentDecorationData, place);
}

/** The same for the styles of a whole document. */
export function checkDocumentStyle(style: unknown, place: string): void {
  checkValue(style, "DocumentStyle", place);
}

function checkMembers(values: Values, kinds: Kinds, place: string): void {
  for (const name in values) {
    const value = values[name];
    if (value == null || !Object.hasOwn(kinds, name)) continue;
    checkValue(value, kinds[name] ?? "", `${place}.${name}`);
  }
}

/** Calls itself no deeper than shapes hold each other in the contract. */
function checkValue(value: unknown, kind: string, place: string): void {
  const [, item, most] = /^(.+)\[\](\d*)$/.exec(kind) ?? [];
  const members = shapes[kind];
  const allowed = choices[kind];
  if (item !== undefined) {
    checkList(value, item, most ? Number(most) : Number.POSITIVE_INFINITY, place);
  } else if (members !== undefined) {
    if (!isObject(value)) refuse(place, "must be an object");
    checkMembers(value, members, place);
  } else if (allowed !== undefined) {
    if (!allowed.includes(value as string)) refuse(place, `must be one of ${allowed.join(", ")}`);
  } else if (kind === "Decoration") {
    if (!isObject(value)) refuse(place, "must be an object with a type");
    checkDecorationData(value, place);
  } else if (kind === "object" || kind === "texts") {
    if (!isObject(value)) refuse(place, "must be an object");
    for (const name in kind === "texts" ? value : {}) checkPlain(value[name], "text", `${place}.${name}`);
  } else {
    checkPlain(value, kind, place);
  }
}

function checkPlain(value: unknown, kind: string, place: string): void {
  const [name, limit] = kind.split("<=");
  const greatest = limit === undefined ? Number.POSITIVE_INFINITY : Number(limit);
  if (name === "boolean") {
    if (typeof value !== "boolean") refuse(place, "must be true or false");
  } else if (name === "number") {
    if (typeof value !== "number" && !floatWords.includes(value)) refuse(place, "must be a number");
    if (Number(value) > greatest) refuse(place, `must be at most ${greatest}`, "MAX");
  } else {
    if (typeof value !== "string") refuse(place, "must be a text");
    if (value.length > greatest) refuse(place, `must have at most ${greatest} characters`, "MAX_LENGTH");
  }
}

function checkList(value: unknown, item: string, most: number, place: string): void {
  if (!Array.isArray(value)) refuse(place, "must be a list");
  if (value.length > most) refuse(place, `must have at most ${most} entries`, "MAX_SIZE");
  for (const [index, one] of value.entries()) {
    if (one !== null) checkValue(one, item, `${place}.${index}`);
  }
}

function isObject(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function refuse(field: string, description: string, rule = "VALIDATION"): never {
  throw new InvalidArguments([violation(field, description, rule)]);
}
