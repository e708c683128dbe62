import { boundedReadsOf, type Db, type DbOrTx } from "../database.ts";

/** Filters of less weight cannot be slow. */
const heavyWeight = 10;

/** Runs a read with a filter of this weight. A heavy one runs on connections with a timeout of 2 seconds. */
export async function readWithTimeLimit<Result>(
  db: Db,
  weight: number,
  read: (db: DbOrTx) => Promise<Result>,
): Promise<Result> {
  return read(weight < heavyWeight ? db : boundedReadsOf(db));
}
