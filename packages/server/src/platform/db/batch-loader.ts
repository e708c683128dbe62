import type { DbOrTx } from "./database.ts";

/**
 * How many rows one statement reads. PostgreSQL reckons with ten where it plans for an array that it does not see: arrays of
 * exactly ten make that plan look as good as one for the values, so that it is kept instead of being made each time.
 * Source: PostgreSQL, `estimate_array_length` and `choose_custom_plan`.
 */
const batchSize = 10;

/** A row with the place of its key, from 1. */
export interface Indexed {
  index: number;
}

interface Waiting<Key, Row> {
  key: Key;
  resolve(row: Row | undefined): void;
  reject(error: unknown): void;
}

/**
 * Reads of one row each that requests ask for at the same time, sent as one statement: beside an answer that one index entry leads
 * to, sending the question is most of the work. Nobody waits for others to come; what the sockets hold by now is read first.
 *
 * @param read Answers the rows that there are for the keys, in any order. The list is filled up with `null`.
 * @returns Reads the row of one key. Only reads whose `shared` is the same JSON are made together.
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
