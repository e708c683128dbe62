import type { CollectionField } from "@porchlight/contract/data/collections/collection";
import type { referencesRequest, replaceReferencesRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DbOrTx } from "../../platform/db/database.ts";
import { withTransactionRetry } from "../../platform/db/transactions.ts";
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

type ReferencesInput = z.output<typeof referencesRequest>["body"];

type ReferenceWriter = Pick<WriteContext, "context" | "caller" | "collection">;

/** A reference field to change. */
export interface ChangedField extends ResolvedReference {
  of: ReferenceField;
  related: ReferenceTarget;
  /** Set for a mirror field, whose references belong to the referenced items. */
  relatedWrite?: WriteContext;
}

/**
 * Adds references to multi-reference fields. The caller needs update access to the referring items and read access to
 * the referenced ones; update access for mirror fields.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0021` for a referenced item that the caller cannot read,
 * `WDE0073`.
 * @throws {InvalidArguments} for read-only fields.
 */
export async function insertReferences(
  context: DataContext,
  { caller }: Requester,
  { body }: { body: ReferencesInput },
): Promise<Record<never, never>> {
  await changeReferences(context, caller, body, addRows);
  return {};
}

/** @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0073`. @throws {InvalidArguments} for read-only fields. */
export async function removeReferences(
  context: DataContext,
  { caller }: Requester,
  { body }: { body: ReferencesInput },
): Promise<Record<never, never>> {
  await changeReferences(context, caller, body, removeRows);
  return {};
}

/** Replaces the references of one item's field. @throws {Refusal} as {@link insertReferences}. */
export async function replaceReferences(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof replaceReferencesRequest>,
): Promise<Record<never, never>> {
  const { referringItemFieldName: name, referringItemId: id, newReferencedItemIds: ids } = body;
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const write = await openWriteContext(context, caller, collection, "update");
  const field = await openChangedField(write, name, draftsFor(caller, body));
  await withTransactionRetry(context, async (tx) => {
    await lockReferring(tx, write, [id], isSelfReference(write, field) ? ids : []);
    await setReferences(tx, write, field, id, ids);
  });
  return {};
}

const toReference = (input: ReferencesInput["dataItemReferences"][number]): Reference => ({
  itemId: input.referringItemId,
  referencedId: input.referencedItemId,
});

/** Changes all references in one transaction. */
async function changeReferences(
  context: DataContext,
  caller: Caller,
  { dataCollectionId, dataItemReferences, ...options }: ReferencesInput,
  change: (tx: DbOrTx, write: WriteContext, field: ChangedField, references: readonly Reference[]) => Promise<void>,
): Promise<void> {
  const collection = await requireCollection(context, caller, dataCollectionId);
  const write = await openWriteContext(context, caller, collection, "update");
  const byField = Map.groupBy(dataItemReferences, ({ referringItemFieldName }) => referringItemFieldName);
  const fields: ChangedField[] = [];
  for (const name of byField.keys()) fields.push(await openChangedField(write, name, draftsFor(caller, options)));
  // A fixed order prevents deadlocks.
  fields.sort((left, right) => (left.related.collectionId < right.related.collectionId ? -1 : 1));
  const referencesOf = (field: ChangedField) => (byField.get(field.name) ?? []).map(toReference);
  const alsoLocked = fields
    .filter((field) => isSelfReference(write, field))
    .flatMap((field) => referencedIdsOf(referencesOf(field)));
  const ids = [...new Set(dataItemReferences.map(({ referringItemId }) => referringItemId))];
  await withTransactionRetry(context, async (tx) => {
    await lockReferring(tx, write, ids, alsoLocked);
    for (const field of fields) {
      const references = referencesOf(field);
      const affectedIds = {
        itemIds: references.map(({ itemId }) => itemId),
        referencedIds: referencedIdsOf(references),
      };
      await withReadonlyCheck(tx, write, field, affectedIds, () => change(tx, write, field, references));
    }
  });
}

/**
 * @param drafts Whether unpublished items may be referenced.
 * @throws {Refusal} `WDE0020`, `WDE0025`, `WDE0027`.
 */
export async function openChangedField(
  { context, caller, collection }: ReferenceWriter,
  name: string,
  drafts: boolean,
): Promise<ChangedField> {
  const field = await requireReferenceField(context, caller, collection, name, { many: true });
  const of = referencesIn(context.site.id, collection, name);
  const related = targetOf(context, caller, field.target, drafts);
  if (!of.isMirror) return { ...field, of, related };
  return { ...field, of, related, relatedWrite: await openWriteContext(context, caller, field.target, "update") };
}

/** Whether both sides of the reference are written and in the same collection. */
const isSelfReference = ({ collection }: WriteContext, { relatedWrite, target }: ChangedField): boolean =>
  relatedWrite !== undefined && target.id === collection.id;

const referencedIdsOf = (references: readonly Reference[]): string[] => [
  ...new Set(references.map(({ referencedId }) => referencedId)),
];

/**
 * @param alsoLocked Further items to lock in the same statement.
 * @throws {Refusal} `WDE0073`, `WDE0027`.
 */
async function lockReferring(
  tx: DbOrTx,
  write: WriteContext,
  ids: readonly string[],
  alsoLocked: readonly string[],
): Promise<void> {
  const locked = await lockRows(tx, write.key, [...ids, ...alsoLocked], write);
  const byId = new Map(locked.map((item) => [item.id, item]));
  for (const id of ids) {
    const reason = findWriteError(write, id, byId.get(id));
    if (reason) throw byId.has(id) ? reason : itemNotFound(id, write.collection.id);
  }
}

/** @throws {Refusal} `WDE0021`, `WDE0027`. */
async function addRows(
  tx: DbOrTx,
  { context, caller }: Pick<WriteContext, "context" | "caller">,
  field: ChangedField,
  references: readonly Reference[],
): Promise<void> {
  const { target, of, related } = field;
  const ids = referencedIdsOf(references);
  await lockReferenced(tx, field, ids);
  const found = await lockTargets(tx, related, ids, accessCondition(target, caller, "read", "i", related.drafts));
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
  const visible = await lockReferenced(tx, field, referencedIdsOf(references));
  await deleteReferences(
    tx,
    field.of,
    visible ? references.filter(({ referencedId }) => visible.has(referencedId)) : references,
  );
}

/**
 * Locks the referenced items of a mirror field.
 *
 * @returns The ids of those that the caller may read. @throws {Refusal} `WDE0027` if the caller may not update one of
 * them.
 */
async function lockReferenced(
  tx: DbOrTx,
  { target, relatedWrite }: ChangedField,
  ids: readonly string[],
): Promise<Set<string> | undefined> {
  if (!relatedWrite) return undefined;
  const items = await lockRows(tx, relatedWrite.key, ids, relatedWrite);
  if (items.some(({ writable }) => !writable)) throw notAllowed(target.id);
  return new Set(items.map(({ id }) => id));
}

/**
 * Replaces the references of a locked item's field. References of bidirectional fields that the caller cannot see stay.
 *
 * @throws {Refusal} `WDE0021`, `WDE0027`. @throws {InvalidArguments} for a read-only field.
 */
export async function setReferences(
  tx: DbOrTx,
  write: ReferenceWriter,
  field: ChangedField,
  itemId: string,
  referencedIds: readonly string[],
  mode: Pick<WriteMode, "byHook"> = {},
): Promise<void> {
  const { of, related } = field;
  const current = await findVisibleReferences(tx, of, related, itemId);
  // A mirror field has the order of the other side, so unchanged references stay in place.
  const unchanged = new Set(of.isMirror ? current.filter((id) => referencedIds.includes(id)) : []);
  const changed = (ids: readonly string[]) =>
    ids.filter((id) => !unchanged.has(id)).map((referencedId) => ({ itemId, referencedId }));
  const [removed, added] = [changed(current), changed(referencedIds)];
  const affectedIds = { itemIds: [itemId], referencedIds: referencedIdsOf([...removed, ...added]), ...mode };
  await withReadonlyCheck(tx, write, field, affectedIds, async () => {
    await removeRows(tx, write, field, removed);
    await addRows(tx, write, field, added);
  });
}

/** Runs a change, and checks read-only fields of both sides, whose items are locked before. */
async function withReadonlyCheck(
  tx: DbOrTx,
  { context, caller, collection }: ReferenceWriter,
  field: ChangedField,
  {
    itemIds,
    referencedIds,
    byHook = false,
  }: { itemIds: string[]; referencedIds: string[] } & Pick<WriteMode, "byHook">,
  change: () => Promise<void>,
): Promise<void> {
  const { name, of, related, target } = field;
  const readonlyReferences = (
    definition: CollectionField | undefined,
    references: Omit<ReadonlyReferences, "readOnly">,
  ) => {
    const readOnly = isReadOnlyFor(definition, caller) && !byHook;
    return readOnly || definition?.immutable === true ? [{ ...references, readOnly }] : [];
  };
  const direct = readonlyReferences(collection.fields.get(name), { of, target: related, itemIds });
  const mirrored = of.isMirror
    ? readonlyReferences(target.fields.get(of.field), {
        of: referencesIn(context.site.id, target, of.field),
        target: targetOf(context, caller, collection, related.drafts),
        itemIds: referencedIds,
      })
    : [];
  if (direct.length + mirrored.length === 0) return change();
  if (mirrored.length > 0) await lockReferenced(tx, field, referencedIds);
  await enforceReadonlyReferences(tx, name, [...direct, ...mirrored], change);
}
