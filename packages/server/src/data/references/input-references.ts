import { isDeepStrictEqual } from "node:util";
import { maxBulkItems } from "@porchlight/contract/data/items/item-values";
import { InvalidArguments } from "../../platform/context/errors.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { describeValue, refusal } from "../data-errors.ts";
import { idOf } from "../items/item-data.ts";
import { isReadOnlyFor, readonlyViolation } from "../items/readonly-fields.ts";
import type { WriteContext } from "../items/write-context.ts";
import { type ChangedField, openChangedField, setReferences } from "./change-references.ts";
import { findReferencesOf } from "./references-store.ts";

type Data = Readonly<Record<string, unknown>>;
type Writer = Pick<WriteContext, "context" | "caller" | "collection">;

/** What an item's data says of one of its fields that refer to many items. */
export interface InputReferences {
  field: ChangedField;
  ids: string[];
}

/** The members of an item's data that stand for fields with many references, where a call says that they count. */
export function inputReferences(
  { fields }: WriteContext["collection"],
  data: Data,
  saveReferences: boolean | null | undefined,
): Data {
  if (saveReferences !== true) return {};
  const isOne = ([key, value]: [string, unknown]) => fields.get(key)?.type === "MULTI_REFERENCE" && value !== undefined;
  return Object.fromEntries(Object.entries(data).filter(isOne));
}

/**
 * Reads them: ids, or items in their places; `null` is none.
 *
 * @throws {Refusal} `WDE0019`, `WDE0021`, `WDE0006`, `WDE0020`, `WDE0025`, `WDE0027`.
 */
export async function openReferences(
  writer: Writer,
  data: Data,
  saveReferences: boolean | null | undefined,
  drafts: boolean,
): Promise<InputReferences[]> {
  const given: InputReferences[] = [];
  for (const [name, value] of Object.entries(inputReferences(writer.collection, data, saveReferences)))
    given.push({ ids: idsIn(name, value ?? []), field: await openChangedField(writer, name, drafts) });
  // In one order for all, so that nobody waits in a circle.
  return given.sort((left, right) => (left.field.related.collectionId < right.field.related.collectionId ? -1 : 1));
}

/**
 * Of an item that is locked, or has just been inserted.
 *
 * @param mode Whether a hook says so.
 * @throws {Refusal} `WDE0021`, `WDE0027`. @throws {InvalidArguments} of a field that does not change.
 */
export async function setInputReferences(
  tx: DbOrTx,
  writer: Writer,
  itemId: string,
  given: readonly InputReferences[],
  mode?: Parameters<typeof setReferences>[5],
): Promise<void> {
  for (const { field, ids } of given) await setReferences(tx, writer, field, itemId, ids, mode);
}

/**
 * What a caller may have a hook make something of: such references, but for those of fields that only hooks and the owner set. They may be named as
 * they are, and are left out here.
 *
 * @param itemId The item that is to be changed; none of a new one.
 * @throws {InvalidArguments} for others of such a field. @throws {Refusal} as {@link openReferences}.
 */
export async function referencesForHook(
  writer: Writer,
  itemId: string | undefined,
  given: Data,
  drafts: boolean,
): Promise<Data> {
  const { context, caller, collection } = writer;
  const isFixed = ([name]: [string, unknown]) => isReadOnlyFor(collection.fields.get(name), caller);
  const fixed = Object.fromEntries(Object.entries(given).filter(isFixed));
  for (const { field, ids } of await openReferences(writer, fixed, true, drafts)) {
    const found =
      itemId === undefined
        ? undefined
        : await findReferencesOf(context.db, field.of, field.related, [itemId], maxBulkItems + 1);
    if (!isDeepStrictEqual([...new Set(ids)], found?.get(itemId ?? "") ?? []))
      throw new InvalidArguments([readonlyViolation(field.name, true)]);
  }
  return Object.fromEntries(Object.entries(given).filter((one) => !isFixed(one)));
}

function idsIn(name: string, value: unknown): string[] {
  if (!Array.isArray(value)) {
    throw refusal("WDE0021", `[${name}] takes a list of references, not [${describeValue(value)}].`, { field: name });
  }
  if (value.length > maxBulkItems)
    throw refusal("WDE0006", `[${name}] takes at most [${maxBulkItems}] references at once.`);
  return value.map((one: unknown) => {
    const id = typeof one === "string" ? one : idIn(one);
    if (id === undefined || id === "") {
      throw refusal("WDE0019", `A reference in [${name}] is the id of an item, not [${describeValue(one)}].`, {
        field: name,
      });
    }
    return id;
  });
}

function idIn(item: unknown): string | undefined {
  const data =
    typeof item === "object" && item !== null && !Array.isArray(item) ? (item as Record<string, unknown>) : {};
  return idOf({ data });
}
