import { LRUCache } from "lru-cache";
import type { DataContext } from "../../data-context.ts";
import type { FieldsAsked } from "./queried-fields.ts";
import { keepSlowQuery } from "./slow-queries-store.ts";

/** One kind of query is written down so often at most, in this process. */
const pauseMs = 10_000;
const noted = new WeakMap<DataContext["db"], LRUCache<string, true>>();

/** Writes down what a query went by that took so long; whoever asked does not wait for it. */
export function noteSlowQuery(context: DataContext, collectionId: string, asked: FieldsAsked, tookMs: number): void {
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
