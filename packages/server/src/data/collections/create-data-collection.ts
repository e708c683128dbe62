import type { DataCollection } from "@porchlight/contract/data/collections/collection";
import type { createDataCollectionRequest } from "@porchlight/contract/data/collections/schema";
import type * as z from "zod";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import type { DataContext } from "../data-context.ts";
import { needOwner } from "../permissions/access.ts";
import { levelColumns } from "../permissions/levels-of-roles.ts";
import { insertCollection } from "./collections-store.ts";
import { keepUniqueIndexes, newlyUnique } from "./definition/unique-indexes.ts";
import { definitionOf, rolesOf } from "./definition/write-definition.ts";
import { expireCollection } from "./deleted-collections-store.ts";
import { purgeCollection } from "./purge-collections.ts";
import { withPairs } from "./references/bidirectional-references.ts";
import { lockDefinitions } from "./references/bidirectional-store.ts";
import { toDataCollection } from "./to-data-collection.ts";

type New = z.output<typeof createDataCollectionRequest>["body"]["collection"];

/**
 * Makes a collection. What no role is given for is the owner's alone. One that was deleted under the same id is lost.
 *
 * @throws {Refusal} `WDE0027`, `COLLECTION_EXISTS`, `FIELD_EXISTS` where a field cannot stand on both sides.
 */
export async function createDataCollection(
  context: DataContext,
  { caller }: Requester,
  given: New,
): Promise<{ collection: DataCollection }> {
  needOwner(caller, given.id);
  if (await expireCollection(context.db, context.site.id, given.id)) await purgeCollection(context, given.id);
  const at = context.now();
  const unique = newlyUnique(undefined, definitionOf(given));
  const row = await context.db.transaction().execute(async (tx) => {
    await lockDefinitions(tx, context.site.id);
    const values = {
      site_id: context.site.id,
      id: given.id,
      display_name: given.displayName ?? null,
      display_field: given.displayField ?? null,
      definition: JSON.stringify(definitionOf(given)),
      ...levelColumns(rolesOf(given)),
      strict: given.strict ?? false,
      created_at: at,
      updated_at: at,
    };
    const inserted = await insertCollection(tx, values);
    if (!inserted) throw new Refusal("COLLECTION_EXISTS", { collectionId: given.id });
    return withPairs(tx, context, inserted);
  });
  if (unique.size > 0) await keepUniqueIndexes(context, row.id, unique);
  return { collection: toDataCollection(row) };
}
