import type { isReferencedRequest, queryReferencedRequest } from "@porchlight/contract/data/items/schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { RawJson } from "../../platform/http/serve.ts";
import type { Collection } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemNotFound } from "../data-errors.ts";
import { serializeItem } from "../items/item-json-sql.ts";
import { findItems, itemsIn } from "../items/items-store.ts";
import { accessTo, draftsFor, requireAccess } from "../permissions/access.ts";
import { accessCondition } from "../permissions/access-sql.ts";
import { pagingMetadataOf } from "../query/page-of-values.ts";
import { jsonList } from "../query/response-size-sql.ts";
import { runReferenceQuery } from "../query/run-with-time-limit.ts";
import { type ResolvedReference, referencesIn, requireReferenceField, targetOf } from "./reference-field.ts";
import {
  countReferences,
  type FoundReference,
  findReferenced,
  isReferencedBy,
  type ReferencedQuery,
} from "./references-store.ts";

/**
 * The items that a field refers to, of one item or of several; in their places those that are gone, and those that the caller may not
 * read, which are told alike. Where both collections have a field for it, nothing is told of them.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0073` for an item that the caller may not read, `QUERY_TOO_SLOW`.
 */
export async function queryReferenced(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof queryReferencedRequest>,
): Promise<RawJson> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  const drafts = draftsFor(caller, body);
  const isOne = body.referringItemId != null;
  const itemIds = body.referringItemIds ?? [body.referringItemId ?? ""];
  const field = await readableField(context, caller, collection, body.referringItemFieldName, itemIds, drafts);
  const paging = { limit: body.paging?.limit ?? defaultPageSize, offset: body.paging?.offset ?? 0 };
  const target = targetOf(context, caller, field.target, drafts);
  const of = referencesIn(context.site.id, collection, field.name);
  const question = {
    itemIds,
    fields: body.fields ?? undefined,
    descending: body.order === "DESC",
    limit: paging.limit + 1,
    offset: paging.offset,
  };
  const single = field.isMany
    ? undefined
    : await singleReferences(context, caller, collection, field, question, drafts);
  const found = single?.found ?? (await runReferenceQuery(context, (db) => findReferenced(db, of, target, question)));
  const count = () => single?.count ?? runReferenceQuery(context, (db) => countReferences(db, of, target, itemIds));
  const total = body.returnTotalCount ? await count() : undefined;
  // Whether an item is gone or kept from the caller is for those to know who may read everything there.
  const unauthorized = accessTo(field.target, caller, "read") === "none";
  const results = found.slice(0, paging.limit).map((one) => serializeReference(field, one, { isOne, unauthorized }));
  const metadata = JSON.stringify(pagingMetadataOf(found, paging, total));
  return new RawJson(`{"results":${jsonList(results)},"pagingMetadata":${metadata}}`);
}

function serializeReference(
  { target }: ResolvedReference,
  { itemId, referencedId, json }: FoundReference,
  { isOne, unauthorized }: { isOne: boolean; unauthorized: boolean },
): string {
  const who = isOne ? "" : `,"referringItemId":${JSON.stringify(itemId)}`;
  if (json !== null) return `{"dataItem":${serializeItem(target.id, { id: referencedId, json })}${who}}`;
  const unresolved = { referringItemId: itemId, referencedItemId: referencedId, ...(unauthorized && { unauthorized }) };
  return `{"unresolvedReference":${JSON.stringify(unresolved)}${who}}`;
}

/** @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0073`. */
async function readableField(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  name: string,
  itemIds: readonly string[],
  drafts: boolean,
): Promise<ResolvedReference> {
  requireAccess(collection, caller, "read");
  const field = await requireReferenceField(context, caller, collection, name, { many: false });
  const key = itemsIn(context, collection);
  const found = await findItems(context.db, key, itemIds, accessCondition(collection, caller, "read", "i", drafts), [
    "_id",
  ]);
  const known = new Set(found.map(({ id }) => id));
  const missing = itemIds.find((id) => !known.has(id));
  if (missing !== undefined) throw itemNotFound(missing, collection.id);
  return field;
}

/** The same for a field that holds one id, in the order in which the items that refer are asked for. */
async function singleReferences(
  context: DataContext,
  caller: Caller,
  collection: Collection,
  field: ResolvedReference,
  { itemIds, fields, descending, limit, offset }: ReferencedQuery,
  drafts: boolean,
): Promise<{ found: FoundReference[]; count: number }> {
  const key = itemsIn(context, collection);
  const items = await findItems(
    context.db,
    key,
    itemIds,
    accessCondition(collection, caller, "read", "i", drafts),
    [field.name],
    drafts,
  );
  const held = new Map(items.map(({ id, json }) => [id, (JSON.parse(json) as Record<string, unknown>)[field.name]]));
  const references = [...new Set(itemIds)].flatMap((itemId) => {
    const referencedId = held.get(itemId);
    return typeof referencedId === "string" ? [{ itemId, referencedId }] : [];
  });
  if (descending) references.reverse();
  const page = references.slice(offset, offset + limit);
  const ids = page.map(({ referencedId }) => referencedId);
  const readable = accessCondition(field.target, caller, "read", "i", drafts);
  const targets = await findItems(context.db, itemsIn(context, field.target), ids, readable, fields, drafts);
  const byId = new Map(targets.map(({ id, json }) => [id, json]));
  const found = page.map((reference) => ({ ...reference, json: byId.get(reference.referencedId) ?? null }));
  return { found, count: references.length };
}

/**
 * Whether a field refers to an item. An item that the caller may not read is referred to by nothing.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0073`.
 */
export async function isReferenced(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof isReferencedRequest>,
): Promise<{ isReferenced: boolean }> {
  const { dataCollectionId, referringItemFieldName, referringItemId, referencedItemId } = body;
  const drafts = draftsFor(caller, body);
  const collection = await requireCollection(context, caller, dataCollectionId);
  const field = await readableField(context, caller, collection, referringItemFieldName, [referringItemId], drafts);
  const target = itemsIn(context, field.target);
  const [readable] = await findItems(
    context.db,
    target,
    [referencedItemId],
    accessCondition(field.target, caller, "read", "i", drafts),
    ["_id"],
  );
  if (!readable) return { isReferenced: false };
  const of = referencesIn(context.site.id, collection, field.name);
  if (field.isMany)
    return {
      isReferenced: await isReferencedBy(context.db, of, { itemId: referringItemId, referencedId: referencedItemId }),
    };
  const question = { itemIds: [referringItemId], fields: ["_id"], descending: false, limit: 1, offset: 0 };
  const { found } = await singleReferences(context, caller, collection, field, question, drafts);
  return { isReferenced: found.some(({ referencedId }) => referencedId === referencedItemId) };
}
