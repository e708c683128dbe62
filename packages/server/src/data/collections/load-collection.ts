import { LRUCache } from "lru-cache";
import type { Caller } from "../../platform/context/caller.ts";
import { InvalidArguments, Refusal } from "../../platform/context/errors.ts";
import type { DataContext, DataReadContext } from "../data-context.ts";
import { collectionNotFound } from "../data-errors.ts";
import { canReadHidden } from "../permissions/hidden-fields.ts";
import type { Collection } from "./collection.ts";
import { findCollection } from "./collections-store.ts";
import { toCollection } from "./to-collection.ts";

/** Maximum delay until changes without a new version, such as indexes, are seen. */
const cacheTtlMs = 10_000;

/** One per database: a process may use several. */
const caches = new WeakMap<DataContext["db"], LRUCache<string, Collection>>();

/** A result and the version of the collection in the same snapshot; `undefined` if it was deleted. */
export interface Versioned<Result> {
  version: string | undefined;
  result: Result;
}

/**
 * Runs a query with the cached collection. A result of an outdated version is discarded and the query repeated with the
 * current one, and so is every rejection, so that no stale permission takes effect.
 *
 * @param query Must not reject after it has changed anything, because it may run again.
 * @throws {Refusal} `WDE0025`.
 */
export async function withCollection<Result>(
  context: DataContext,
  caller: Caller,
  id: string,
  query: (collection: Collection) => Promise<Versioned<Result>>,
): Promise<Result> {
  let cache = caches.get(context.db);
  if (!cache) {
    cache = new LRUCache({ max: 2_000, ttl: cacheTtlMs });
    caches.set(context.db, cache);
  }
  // Callers with and without access to hidden fields get different collections.
  const key = `${context.site.id} ${id} ${canReadHidden(caller)}`;
  const cached = cache.get(key);
  if (cached) {
    try {
      const { version, result } = await query(cached);
      if (version === cached.version) return result;
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof InvalidArguments)) throw error;
      // To query it again would take as long again.
      if (error instanceof Refusal && (error.code === "QUERY_TOO_SLOW" || error.code === "ANSWER_TOO_LARGE"))
        throw error;
    }
    cache.delete(key);
  }
  for (let tries = 1; tries <= 5; tries += 1) {
    const collection = await requireCollection(context, caller, id);
    const { version, result } = await query(collection);
    if (version !== collection.version) continue;
    cache.set(key, collection);
    return result;
  }
  throw new Refusal("UNAVAILABLE");
}

/** Reads a collection, as the caller sees it. @throws {Refusal} `WDE0025`. */
export async function requireCollection(context: DataReadContext, caller: Caller, id: string): Promise<Collection> {
  const row = await findCollection(context.db, context.site.id, id);
  if (!row) throw collectionNotFound(id);
  return toCollection(row, caller);
}
