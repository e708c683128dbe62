import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { fieldKeys, type ItemText, readTold, told } from "../items/item-json-sql.ts";
import { type ItemKey, inCollection } from "../items/items-store.ts";

/** Of one batch, so that few large items and many small ones take about the same memory. */
const batchItems = 500;
const batchBytes = 4 * 1024 * 1024;

/** The next items in the order of their ids. */
export async function findItemsAfter(
  db: DbOrTx,
  key: ItemKey,
  wanted: RawBuilder<boolean>,
  afterId: string,
  fields: readonly string[] | undefined,
  most = batchItems,
): Promise<ItemText[]> {
  const keys = fieldKeys(fields);
  const { rows } = await sql<{ told: string }>`
    select s.told from (
      select r.id, r.told, sum(length(r.told)) over (order by r.id rows unbounded preceding) - length(r.told) as before
      from (
        select i.id, ${told("i", key.hidden, { keys })} as told from data_items i
        where ${inCollection(key)} and i.id > ${afterId} and ${wanted} order by i.id limit ${most}
      ) r
    ) s where s.before < ${batchBytes} order by s.id`.execute(db);
  return rows.map((row) => readTold(row.told, keys));
}
