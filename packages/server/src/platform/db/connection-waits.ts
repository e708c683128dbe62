import type pg from "pg";

const shortestWaits = new WeakMap<pg.Pool, number>();

/** Takes a connection out of a pool. */
export async function acquireConnection(pool: pg.Pool): Promise<pg.PoolClient> {
  const startedAt = performance.now();
  const client = await pool.connect();
  const shortest = shortestWaits.get(pool);
  if (shortest !== undefined) shortestWaits.set(pool, Math.min(shortest, performance.now() - startedAt));
  return client;
}

/**
 * Measures the waits of {@link acquireConnection}. The function returns the shortest one since its last call, in
 * milliseconds; 0 if there was none. It is noticeable only while every connection is in use.
 */
export function observeConnectionWaits(pool: pg.Pool): () => number {
  const begin = () => shortestWaits.set(pool, Number.POSITIVE_INFINITY);
  begin();
  return () => {
    const shortest = shortestWaits.get(pool)!;
    begin();
    return Number.isFinite(shortest) ? shortest : 0;
  };
}
