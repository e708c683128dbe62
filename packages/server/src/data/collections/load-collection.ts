import { LRUCache } from "lru-cache";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { DataContext, DataReadContext } from "../data-context.ts";
import { noCollection } from "../data-errors.ts";
import { seesHidden } from "../permissions/hidden-fields.ts";
import type { Collection } from "./collection.ts";
import { findCollection } from "./collections-store.ts";
import { toCollection } from "./to-collection.ts";

/** How long a collection is used without being read again: as late as this, changes are seen that make no new version, such as an index. */
const freshMs = 10_000;

/** One for each database, of which a process may hold several. */
const caches = new WeakMap<DataContext["db"], LRUCache<string, Collection>>();

/** What was asked with a collection, and the version that the collection had at that moment; `undefined` when it was gone. */
export interface Versioned<Result> {
  version: string | undefined;
  result: Result;
}

/**
 * Asks something with a collection as this process knows it, which spares reading it first. The statement tells the version that the
 * collection has in the same moment: what was asked with another one is thrown away and asked again, and so is every refusal, so that
 * nothing outlives a change of permissions.
 *
 * @param ask Is called again after it has refused, so that it must not refuse once it has changed anything.
 * @throws {Refusal} `WDE0025`.
 */
export async function withCollection<Result>(
  context: DataContext,
  caller: Caller,
  id: string,
  ask: (collection: Collection) => Promise<Versioned<Result>>,
): Promise<Result> {
  let cache = caches.get(context.db);
  if (!cache) {
    cache = new LRUCache({ max: 2_000, ttl: freshMs });
    caches.set(context.db, cache);
  }
  // Not all callers see the hidden fields of a collection.
  const key = `${context.site.id} ${id} ${seesHidden(caller)}`;
  const kept = cache.get(key);
  if (kept) {
    try {
      const { version, result } = await ask(kept);
      if (version === kept.version) return result;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
      // To ask it again would take as long again.
      if (error instanceof Refusal && (error.code === "QUERY_TOO_SLOW" || error.code === "ANSWER_TOO_LARGE"))
        throw error;
    }
    cache.delete(key);
  }
  for (let tries = 1; tries <= 5; tries += 1) {
    const collection = await knownCollection(context, caller, id);
    const { version, result } = await ask(collection);
    if (version !== collection.version) continue;
    cache.set(key, collection);
    return result;
  }
  // It changes faster than anything can be asked.
  throw new Refusal("UNAVAILABLE");
}

/** Reads a collection, as the caller sees it. @throws {Refusal} `WDE0025`. */
export async function knownCollection(context: DataReadContext, caller: Caller, id: string): Promise<Collection> {
  const row = await findCollection(context.db, context.site.id, id);
  if (!row) throw noCollection(id);
  return toCollection(row, caller);
}
