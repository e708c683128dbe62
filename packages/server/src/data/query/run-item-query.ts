import { LRUCache } from "lru-cache";
import { Refusal } from "../../platform/context/errors.ts";
import { type DbOrTx, isStatementTimeout, readWithTimeLimit } from "../../platform/db/database.ts";
import type { Collection } from "../collections/collection.ts";
import type { DataContext } from "../data-context.ts";
import { type ItemQuery, type QueriedFields, queriedFields } from "./queried-fields.ts";
import { recordSlowQuery } from "./slow-queries-store.ts";

/** Each kind of query is recorded at most once per interval and process. */
const reportIntervalMs = 10_000;
const reported = new WeakMap<DataContext["db"], LRUCache<string, true>>();

/** Records the fields of a slow query, without delaying the request. */
function reportSlowQuery(context: DataContext, collectionId: string, fields: QueriedFields, tookMs: number): void {
  const shape = JSON.stringify(fields);
  // The maximum size of an index entry of the table.
  if (shape.length > 2_000) return;
  if (Object.values(fields).every((names) => names.length === 0)) return;
  const { db, primaryDb = db } = context;
  const recent = reported.get(primaryDb) ?? new LRUCache<string, true>({ max: 1_000, ttl: reportIntervalMs });
  reported.set(primaryDb, recent);
  const key = `${context.site.id} ${collectionId} ${shape}`;
  if (recent.has(key)) return;
  recent.set(key, true);
  recordSlowQuery(primaryDb, { siteId: context.site.id, collectionId, shape, tookMs, at: context.now() }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      context.log.warn({ event: "slow-query-not-noted", reason }, "a slow query");
    },
  );
}

/** Slower queries are recorded, to propose indexes for them. */
const slowMs = 500;

/**
 * Runs a read with a caller's filter and sort. Without an index, it may scan the whole collection and times out after
 * 2 seconds. Source: security requirements §2.10.
 *
 * @throws {Refusal} `QUERY_TOO_SLOW`.
 */
export async function runItemQuery<Result>(
  context: DataContext,
  collection: Collection,
  query: ItemQuery,
  read: (db: DbOrTx) => Promise<Result>,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await (query.isServed ? read(context.db) : readWithTimeLimit(context.db, Number.POSITIVE_INFINITY, read));
  } catch (error) {
    if (isStatementTimeout(error)) throw new Refusal("QUERY_TOO_SLOW");
    throw error;
  } finally {
    const tookMs = performance.now() - startedAt;
    if (tookMs >= slowMs) reportSlowQuery(context, collection.id, queriedFields(collection, query), tookMs);
  }
}

/**
 * Runs a read of references with the timeout: an item may have any number of references, all of which are sorted.
 *
 * @throws {Refusal} `QUERY_TOO_SLOW`.
 */
export async function runReferenceQuery<Result>(
  { db }: Pick<DataContext, "db">,
  read: (db: DbOrTx) => Promise<Result>,
): Promise<Result> {
  try {
    return await readWithTimeLimit(db, Number.POSITIVE_INFINITY, read);
  } catch (error) {
    throw isStatementTimeout(error) ? new Refusal("QUERY_TOO_SLOW") : error;
  }
}
