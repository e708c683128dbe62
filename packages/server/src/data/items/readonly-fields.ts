import { isDeepStrictEqual } from "node:util";
import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { FieldViolation } from "@porchlight/contract/errors";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, violation } from "../../platform/context/errors.ts";
import type { Collection } from "../collections/collection.ts";
import { refusal } from "../data-errors.ts";
import { isPrivileged } from "../permissions/access.ts";
import { isHidden } from "../permissions/hidden-fields.ts";
import { type ItemFields, needRoom } from "./item-data.ts";
import { fitsField } from "./validate-fields.ts";

/** How a change comes to be. */
export interface WriteMode {
  /** A hook has made of the item what it is, and may set what is read-only or hidden. */
  byHook?: boolean | undefined;
  /** Nothing is written unless this is the item's `_updatedDate` still. */
  asOf?: string | undefined;
}

/** Whether what is written of an item is what was given, whatever the item holds. */
export const isFree = ({ fixed, hidden }: Collection): boolean => fixed.length === 0 && hidden.size === 0;

/** Whether a field is not for this caller to set. */
export const isReadOnlyFor = (field: CollectionField | undefined, caller: Caller): boolean =>
  field?.readOnly === true && !isPrivileged(caller);

/** Whether items hold nothing that the caller may not change, once it has a value or before. */
export const mayWriteAll = ({ fixed, hidden }: Collection, caller: Caller): boolean =>
  hidden.size === 0 && !fixed.some((field) => isReadOnlyFor(field, caller));

/**
 * What is written of an item whose collection has fields that do not change: those that are `immutable` keep their first value, those that
 * are `readOnly` what the owner, or a hook, has given them, and those that are hidden from the caller what they hold. What is left out stays;
 * the same value may be sent, but of what is hidden.
 *
 * @param held What the item holds; nothing of a new one.
 * @throws {InvalidArguments} for another value.
 */
export function keepFixed(
  collection: Collection,
  caller: Caller,
  held: ItemFields | undefined,
  fields: ItemFields,
  { byHook = false, isPatch = false }: Pick<WriteMode, "byHook"> & { isPatch?: boolean } = {},
): ItemFields {
  if (isFree(collection)) return fields;
  const kept = { ...fields };
  const violations = collection.fixed.flatMap((field) => {
    const { key, type, immutable, readOnly } = field;
    // References to many items stand apart.
    if (type === "MULTI_REFERENCE") return [];
    const was = held?.[key];
    const isFixed = (isReadOnlyFor(field, caller) && !byHook) || (immutable === true && was != null);
    if (!isFixed) return [];
    if (fields[key] === undefined && !isPatch && was !== undefined) kept[key] = was;
    else if (!isDeepStrictEqual(fields[key] ?? null, was ?? null))
      return [notToChange(key, readOnly === true && !byHook)];
    return [];
  });
  if (byHook) keepHiddenOfHook(collection, held, kept);
  else if (!isPatch) violations.push(...keepHidden(collection, held, kept));
  if (violations.length > 0) throw new InvalidArguments(violations);
  needRoom(collection, kept);
  return kept;
}

/** What is wrong with another value of a field that does not change. */
export const notToChange = (key: string, readOnly: boolean): FieldViolation =>
  violation(`dataItem.data.${key}`, readOnly ? "is read-only" : "keeps its first value", "FIELD_NOT_ALLOWED");

/** A value that may not be set is refused alike whether it is the item's own, some other, or none: it would be a guess. */
const notYours = (key: string) =>
  violation(`dataItem.data.${key}`, "is no field that you may set", "FIELD_NOT_ALLOWED");

/** Patches are told apart by what they name, in {@link needSeen}: what they leave is the item's own. */
function keepHidden({ hidden }: Collection, held: ItemFields | undefined, kept: ItemFields) {
  return [...hidden.keys()].flatMap((key) => {
    const isGiven = Object.hasOwn(kept, key);
    if (!isGiven && held && Object.hasOwn(held, key)) kept[key] = held[key];
    return isGiven ? [notYours(key)] : [];
  });
}

/** Hooks see and set what is hidden. What they make of it unfitting is told without its name, and without what is wrong with it. */
function keepHiddenOfHook({ id, hidden, strict }: Collection, held: ItemFields | undefined, kept: ItemFields): void {
  for (const [key, field] of hidden) {
    const was = held?.[key];
    if (field.type === "MULTI_REFERENCE") {
      delete kept[key];
      continue;
    }
    if (kept[key] === undefined) {
      if (was !== undefined) kept[key] = was;
      continue;
    }
    if (isDeepStrictEqual(kept[key], was)) continue;
    const isFixed = field.immutable === true && was != null;
    if (isFixed || (strict && !fitsField(field, kept[key]))) {
      throw refusal("WDE0078", `A hook of the collection [${id}] has set what does not fit its field.`);
    }
  }
}

/** @throws {InvalidArguments} for a path that leads into what is hidden from the caller. */
export function needSeen(collection: Collection, paths: Iterable<string>): void {
  const hidden = [...paths].filter((path) => isHidden(collection, path));
  if (hidden.length > 0) throw new InvalidArguments(hidden.map(notYours));
}
