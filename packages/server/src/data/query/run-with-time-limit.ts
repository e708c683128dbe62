import { LRUCache } from "lru-cache";
import { Refusal } from "../../platform/context/errors.ts";
import { type DbOrTx, isStatementTimeout } from "../../platform/db/database.ts";
import { readWithTimeLimit } from "../../platform/db/pagination/bounded-read.ts";
import type { Collection } from "../collections/collection.ts";
import type { DataContext } from "../data-context.ts";
import { type FieldsAsked, fieldsAsked, type ItemQuestion, isServed } from "./queried-fields.ts";
import { keepSlowQuery } from "./slow-queries-store.ts";

/** One kind of query is written down so often at most, in this process. */
const pauseMs = 10_000;
const noted = new WeakMap<DataContext["db"], LRUCache<string, true>>();

/** Writes down what a query went by that took so long; whoever asked does not wait for it. */
function noteSlowQuery(context: DataContext, collectionId: string, asked: FieldsAsked, tookMs: number): void {
  const shape = JSON.stringify(asked);
  // A key of the table has so many bytes at most.
  if (shape.length > 2_000) return;
  if (Object.values(asked).every((names) => names.length === 0)) return;
  const known = noted.get(context.db) ?? new LRUCache<string, true>({ max: 1_000, ttl: pauseMs });
  noted.set(context.db, known);
  const key = `${collectionId} ${shape}`;
  if (known.has(key)) return;
  known.set(key, true);
  keepSlowQuery(context.db, { siteId: context.site.id, collectionId, shape, tookMs, at: context.now() }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      context.log.warn({ event: "slow-query-not-noted", reason }, "a slow query");
    },
  );
}

/** Milliseconds from which on a query is remembered, so that an index may be proposed for it. */
const slowMs = 500;

/**
 * Reads what a caller's filter and sort ask for. What no index leads to may read all items of the collection, and so many times over as
 * many ask: it ends after 2 seconds. Source: security requirements §2.10.
 *
 * @throws {Refusal} `QUERY_TOO_SLOW`.
 */
export async function askItems<Result>(
  context: DataContext,
  collection: Collection,
  question: ItemQuestion,
  read: (db: DbOrTx) => Promise<Result>,
): Promise<Result> {
  const begun = performance.now();
  try {
    return await (isServed(collection, question)
      ? read(context.db)
      : readWithTimeLimit(context.db, Number.POSITIVE_INFINITY, read));
  } catch (error) {
    if (isStatementTimeout(error)) throw new Refusal("QUERY_TOO_SLOW");
    throw error;
  } finally {
    const took = performance.now() - begun;
    if (took >= slowMs) noteSlowQuery(context, collection.id, fieldsAsked(collection, question), took);
  }
}

/**
 * Reads what items refer to: one may refer to any number, and all of them are looked at for their order.
 *
 * @throws {Refusal} `QUERY_TOO_SLOW`.
 */
export async function askReferences<Result>(
  { db }: Pick<DataContext, "db">,
  read: (db: DbOrTx) => Promise<Result>,
): Promise<Result> {
  try {
    return await readWithTimeLimit(db, Number.POSITIVE_INFINITY, read);
  } catch (error) {
    throw isStatementTimeout(error) ? new Refusal("QUERY_TOO_SLOW") : error;
  }
}
