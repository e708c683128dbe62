import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { referencesRequest, replaceReferencesRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { retryOnDeadlock } from "../../platform/db/transactions.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemNotFound, notAllowed, refusal } from "../data-errors.ts";
import { lockRows } from "../items/item-locks-store.ts";
import { isReadOnlyFor, type WriteMode } from "../items/readonly-fields.ts";
import { findWriteError, openWriteContext, type WriteContext } from "../items/write-context.ts";
import { draftsFor } from "../permissions/access.ts";
import { accessCondition } from "../permissions/access-sql.ts";
import { enforceReadonlyReferences, type ReadonlyReferences } from "./readonly-references.ts";
import type { ReferenceField, ReferenceTarget } from "./reference-field.ts";
import { type ResolvedReference, referencesIn, requireReferenceField, targetOf } from "./reference-field.ts";
import {
  deleteReferences,
  findVisibleReferences,
  insertReferences as insertRows,
  lockTargets,
  type Reference,
} from "./references-store.ts";

type Given = z.output<typeof referencesRequest>["body"];

type Writer = Pick<WriteContext, "context" | "caller" | "collection">;

/** A field of items that are to be changed. */
export interface ChangedField extends ResolvedReference {
  of: ReferenceField;
  related: ReferenceTarget;
  /** The right to the items that it may refer to, where the field was made for one of theirs. */
  relatedWrite?: WriteContext;
}

/**
 * Adds items to fields that refer to many. Takes the right to update the items that refer, and to read those that are referred to; to
 * update these as well where the field was made for one of theirs.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0021` for an item that there is not, or that the caller may not read, `WDE0073`.
 * @throws {InvalidArguments} of fields that do not change.
 */
export async function insertReferences(
  context: DataContext,
  { caller }: Requester,
  { body }: { body: Given },
): Promise<Record<never, never>> {
  await changeReferences(context, caller, body, insertRowsChecked);
  return {};
}

/** Takes items out of such fields. @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0073`. @throws {InvalidArguments} of fields that do not change. */
export async function removeReferences(
  context: DataContext,
  { caller }: Requester,
  { body }: { body: Given },
): Promise<Record<never, never>> {
  await changeReferences(context, caller, body, removeRows);
  return {};
}

/** Sets what such a field of one item refers to. @throws {Refusal} as {@link insertReferences}. */
export async function replaceReferences(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof replaceReferencesRequest>,
): Promise<Record<never, never>> {
  const { referringItemFieldName: name, referringItemId: id, newReferencedItemIds: ids } = body;
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const writing = await openWriteContext(context, caller, collection, "update");
  const field = await openChangedField(writing, name, draftsFor(caller, body));
  await retryOnDeadlock(() =>
    context.db.transaction().execute(async (tx) => {
      await lockReferring(tx, writing, [id], isSelfReference(writing, field) ? ids : []);
      await setReferences(tx, writing, field, id, ids);
    }),
  );
  return {};
}

const toReference = (given: Given["dataItemReferences"][number]): Reference => ({
  itemId: given.referringItemId,
  referencedId: given.referencedItemId,
});

/** All of them or none. */
async function changeReferences(
  context: DataContext,
  caller: Caller,
  { dataCollectionId, dataItemReferences, ...options }: Given,
  change: (tx: DbOrTx, writing: WriteContext, field: ChangedField, references: readonly Reference[]) => Promise<void>,
): Promise<void> {
  const collection = await requireCollection(context, caller, dataCollectionId);
  const writing = await openWriteContext(context, caller, collection, "update");
  const byField = Map.groupBy(dataItemReferences, ({ referringItemFieldName }) => referringItemFieldName);
  const fields: ChangedField[] = [];
  for (const name of byField.keys()) fields.push(await openChangedField(writing, name, draftsFor(caller, options)));
  // In one order for all, so that nobody waits in a circle.
  fields.sort((left, right) => (left.related.collectionId < right.related.collectionId ? -1 : 1));
  const given = (field: ChangedField) => (byField.get(field.name) ?? []).map(toReference);
  const beside = fields
    .filter((field) => isSelfReference(writing, field))
    .flatMap((field) => referencedIdsOf(given(field)));
  const ids = [...new Set(dataItemReferences.map(({ referringItemId }) => referringItemId))];
  await retryOnDeadlock(() =>
    context.db.transaction().execute(async (tx) => {
      await lockReferring(tx, writing, ids, beside);
      for (const field of fields) {
        const references = given(field);
        const at = { itemIds: references.map(({ itemId }) => itemId), farIds: referencedIdsOf(references) };
        await withReadonlyCheck(tx, writing, field, at, () => change(tx, writing, field, references));
      }
    }),
  );
}

/**
 * @param drafts Whether it may be made to refer to items that are not published.
 * @throws {Refusal} `WDE0020`, `WDE0025`, `WDE0027`.
 */
export async function openChangedField(
  { context, caller, collection }: Writer,
  name: string,
  drafts: boolean,
): Promise<ChangedField> {
  const field = await requireReferenceField(context, caller, collection, name, { many: true });
  const of = referencesIn(context.site.id, collection, name);
  const far = targetOf(context, caller, field.target, drafts);
  if (!of.isMirror) return { ...field, of, related: far };
  return { ...field, of, related: far, relatedWrite: await openWriteContext(context, caller, field.target, "update") };
}

/** Whether items at both ends are of one collection, and both are written. */
const isSelfReference = ({ collection }: WriteContext, { relatedWrite: farWriting, target }: ChangedField): boolean =>
  farWriting !== undefined && target.id === collection.id;

const referencedIdsOf = (references: readonly Reference[]): string[] => [
  ...new Set(references.map(({ referencedId }) => referencedId)),
];

/**
 * @param beside Items that are locked as well, in the same order.
 * @throws {Refusal} `WDE0073`, `WDE0027`.
 */
async function lockReferring(
  tx: DbOrTx,
  writing: WriteContext,
  ids: readonly string[],
  beside: readonly string[],
): Promise<void> {
  const locked = await lockRows(tx, writing.key, [...ids, ...beside], writing);
  const held = new Map(locked.map((item) => [item.id, item]));
  for (const id of ids) {
    const reason = findWriteError(writing, id, held.get(id));
    if (reason) throw held.has(id) ? reason : itemNotFound(id, writing.collection.id);
  }
}

/** @throws {Refusal} `WDE0021`, `WDE0027`. */
async function insertRowsChecked(
  tx: DbOrTx,
  { context, caller }: Pick<WriteContext, "context" | "caller">,
  field: ChangedField,
  references: readonly Reference[],
): Promise<void> {
  const { target, of, related: far } = field;
  const ids = referencedIdsOf(references);
  await lockReferenced(tx, field, ids);
  const found = await lockTargets(tx, far, ids, accessCondition(target, caller, "read", "i", far.drafts));
  const missing = ids.find((id) => !found.has(id));
  if (missing !== undefined) {
    throw refusal("WDE0021", `Item [${missing}] does not exist in collection [${target.id}].`, {
      itemId: missing,
      collectionId: target.id,
    });
  }
  await insertRows(tx, of, references, context.now());
}

/** @throws {Refusal} `WDE0027`. */
async function removeRows(
  tx: DbOrTx,
  _writing: unknown,
  field: ChangedField,
  references: readonly Reference[],
): Promise<void> {
  const seen = await lockReferenced(tx, field, referencedIdsOf(references));
  await deleteReferences(
    tx,
    field.of,
    seen ? references.filter(({ referencedId }) => seen.has(referencedId)) : references,
  );
}

/**
 * Locks the items at the other end, where they are written too.
 *
 * @returns Those that the caller sees. @throws {Refusal} `WDE0027` for one that the caller sees and may not update.
 */
async function lockReferenced(
  tx: DbOrTx,
  { target, relatedWrite: farWriting }: ChangedField,
  ids: readonly string[],
): Promise<Set<string> | undefined> {
  if (!farWriting) return undefined;
  const items = await lockRows(tx, farWriting.key, ids, farWriting);
  if (items.some(({ writable }) => !writable)) throw notAllowed(target.id);
  return new Set(items.map(({ id }) => id));
}

/**
 * Has a field of an item, which is locked, refer to these items. What the caller does not see of a field that stands on both sides stays.
 *
 * @param mode Whether a hook says so.
 * @throws {Refusal} `WDE0021`, `WDE0027`. @throws {InvalidArguments} of a field that does not change.
 */
export async function setReferences(
  tx: DbOrTx,
  writing: Writer,
  field: ChangedField,
  itemId: string,
  referencedIds: readonly string[],
  mode: Pick<WriteMode, "byHook"> = {},
): Promise<void> {
  const { of, related: far } = field;
  const former = await findVisibleReferences(tx, of, far, itemId);
  // The order is that of the field that the other was made for; from this side no more is changed than has to be.
  const kept = new Set(of.isMirror ? former.filter((id) => referencedIds.includes(id)) : []);
  const changed = (ids: readonly string[]) =>
    ids.filter((id) => !kept.has(id)).map((referencedId) => ({ itemId, referencedId }));
  const [less, more] = [changed(former), changed(referencedIds)];
  const at = { itemIds: [itemId], farIds: referencedIdsOf([...less, ...more]), ...mode };
  await withReadonlyCheck(tx, writing, field, at, async () => {
    await removeRows(tx, writing, field, less);
    await insertRowsChecked(tx, writing, field, more);
  });
}

/** Where the field does not change, or the one that it was made for, the items are held before it is looked at what they refer to. */
async function withReadonlyCheck(
  tx: DbOrTx,
  { context, caller, collection }: Writer,
  field: ChangedField,
  { itemIds, farIds, byHook = false }: { itemIds: string[]; farIds: string[] } & Pick<WriteMode, "byHook">,
  change: () => Promise<void>,
): Promise<void> {
  const { name, of, related: far, target } = field;
  const fixed = (definition: CollectionField | undefined, references: Omit<ReadonlyReferences, "readOnly">) => {
    const readOnly = isReadOnlyFor(definition, caller) && !byHook;
    return readOnly || definition?.immutable === true ? [{ ...references, readOnly }] : [];
  };
  const own = fixed(collection.fields.get(name), { of, target: far, itemIds });
  const others = of.isMirror
    ? fixed(target.fields.get(of.field), {
        of: referencesIn(context.site.id, target, of.field),
        target: targetOf(context, caller, collection, far.drafts),
        itemIds: farIds,
      })
    : [];
  if (own.length + others.length === 0) return change();
  if (others.length > 0) await lockReferenced(tx, field, farIds);
  await enforceReadonlyReferences(tx, name, [...own, ...others], change);
}
