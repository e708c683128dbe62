import type { ItemPage } from "../items/item-types.ts";
import type { LiveChange } from "../query/query-types.ts";

/** The changes from one page of a query to a later one. */
export function comparePages(former: ItemPage<unknown> | undefined, page: ItemPage<unknown>): LiveChange<unknown>[] {
  if (!former) return [{ type: "list", page }];
  const before = byId(former);
  const after = byId(page);
  const changes: LiveChange<unknown>[] = [];
  for (const [id, item] of after)
    if (!before.has(id)) changes.push({ type: "inserted", item, page });
    else if (JSON.stringify(before.get(id)) !== JSON.stringify(item)) changes.push({ type: "updated", item, page });
  for (const itemId of before.keys()) if (!after.has(itemId)) changes.push({ type: "removed", itemId, page });
  if (changes.length > 0) return changes;
  const isReordered = [...before.keys()].join() !== [...after.keys()].join();
  // The change may concern a later page.
  return isReordered || page.hasNext() ? [{ type: "list", page }] : [];
}

const byId = ({ items }: ItemPage<unknown>) => new Map(items.map((item) => [(item as { _id: string })._id, item]));
