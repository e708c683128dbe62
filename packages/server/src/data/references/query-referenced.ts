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
import { pagingMetadataOf } from "../query/open-paging.ts";
import { jsonList } from "../query/response-size-sql.ts";
import { runReferenceQuery } from "../query/run-item-query.ts";
import { type ResolvedReference, referencesIn, requireReferenceField, targetOf } from "./reference-field.ts";
import {
  countReferences,
  type FoundReference,
  findReferenced,
  isReferencedBy,
  type ReferencedQuery,
} from "./references-store.ts";

/**
 * The items that a field of one or several items refers to. Missing and unreadable items are reported as unresolved;
 * bidirectional fields leave them out.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0073` for a referring item that the caller may not read,
 * `QUERY_TOO_SLOW`.
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
  const query = {
    itemIds,
    fields: body.fields ?? undefined,
    descending: body.order === "DESC",
    limit: paging.limit + 1,
    offset: paging.offset,
  };
  const single = field.isMany ? undefined : await singleReferences(context, caller, collection, field, query, drafts);
  const found = single?.found ?? (await runReferenceQuery(context, (db) => findReferenced(db, of, target, query)));
  const count = () => single?.count ?? runReferenceQuery(context, (db) => countReferences(db, of, target, itemIds));
  const total = body.returnTotalCount ? await count() : undefined;
  // Only callers without any read access learn that items are unreadable rather than missing.
  const unauthorized = accessTo(field.target, caller, "read") === "none";
  const results = found
    .slice(0, paging.limit)
    .map((reference) => serializeReference(field, reference, { isOne, unauthorized }));
  const metadata = JSON.stringify(pagingMetadataOf(found, paging, total));
  return new RawJson(`{"results":${jsonList(results)},"pagingMetadata":${metadata}}`);
}

function serializeReference(
  { target }: ResolvedReference,
  { itemId, referencedId, json }: FoundReference,
  { isOne, unauthorized }: { isOne: boolean; unauthorized: boolean },
): string {
  const itemIdJson = isOne ? "" : `,"referringItemId":${JSON.stringify(itemId)}`;
  if (json !== null) return `{"dataItem":${serializeItem(target.id, { id: referencedId, json })}${itemIdJson}}`;
  const unresolved = { referringItemId: itemId, referencedItemId: referencedId, ...(unauthorized && { unauthorized }) };
  return `{"unresolvedReference":${JSON.stringify(unresolved)}${itemIdJson}}`;
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
  const foundIds = new Set(found.map(({ id }) => id));
  const missing = itemIds.find((id) => !foundIds.has(id));
  if (missing !== undefined) throw itemNotFound(missing, collection.id);
  return field;
}

/** The references of a single-reference field, in the order of the requested items. */
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
  const referencedIds = new Map<string, unknown>(items.map(({ id, json }) => [id, JSON.parse(json)[field.name]]));
  const references = [...new Set(itemIds)].flatMap((itemId) => {
    const referencedId = referencedIds.get(itemId);
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
 * Whether a field refers to an item that the caller may read.
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
  const query = { itemIds: [referringItemId], fields: ["_id"], descending: false, limit: 1, offset: 0 };
  const { found } = await singleReferences(context, caller, collection, field, query, drafts);
  return { isReferenced: found.some(({ referencedId }) => referencedId === referencedItemId) };
}
