import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { FieldType } from "@porchlight/contract/data/collections/collection-values";
import type { FieldViolation } from "@porchlight/contract/errors";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import { type ItemFields, readDate } from "./item-data.ts";

type Fits = (value: unknown) => boolean;

const isText: Fits = (value) => typeof value === "string";
const isObject: Fits = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
const isDate: Fits = (value) => readDate(value) !== undefined;

const isFile: Fits = (value) => isText(value) || isObject(value);
const file: [Fits, string] = [isFile, "has to be an address, or an object with one"];
const files: [Fits, string] = [
  (value) => Array.isArray(value) && value.every(isFile),
  "has to be a list of addresses, or of objects with one",
];

/** What values of a type are; types that are not named take any. Source: entities.md, "Type". */
const fits: Partial<Record<FieldType, [test: Fits, description: string]>> = {
  TEXT: [isText, "has to be a text"],
  URL: [isText, "has to be a text"],
  RICH_TEXT: [isText, "has to be a text"],
  SLUG: [isText, "has to be a text"],
  LANGUAGE: [isText, "has to be a text"],
  REFERENCE: [(value) => isText(value) || isObject(value), "has to be the id of an item"],
  EMAIL: [(value) => typeof value === "string" && /^[^\s@]{1,64}@[^\s@]{1,254}$/.test(value), "has to be an e-mail"],
  NUMBER: [(value) => typeof value === "number", "has to be a number"],
  BOOLEAN: [(value) => typeof value === "boolean", "has to be true or false"],
  DATE: [(value) => isDate(value) || isText(value), "has to be a date"],
  DATETIME: [isDate, "has to be a date"],
  TIME: [
    (value) => typeof value === "string" && /^\d\d:\d\d(:\d\d(\.\d{1,9})?)?$/.test(value),
    "has to be a time, like 14:30",
  ],
  OBJECT: [isObject, "has to be an object"],
  ADDRESS: [isObject, "has to be an object"],
  ARRAY: [Array.isArray, "has to be a list"],
  ARRAY_STRING: [(value) => Array.isArray(value) && value.every(isText), "has to be a list of texts"],
  IMAGE: file,
  DOCUMENT: file,
  VIDEO: file,
  AUDIO: file,
  MEDIA_IMAGE: file,
  MEDIA_VECTOR_ART: file,
  ARRAY_DOCUMENT: files,
  MEDIA_GALLERY: files,
  RICH_CONTENT: [isObject, "has to be an object"],
  PAGE_LINK: [isText, "has to be a text"],
};

/** Of what is wrong with one item; an item may have as many unknown fields as it has room for. */
const mostTold = 100;

/**
 * In a collection that is strict, what an item holds fits its fields: types, what is required, ranges; and there are no others.
 *
 * @throws {InvalidArguments}
 */
export function checkFields(collection: Collection, fields: ItemFields): void {
  if (!collection.strict) return;
  const violations = [...collection.fields.values()].flatMap((field) => violationsOf(field, fields[field.key]));
  for (const key of Object.keys(fields)) {
    if (violations.length >= mostTold) break;
    // What is hidden from the caller is not the caller's to put right.
    if (!collection.fields.has(key) && !collection.hidden.has(key)) {
      violations.push(violation(`dataItem.data.${key}`, "is no field of the collection", "FIELD_NOT_ALLOWED"));
    }
  }
  if (violations.length > 0) throw new InvalidArguments(violations);
}

export const fitsField = (field: CollectionField, value: unknown): boolean => violationsOf(field, value).length === 0;

function violationsOf(field: CollectionField, value: unknown): FieldViolation[] {
  const at = `dataItem.data.${field.key}`;
  if (value === undefined || value === null) {
    const isMissing = field.required === true && field.type !== "MULTI_REFERENCE";
    return isMissing ? [violation(at, "has to have a value", "REQUIRED_FIELD")] : [];
  }
  const [test, description] = (field.type && fits[field.type]) ?? [() => true, ""];
  if (!test(value)) return [violation(at, description, "VALIDATION")];
  const { numberRange, stringLengthRange, arraySizeRange } = field;
  return [
    ...(typeof value === "number"
      ? outside(at, value, numberRange?.gte ?? numberRange?.min, numberRange?.lte ?? numberRange?.max, ["MIN", "MAX"])
      : []),
    ...(typeof value === "string"
      ? outside(at, [...value].length, stringLengthRange?.minLength, stringLengthRange?.maxLength, [
          "MIN_LENGTH",
          "MAX_LENGTH",
        ])
      : []),
    ...(Array.isArray(value)
      ? outside(at, value.length, arraySizeRange?.minSize, arraySizeRange?.maxSize, ["MIN_SIZE", "MAX_SIZE"])
      : []),
  ];
}

function outside(
  at: string,
  size: number,
  least: number | null | undefined,
  most: number | null | undefined,
  [tooSmall, tooLarge]: [string, string],
): FieldViolation[] {
  if (least != null && size < least) return [violation(at, `has to be at least ${least}`, tooSmall)];
  if (most != null && size > most) return [violation(at, `has to be at most ${most}`, tooLarge)];
  return [];
}
