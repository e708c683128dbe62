import type { countItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemsIn } from "../items/items-store.ts";
import { draftsFor, ownItemsMemberId, requireAccess } from "../permissions/access.ts";
import { countSelected } from "./item-pages-store.ts";
import { selectItems } from "./item-selection.ts";
import { fieldNamesIn, openQueryScope } from "./query-scope.ts";
import { runItemQuery } from "./run-item-query.ts";

/** Counts the readable items that match a filter. @throws {Refusal} `WDE0025`, `WDE0027`, and errors of the filter. */
export async function countItemsWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof countItemsRequest>,
): Promise<{ totalCount: number }> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  requireAccess(collection, caller, "read");
  const filter = body.filter ?? {};
  const drafts = draftsFor(caller, body);
  const scope = await openQueryScope(context, caller, collection, fieldNamesIn(filter), drafts);
  const { conditions, prepared, isServed } = selectItems(scope, filter, undefined);
  const key = itemsIn(context, collection);
  // Without a filter, all items are counted, and no index helps.
  const query = { filter, isServed: isServed && Object.keys(filter).length > 0 };
  const memberId = ownItemsMemberId(collection, caller, "read");
  const selection = { conditions, prepared: prepared && { memberId, select: prepared }, drafts };
  return { totalCount: await runItemQuery(context, collection, query, (db) => countSelected(db, key, selection)) };
}
