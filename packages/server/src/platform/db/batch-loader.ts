import type { DbOrTx } from "./database.ts";

/**
 * PostgreSQL assumes ten elements for an unknown array. With exactly ten, the generic plan costs as much as a custom
 * one and is cached. Source: PostgreSQL, `estimate_array_length` and `choose_custom_plan`.
 */
const batchSize = 10;

/** A row with the position of its key, from 1. */
export interface Indexed {
  index: number;
}

interface Waiting<Key, Row> {
  key: Key;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

/**
 * Combines concurrent reads of single rows into one statement, because the round trip costs more than an index lookup.
 * A batch is sent at the next `setImmediate`, so that no read waits for others.
 *
 * @param read Returns the rows of `keys` in any order. Unused keys are `null`.
 * @returns Reads the row of one key. Only reads with the same JSON of `shared` are combined.
 */
export function createBatchLoader<Shared extends object, Key, Row extends Indexed>(
  read: (db: DbOrTx, shared: Shared, keys: readonly (Key | null)[]) => Promise<Row[]>,
): (db: DbOrTx, shared: Shared, key: Key) => Promise<Row | undefined> {
  const waiting = new WeakMap<DbOrTx, Map<string, Waiting<Key, Row>[]>>();

  async function send(db: DbOrTx, shared: Shared, batch: readonly Waiting<Key, Row>[]): Promise<void> {
    try {
      const rows = await read(
        db,
        shared,
        Array.from({ length: batchSize }, (_, index) => batch[index]?.key ?? null),
      );
      const byIndex = new Map(rows.map((row) => [row.index, row]));
      batch.forEach(({ resolve }, index) => {
        resolve(byIndex.get(index + 1));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return (db, shared, key) =>
    new Promise((resolve, reject) => {
      const batches = waiting.get(db) ?? new Map<string, Waiting<Key, Row>[]>();
      waiting.set(db, batches);
      const batchKey = JSON.stringify(shared);
      const open = batches.get(batchKey);
      if (open && open.length < batchSize) {
        open.push({ key, resolve, reject });
        return;
      }
      const batch = [{ key, resolve, reject }];
      batches.set(batchKey, batch);
      setImmediate(() => {
        if (batches.get(batchKey) === batch) batches.delete(batchKey);
        void send(db, shared, batch);
      });
    });
}
