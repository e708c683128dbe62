import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { FieldViolation } from "@porchlight/contract/errors";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import { handlerOf } from "../field-types/field-types.ts";
import type { ItemFields } from "./item-data.ts";

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
  const { isValid, requirement } = handlerOf(field);
  if (!isValid(value)) return [violation(at, requirement, "VALIDATION")];
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
