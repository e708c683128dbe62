import { isDeepStrictEqual } from "node:util";
import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { FieldViolation } from "@porchlight/contract/errors";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import { isAdministrator } from "../../platform/identity/require-editor.ts";
import type { Collection } from "../collections/collection.ts";
import { refusal } from "../data-errors.ts";
import { isHidden } from "../permissions/hidden-fields.ts";
import { type ItemFields, requireItemSize } from "./item-data.ts";
import { isValidField } from "./validate-fields.ts";

/** Options of a write that a hook or an earlier read precedes. */
export interface WriteMode {
  /** The fields come from a hook, which may set read-only and hidden fields. */
  byHook?: boolean | undefined;
  /** The write fails unless the item still has this `_updatedDate`. */
  expectedUpdatedDate?: string | undefined;
}

/** Whether a write never depends on the current fields of the item. */
export const isUnrestricted = ({ readonlyFields: fixed, hidden }: Collection): boolean =>
  fixed.length === 0 && hidden.size === 0;

export const isReadOnlyFor = (field: CollectionField | undefined, caller: Caller): boolean =>
  field?.readOnly === true && !isAdministrator(caller);

export const canWriteAllFields = ({ readonlyFields: fixed, hidden }: Collection, caller: Caller): boolean =>
  hidden.size === 0 && !fixed.some((field) => isReadOnlyFor(field, caller));

/**
 * The fields to write: `immutable` fields keep their first value, `readOnly` fields what the owner or a hook has set,
 * and fields hidden from the caller their current value. Omitted protected fields stay, and equal values are accepted
 * except for hidden fields.
 *
 * @param current The fields of the existing item; `undefined` for a new one.
 * @throws {InvalidArguments} for a different value.
 */
export function enforceReadonlyFields(
  collection: Collection,
  caller: Caller,
  current: ItemFields | undefined,
  fields: ItemFields,
  { byHook = false, isPatch = false }: Pick<WriteMode, "byHook"> & { isPatch?: boolean } = {},
): ItemFields {
  if (isUnrestricted(collection)) return fields;
  const result = { ...fields };
  const violations = collection.readonlyFields.flatMap((field) => {
    const { key, type, immutable, readOnly } = field;
    // Multi-references have their own table.
    if (type === "MULTI_REFERENCE") return [];
    const former = current?.[key];
    const isReadonly = (isReadOnlyFor(field, caller) && !byHook) || (immutable === true && former != null);
    if (!isReadonly) return [];
    if (fields[key] === undefined && !isPatch && former !== undefined) result[key] = former;
    else if (!isDeepStrictEqual(fields[key] ?? null, former ?? null))
      return [readonlyViolation(key, readOnly === true && !byHook)];
    return [];
  });
  if (byHook) enforceHiddenForHook(collection, current, result);
  else if (!isPatch) violations.push(...enforceHidden(collection, current, result));
  if (violations.length > 0) throw new InvalidArguments(violations);
  requireItemSize(collection, result);
  return result;
}

export const readonlyViolation = (key: string, readOnly: boolean): FieldViolation =>
  violation(`dataItem.data.${key}`, readOnly ? "is read-only" : "keeps its first value", "FIELD_NOT_ALLOWED");

/** The same error for every value, so that hidden values cannot be guessed. */
const hiddenViolation = (key: string) =>
  violation(`dataItem.data.${key}`, "is not a field that you may set", "FIELD_NOT_ALLOWED");

/** Patches are checked by {@link requireVisiblePaths} instead. */
function enforceHidden({ hidden }: Collection, current: ItemFields | undefined, result: ItemFields) {
  return [...hidden.keys()].flatMap((key) => {
    const isInInput = Object.hasOwn(result, key);
    if (!isInInput && current && Object.hasOwn(current, key)) result[key] = current[key];
    return isInInput ? [hiddenViolation(key)] : [];
  });
}

/** Hooks may set hidden fields; the error for an invalid value reveals neither its name nor the reason. */
function enforceHiddenForHook(
  { id, hidden, strict }: Collection,
  current: ItemFields | undefined,
  result: ItemFields,
): void {
  for (const [key, field] of hidden) {
    const former = current?.[key];
    if (field.type === "MULTI_REFERENCE") {
      delete result[key];
      continue;
    }
    if (result[key] === undefined) {
      if (former !== undefined) result[key] = former;
      continue;
    }
    if (isDeepStrictEqual(result[key], former)) continue;
    const isReadonly = field.immutable === true && former != null;
    if (isReadonly || (strict && !isValidField(field, result[key]))) {
      throw refusal("WDE0078", `A hook of the collection [${id}] has set an invalid value for a field.`);
    }
  }
}

/** @throws {InvalidArguments} for a path in a field that is hidden from the caller. */
export function requireVisiblePaths(collection: Collection, paths: Iterable<string>): void {
  const hidden = [...paths].filter((path) => isHidden(collection, path));
  if (hidden.length > 0) throw new InvalidArguments(hidden.map(hiddenViolation));
}
