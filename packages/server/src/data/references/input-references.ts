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
type ReferenceWriter = Pick<WriteContext, "context" | "caller" | "collection">;

/** The references of one multi-reference field in an item's input. */
export interface InputReferences {
  field: ChangedField;
  ids: string[];
}

/** The multi-reference fields of an item's input, if the request saves references. */
export function inputReferences(
  { fields }: WriteContext["collection"],
  data: Data,
  saveReferences: boolean | null | undefined,
): Data {
  if (saveReferences !== true) return {};
  const isReference = ([key, value]: [string, unknown]) =>
    fields.get(key)?.type === "MULTI_REFERENCE" && value !== undefined;
  return Object.fromEntries(Object.entries(data).filter(isReference));
}

/**
 * Parses the references of an item's input: lists of ids or items; `null` means none.
 *
 * @throws {Refusal} `WDE0019`, `WDE0021`, `WDE0006`, `WDE0020`, `WDE0025`, `WDE0027`.
 */
export async function openReferences(
  writer: ReferenceWriter,
  data: Data,
  saveReferences: boolean | null | undefined,
  drafts: boolean,
): Promise<InputReferences[]> {
  const references: InputReferences[] = [];
  for (const [name, value] of Object.entries(inputReferences(writer.collection, data, saveReferences)))
    references.push({ ids: idsIn(name, value ?? []), field: await openChangedField(writer, name, drafts) });
  // A fixed order prevents deadlocks.
  return references.sort((left, right) =>
    left.field.related.collectionId < right.field.related.collectionId ? -1 : 1,
  );
}

/**
 * Replaces the references of a locked or inserted item.
 *
 * @throws {Refusal} `WDE0021`, `WDE0027`. @throws {InvalidArguments} for a read-only field.
 */
export async function setInputReferences(
  tx: DbOrTx,
  writer: ReferenceWriter,
  itemId: string,
  references: readonly InputReferences[],
  mode?: Parameters<typeof setReferences>[5],
): Promise<void> {
  for (const { field, ids } of references) await setReferences(tx, writer, field, itemId, ids, mode);
}

/**
 * The references to pass to a hook, without read-only fields, which the input may only repeat unchanged.
 *
 * @param itemId The item to change; `undefined` for a new one.
 * @throws {InvalidArguments} for changed references of a read-only field. @throws {Refusal} as {@link openReferences}.
 */
export async function referencesForHook(
  writer: ReferenceWriter,
  itemId: string | undefined,
  references: Data,
  drafts: boolean,
): Promise<Data> {
  const { context, caller, collection } = writer;
  const isReadonly = ([name]: [string, unknown]) => isReadOnlyFor(collection.fields.get(name), caller);
  const readonlyReferences = Object.fromEntries(Object.entries(references).filter(isReadonly));
  for (const { field, ids } of await openReferences(writer, readonlyReferences, true, drafts)) {
    const found =
      itemId === undefined
        ? undefined
        : await findReferencesOf(context.db, field.of, field.related, [itemId], maxBulkItems + 1);
    if (!isDeepStrictEqual([...new Set(ids)], found?.get(itemId ?? "") ?? []))
      throw new InvalidArguments([readonlyViolation(field.name, true)]);
  }
  return Object.fromEntries(Object.entries(references).filter((entry) => !isReadonly(entry)));
}

function idsIn(name: string, value: unknown): string[] {
  if (!Array.isArray(value)) {
    throw refusal("WDE0021", `[${name}] takes a list of references, not [${describeValue(value)}].`, { field: name });
  }
  if (value.length > maxBulkItems)
    throw refusal("WDE0006", `[${name}] takes at most [${maxBulkItems}] references at once.`);
  return value.map((entry: unknown) => {
    const id = typeof entry === "string" ? entry : idIn(entry);
    if (id === undefined || id === "") {
      throw refusal("WDE0019", `A reference in [${name}] is the id of an item, not [${describeValue(entry)}].`, {
        field: name,
      });
    }
    return id;
  });
}

function idIn(item: unknown): string | undefined {
  return idOf({ data: typeof item === "object" && !Array.isArray(item) ? { ...item } : {} });
}
