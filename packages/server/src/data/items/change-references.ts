import type { referencesRequest, replaceReferencesRequest } from "@porchlight/contract/data/item-schema";
import type * as z from "zod";
import type { DbOrTx } from "../../db/database.ts";
import type { Caller, Deps } from "../../deps.ts";
import { mayOn } from "../access.ts";
import { knownCollection } from "../known-collection.ts";
import { noItem, refusal } from "../refusals.ts";
import { findItems, lockItems } from "./items-store.ts";
import { type KnownField, knownReferenceField } from "./reference-field.ts";
import {
  deleteReferences,
  deleteReferencesOf,
  insertReferences as insertRows,
  type Reference,
  type ReferenceField,
} from "./references-store.ts";
import { beginWriting, type Writing, whyNot } from "./writes.ts";

type Given = z.output<typeof referencesRequest>["body"];

/**
 * Adds items to fields that refer to many. Takes the right to update the items that refer, and to read those that are referred to.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0021` for an item that there is not, or that the caller may not read, `WDE0073`.
 */
export async function insertReferences(
  deps: Deps,
  caller: Caller,
  { body }: { body: Given },
): Promise<Record<never, never>> {
  await changeReferences(deps, caller, body, async (tx, of, references, field) => {
    await needTargets(deps, caller, tx, field, references);
    await insertRows(tx, of, references, deps.now());
  });
  return {};
}

/** Takes items out of such fields. @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0073`. */
export async function removeReferences(
  deps: Deps,
  caller: Caller,
  { body }: { body: Given },
): Promise<Record<never, never>> {
  await changeReferences(deps, caller, body, deleteReferences);
  return {};
}

/** Sets what such a field of one item refers to. @throws {Refusal} as {@link insertReferences}. */
export async function replaceReferences(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof replaceReferencesRequest>,
): Promise<Record<never, never>> {
  const { referringItemFieldName, referringItemId, newReferencedItemIds } = body;
  const references = newReferencedItemIds.map((referencedItemId) => ({
    referringItemFieldName,
    referringItemId,
    referencedItemId,
  }));
  const collection = await knownCollection(deps, body.dataCollectionId);
  const writing = await beginWriting(deps, caller, collection, "update");
  const field = await knownReferenceField(deps, collection, referringItemFieldName, { many: true });
  await deps.db.transaction().execute(async (tx) => {
    await needReferring(tx, writing, [referringItemId]);
    const rows = references.map(toReference);
    await needTargets(deps, caller, tx, field, rows);
    const of = { ...writing.key, field: field.name };
    await deleteReferencesOf(tx, of, referringItemId);
    await insertRows(tx, of, rows, deps.now());
  });
  return {};
}

const toReference = (given: Given["dataItemReferences"][number]): Reference => ({
  itemId: given.referringItemId,
  referencedId: given.referencedItemId,
});

/** All of them or none. */
async function changeReferences(
  deps: Deps,
  caller: Caller,
  { dataCollectionId, dataItemReferences }: Given,
  change: (tx: DbOrTx, of: ReferenceField, references: Reference[], field: KnownField) => Promise<void>,
): Promise<void> {
  const collection = await knownCollection(deps, dataCollectionId);
  const writing = await beginWriting(deps, caller, collection, "update");
  const byField = Map.groupBy(dataItemReferences, ({ referringItemFieldName }) => referringItemFieldName);
  const fields = new Map<string, KnownField>();
  for (const name of byField.keys())
    fields.set(name, await knownReferenceField(deps, collection, name, { many: true }));
  await deps.db.transaction().execute(async (tx) => {
    await needReferring(tx, writing, [...new Set(dataItemReferences.map(({ referringItemId }) => referringItemId))]);
    for (const [name, given] of byField)
      await change(tx, { ...writing.key, field: name }, given.map(toReference), fields.get(name)!);
  });
}

/** @throws {Refusal} `WDE0073`, `WDE0027`. */
async function needReferring(tx: DbOrTx, writing: Writing, ids: readonly string[]): Promise<void> {
  const held = new Map((await lockItems(tx, writing.key, ids, writing)).map((item) => [item.id, item]));
  for (const id of ids) {
    const reason = whyNot(writing, id, held.get(id));
    if (reason) throw held.has(id) ? reason : noItem(id, writing.collection.id);
  }
}

/** @throws {Refusal} `WDE0021`. */
async function needTargets(
  deps: Deps,
  caller: Caller,
  tx: DbOrTx,
  { target }: KnownField,
  references: readonly Reference[],
): Promise<void> {
  const ids = [...new Set(references.map(({ referencedId }) => referencedId))];
  const key = { siteId: deps.site.id, collectionId: target.id };
  const found = new Set(
    (await findItems(tx, key, ids, mayOn(target, caller, "read", "i"), ["_id"])).map(({ id }) => id),
  );
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) {
    throw refusal("WDE0021", `Item [${missing}] does not exist in collection [${target.id}].`, {
      itemId: missing,
      collectionId: target.id,
    });
  }
}
