import type { isReferencedRequest, queryReferencedRequest } from "@porchlight/contract/data/item-schema";
import { defaultPageSize } from "@porchlight/contract/limits";
import type * as z from "zod";
import type { Caller, Deps } from "../../deps.ts";
import { RawJson } from "../../http/serve.ts";
import { accessTo, draftsFor, mayOn, needAccess } from "../access.ts";
import type { Collection } from "../collection.ts";
import { knownCollection } from "../known-collection.ts";
import { noItem } from "../refusals.ts";
import { findItems, itemsIn } from "./items-store.ts";
import { pagingMetadataOf } from "./page-of-values.ts";
import { type KnownField, knownReferenceField, referencesIn, targetOf } from "./reference-field.ts";
import { countReferences, type FoundReference, findReferenced, isReferencedBy } from "./references-store.ts";
import { itemText } from "./tell-item.ts";

/**
 * The items that a field refers to, of one item or of several; in their places those that are gone, and those that the caller may not
 * read, which are told alike. Where both collections have a field for it, nothing is told of them.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0073` for an item that the caller may not read.
 */
export async function queryReferenced(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof queryReferencedRequest>,
): Promise<RawJson> {
  const collection = await knownCollection(deps, caller, body.dataCollectionId);
  const drafts = draftsFor(caller, body);
  const isOne = body.referringItemId != null;
  const itemIds = body.referringItemIds ?? [body.referringItemId ?? ""];
  const field = await readableField(deps, caller, collection, body.referringItemFieldName, itemIds, drafts);
  const paging = { limit: body.paging?.limit ?? defaultPageSize, offset: body.paging?.offset ?? 0 };
  const target = targetOf(deps, caller, field.target, drafts);
  const of = referencesIn(deps.site.id, collection, field.name);
  const found = await (field.isMany
    ? findReferenced(deps.db, of, target, {
        itemIds,
        fields: body.fields ?? undefined,
        descending: body.order === "DESC",
        limit: paging.limit + 1,
        offset: paging.offset,
      })
    : singleReferences(deps, caller, collection, field, itemIds, paging, drafts));
  const counts = body.returnTotalCount && field.isMany;
  const total = counts ? await countReferences(deps.db, of, target, itemIds) : undefined;
  // Whether an item is gone or kept from the caller is for those to know who may read everything there.
  const unauthorized = accessTo(field.target, caller, "read") === "none";
  const results = found.slice(0, paging.limit).map((one) => tell(field, one, { isOne, unauthorized }));
  const metadata = JSON.stringify(pagingMetadataOf(found, paging, total));
  return new RawJson(`{"results":[${results.join(",")}],"pagingMetadata":${metadata}}`);
}

function tell(
  { target }: KnownField,
  { itemId, referencedId, json }: FoundReference,
  { isOne, unauthorized }: { isOne: boolean; unauthorized: boolean },
): string {
  const who = isOne ? "" : `,"referringItemId":${JSON.stringify(itemId)}`;
  if (json !== null) return `{"dataItem":${itemText(target.id, { id: referencedId, json })}${who}}`;
  const unresolved = { referringItemId: itemId, referencedItemId: referencedId, ...(unauthorized && { unauthorized }) };
  return `{"unresolvedReference":${JSON.stringify(unresolved)}${who}}`;
}

/** @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0073`. */
async function readableField(
  deps: Deps,
  caller: Caller,
  collection: Collection,
  name: string,
  itemIds: readonly string[],
  drafts: boolean,
): Promise<KnownField> {
  needAccess(collection, caller, "read");
  const field = await knownReferenceField(deps, caller, collection, name, { many: false });
  const key = itemsIn(deps, collection);
  const found = await findItems(deps.db, key, itemIds, mayOn(collection, caller, "read", "i", drafts), ["_id"]);
  const known = new Set(found.map(({ id }) => id));
  const missing = itemIds.find((id) => !known.has(id));
  if (missing !== undefined) throw noItem(missing, collection.id);
  return field;
}

/** The same for a field that holds one id. */
async function singleReferences(
  deps: Deps,
  caller: Caller,
  collection: Collection,
  field: KnownField,
  itemIds: readonly string[],
  { limit, offset }: { limit: number; offset: number },
  drafts: boolean,
): Promise<FoundReference[]> {
  const key = itemsIn(deps, collection);
  const items = await findItems(
    deps.db,
    key,
    itemIds,
    mayOn(collection, caller, "read", "i", drafts),
    [field.name],
    drafts,
  );
  const references = items.flatMap(({ id, json }) => {
    const held = (JSON.parse(json) as Record<string, unknown>)[field.name];
    return typeof held === "string" ? [{ itemId: id, referencedId: held }] : [];
  });
  const target = itemsIn(deps, field.target);
  const ids = references.map(({ referencedId }) => referencedId);
  const found = await findItems(
    deps.db,
    target,
    ids,
    mayOn(field.target, caller, "read", "i", drafts),
    undefined,
    drafts,
  );
  const byId = new Map(found.map(({ id, json }) => [id, json]));
  return references
    .map((reference) => ({ ...reference, json: byId.get(reference.referencedId) ?? null }))
    .slice(offset, offset + limit + 1);
}

/**
 * Whether a field refers to an item. An item that the caller may not read is referred to by nothing.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0020`, `WDE0073`.
 */
export async function isReferenced(
  deps: Deps,
  caller: Caller,
  { body }: z.output<typeof isReferencedRequest>,
): Promise<{ isReferenced: boolean }> {
  const { dataCollectionId, referringItemFieldName, referringItemId, referencedItemId } = body;
  const drafts = draftsFor(caller, body);
  const collection = await knownCollection(deps, caller, dataCollectionId);
  const field = await readableField(deps, caller, collection, referringItemFieldName, [referringItemId], drafts);
  const target = itemsIn(deps, field.target);
  const [readable] = await findItems(
    deps.db,
    target,
    [referencedItemId],
    mayOn(field.target, caller, "read", "i", drafts),
    ["_id"],
  );
  if (!readable) return { isReferenced: false };
  const of = referencesIn(deps.site.id, collection, field.name);
  if (field.isMany)
    return {
      isReferenced: await isReferencedBy(deps.db, of, { itemId: referringItemId, referencedId: referencedItemId }),
    };
  const single = await singleReferences(
    deps,
    caller,
    collection,
    field,
    [referringItemId],
    { limit: 1, offset: 0 },
    drafts,
  );
  return { isReferenced: single.some(({ referencedId }) => referencedId === referencedItemId) };
}
