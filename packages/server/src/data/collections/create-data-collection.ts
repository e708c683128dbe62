import type { DataCollection } from "@porchlight/contract/data/collections/collection";
import type { createDataCollectionRequest } from "@porchlight/contract/data/collections/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DataContext } from "../data-context.ts";
import { requireOwner } from "../permissions/access.ts";
import { levelColumns } from "../permissions/role-levels.ts";
import type { CollectionRow } from "./collection.ts";
import { insertCollection } from "./collections-store.ts";
import { newlyUnique, syncUniqueIndexes } from "./definition/unique-indexes.ts";
import { requestedRoles, toDefinition } from "./definition/write-definition.ts";
import { expireCollection } from "./deleted-collections-store.ts";
import { purgeCollection } from "./purge-collections.ts";
import { withPairs } from "./references/bidirectional-references.ts";
import { lockDefinitions } from "./references/bidirectional-store.ts";
import { toDataCollection } from "./to-data-collection.ts";

export type NewCollection = z.output<typeof createDataCollectionRequest>["body"]["collection"];

/**
 * Creates a collection. Actions without a role are reserved for the owner. A deleted collection with the same id is
 * purged.
 *
 * @throws {Refusal} `WDE0027`, `COLLECTION_EXISTS`, `FIELD_EXISTS` if a field cannot be bidirectional.
 */
export async function createDataCollection(
  context: DataContext,
  { caller }: Requester,
  input: NewCollection,
): Promise<{ collection: DataCollection }> {
  return { collection: toDataCollection(await createCollection(context, caller, input)) };
}

/** @throws {Refusal} as {@link createDataCollection}. */
export async function createCollection(
  context: DataContext,
  caller: Caller,
  input: NewCollection,
): Promise<CollectionRow> {
  requireOwner(caller, input.id);
  if (await expireCollection(context.db, context.site.id, input.id)) await purgeCollection(context, input.id);
  const at = context.now();
  const unique = newlyUnique(undefined, toDefinition(input));
  const row = await context.db.transaction().execute(async (tx) => {
    await lockDefinitions(tx, context.site.id);
    const values = {
      site_id: context.site.id,
      id: input.id,
      display_name: input.displayName ?? null,
      display_field: input.displayField ?? null,
      definition: JSON.stringify(toDefinition(input)),
      ...levelColumns(requestedRoles(input)),
      strict: input.strict ?? false,
      created_at: at,
      updated_at: at,
    };
    const inserted = await insertCollection(tx, values);
    if (!inserted) throw new Refusal("COLLECTION_EXISTS", { collectionId: input.id });
    return withPairs(tx, context, inserted);
  });
  if (unique.size > 0) await syncUniqueIndexes(context, row.id, unique);
  return row;
}
