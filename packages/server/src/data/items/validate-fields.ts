import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { FieldViolation } from "@porchlight/contract/errors";
import type { ViolatedRule } from "@porchlight/contract/field-rules";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import { handlerOf } from "../field-types/field-types.ts";
import type { ItemFields } from "./item-data.ts";

/** Violations reported for one item: the number of unknown fields has no limit. */
const maxViolations = 100;

/**
 * Validates types, required values and ranges in a strict collection, and rejects unknown fields.
 *
 * @throws {InvalidArguments}
 */
export function validateFields(collection: Collection, fields: ItemFields): void {
  if (!collection.strict) return;
  const violations = [...collection.fields.values()].flatMap((field) => violationsOf(field, fields[field.key]));
  for (const key of Object.keys(fields)) {
    if (violations.length >= maxViolations) break;
    if (!collection.fields.has(key) && !collection.hidden.has(key)) {
      violations.push(violation(`dataItem.data.${key}`, "is not a field of the collection", "FIELD_NOT_ALLOWED"));
    }
  }
  if (violations.length > 0) throw new InvalidArguments(violations);
}

export const isValidField = (field: CollectionField, value: unknown): boolean =>
  violationsOf(field, value).length === 0;

function violationsOf(field: CollectionField, value: unknown): FieldViolation[] {
  const path = `dataItem.data.${field.key}`;
  if (value === undefined || value === null) {
    const isMissing = field.required === true && field.type !== "MULTI_REFERENCE";
    return isMissing ? [violation(path, "is required", "REQUIRED_FIELD")] : [];
  }
  const { isValid, requirement } = handlerOf(field);
  if (!isValid(value)) return [violation(path, requirement, "VALIDATION")];
  const { numberRange, stringLengthRange, arraySizeRange } = field;
  return [
    ...(typeof value === "number"
      ? rangeViolations(path, value, numberRange?.gte ?? numberRange?.min, numberRange?.lte ?? numberRange?.max, [
          "MIN",
          "MAX",
        ])
      : []),
    ...(typeof value === "string"
      ? rangeViolations(path, [...value].length, stringLengthRange?.minLength, stringLengthRange?.maxLength, [
          "MIN_LENGTH",
          "MAX_LENGTH",
        ])
      : []),
    ...(Array.isArray(value)
      ? rangeViolations(path, value.length, arraySizeRange?.minSize, arraySizeRange?.maxSize, ["MIN_SIZE", "MAX_SIZE"])
      : []),
  ];
}

function rangeViolations(
  path: string,
  size: number,
  min: number | null | undefined,
  max: number | null | undefined,
  [tooSmall, tooLarge]: [ViolatedRule, ViolatedRule],
): FieldViolation[] {
  if (min != null && size < min)
    return [violation(path, `has to be at least ${min}`, tooSmall, undefined, { minimum: min })];
  if (max != null && size > max)
    return [violation(path, `has to be at most ${max}`, tooLarge, undefined, { maximum: max })];
  return [];
}
