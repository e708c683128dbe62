import type { countItemsRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { countItems as countRows, itemsIn } from "../items/items-store.ts";
import { draftsFor, needAccess } from "../permissions/access.ts";
import { mayOn } from "../permissions/access-sql.ts";
import { compileFilter } from "./filter/compile-filter.ts";
import { all } from "./filter/conditions-sql.ts";
import { namesIn, openScope } from "./query-scope.ts";
import { askItems } from "./run-with-time-limit.ts";

/** How many of the items that the caller may read meet a filter. @throws {Refusal} `WDE0025`, `WDE0027`, and what is wrong with it. */
export async function countItemsWithoutHooks(
  context: DataContext,
  caller: Caller,
  { body }: z.output<typeof countItemsRequest>,
): Promise<{ totalCount: number }> {
  const collection = await knownCollection(context, caller, body.dataCollectionId);
  needAccess(collection, caller, "read");
  const filter = body.filter ?? {};
  const drafts = draftsFor(caller, body);
  const scope = await openScope(context, caller, collection, namesIn(filter), drafts);
  const conditions = Object.keys(filter).length > 0 ? [compileFilter(filter, scope)] : [];
  const wanted = all([mayOn(collection, caller, "read", scope.alias, drafts), ...conditions]);
  const key = itemsIn(context, collection);
  // Without a filter all are counted.
  const question = { filter, more: Object.keys(filter).length === 0 };
  return { totalCount: await askItems(context, collection, question, (db) => countRows(db, key, wanted)) };
}
