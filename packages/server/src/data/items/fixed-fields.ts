import { isDeepStrictEqual } from "node:util";
import type { Caller } from "../../deps.ts";
import { InvalidArguments, violation } from "../../errors.ts";
import { isPrivileged } from "../access.ts";
import type { Collection } from "../collection.ts";
import { type ItemFields, needRoom } from "../item-data.ts";

/** How a change comes to be. */
export interface WriteMode {
  /** A hook has made of the item what it is, and may set what is read-only. */
  byHook?: boolean | undefined;
  /** Nothing is written unless this is the item's `_updatedDate` still. */
  asOf?: string | undefined;
}

/**
 * What is written of an item whose collection has fields that do not change: those that are `immutable` keep their first value, those that
 * are `readOnly` what the owner, or a hook, has given them. What is left out stays; the same value may be sent.
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
  if (collection.fixed.length === 0) return fields;
  const kept = { ...fields };
  const violations = collection.fixed.flatMap(({ key, immutable, readOnly }) => {
    const was = held?.[key];
    const isFixed = (readOnly === true && !byHook && !isPrivileged(caller)) || (immutable === true && was != null);
    if (!isFixed) return [];
    if (fields[key] === undefined && !isPatch && was !== undefined) kept[key] = was;
    else if (!isDeepStrictEqual(fields[key] ?? null, was ?? null)) {
      const what = readOnly === true && !byHook ? "is read-only" : "keeps its first value";
      return [violation(`dataItem.data.${key}`, what, "FIELD_NOT_ALLOWED")];
    }
    return [];
  });
  if (violations.length > 0) throw new InvalidArguments(violations);
  needRoom(kept);
  return kept;
}
