import { cacheFor } from "../../platform/concurrency/cached-value.ts";
import type { Db } from "../../platform/db/database.ts";
import type { ItemHooks } from "../data-context.ts";
import type { HookSteps } from "./hook-registry.ts";
import { findHooks } from "./hooks-store.ts";
import type { SiteHooks } from "./site-hooks.ts";

/** Functions of the site's module come first, then addresses, the oldest first. */
export function createHooks(
  { db, siteId, itemsFor }: { db: Db; siteId: string; itemsFor: ItemHooks["itemsFor"] },
  siteHooks: SiteHooks = {},
): ItemHooks {
  const { read, invalidate } = cacheFor(async () => {
    const book = new Map<string, HookSteps>();
    for (const [collectionId, functions] of Object.entries(siteHooks)) {
      const steps = Object.entries(functions).flatMap(([hook, call]) =>
        typeof call === "function" ? [[hook, [{ kind: "function", call: call.bind(functions) }]] as const] : [],
      );
      if (steps.length > 0) book.set(collectionId, Object.fromEntries(steps) as HookSteps);
    }
    for (const row of await findHooks(db, siteId)) {
      const steps = book.get(row.collection_id) ?? {};
      book.set(row.collection_id, steps);
      for (const hook of row.hooks) steps[hook] = [...(steps[hook] ?? []), { kind: "address", row }];
    }
    return book;
  });
  return { read, forget: invalidate, itemsFor };
}
