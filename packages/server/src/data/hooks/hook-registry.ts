import type { DataHook } from "@porchlight/contract/data/hooks/data-hook";
import { cacheFor } from "../../platform/concurrency/cached-value.ts";
import type { Db } from "../../platform/db/database.ts";
import { findHooks, type HookRow } from "./hooks-store.ts";
import type { SiteHooks } from "./site-hooks.ts";

/** A function of the site's module, or an HTTP address. */
export type HookHandler =
  | { kind: "function"; call: (value: unknown, hookContext: unknown) => unknown }
  | { kind: "address"; row: HookRow };

/** The handlers of one collection, in the order of their calls. */
export type HookHandlers = Partial<Record<DataHook, readonly HookHandler[]>>;

/** The handlers of every collection that has any, by collection id. */
export type HookRegistry = ReadonlyMap<string, HookHandlers>;

/** Caches the registry. Functions of the site's module come first, then addresses, oldest first. */
export function createHookRegistry({ db, siteId }: { db: Db; siteId: string }, siteHooks: SiteHooks = {}) {
  return cacheFor(async (): Promise<HookRegistry> => {
    const registry = new Map<string, HookHandlers>();
    for (const [collectionId, functions] of Object.entries(siteHooks)) {
      const handlers = Object.entries(functions).flatMap(([hook, call]) =>
        typeof call === "function" ? [[hook, [{ kind: "function", call: call.bind(functions) }]] as const] : [],
      );
      if (handlers.length > 0) registry.set(collectionId, Object.fromEntries(handlers));
    }
    for (const row of await findHooks(db, siteId)) {
      const handlers = registry.get(row.collection_id) ?? {};
      registry.set(row.collection_id, handlers);
      for (const hook of row.hooks) handlers[hook] = [...(handlers[hook] ?? []), { kind: "address", row }];
    }
    return registry;
  });
}
