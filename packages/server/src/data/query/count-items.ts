import type { countItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { withCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { itemsIn } from "../items/items-store.ts";
import { draftsFor, ownItemsMemberId, requireAccess } from "../permissions/access.ts";
import { countSelected } from "./item-pages-store.ts";
import { fieldNamesIn, openQueryScope } from "./query-scope.ts";
import { runItemQuery } from "./run-item-query.ts";
import { compileSelection } from "./selection/item-selection.ts";

/** Counts the readable items that match a filter. @throws {Refusal} `WDE0025`, `WDE0027`, and errors of the filter. */
export async function countItemsWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof countItemsRequest>,
): Promise<{ totalCount: number }> {
  const filter = body.filter ?? {};
  const drafts = draftsFor(caller, body);
  return withCollection(context, caller, body.dataCollectionId, async (collection) => {
    requireAccess(collection, caller, "read");
    const scope = await openQueryScope(context, caller, collection, fieldNamesIn(filter), drafts);
    const { conditions, prepared, isServed } = compileSelection(scope, filter, undefined);
    // Without a filter, all items are counted, and no index helps.
    const query = { filter, isServed: isServed && Object.keys(filter).length > 0 };
    const memberId = ownItemsMemberId(collection, caller, "read");
    const selection = { conditions, prepared: prepared && { memberId, select: prepared }, drafts };
    const { count, version } = await runItemQuery(context, collection, query, (db) =>
      countSelected(db, itemsIn(context, collection), selection),
    );
    return { version: version ?? undefined, result: { totalCount: count } };
  });
}
