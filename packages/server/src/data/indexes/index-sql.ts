import { type RawBuilder, sql } from "kysely";
import type pg from "pg";
import { type Db, poolOf } from "../../platform/db/database.ts";

/** What a field of `data_items` holds, as indexes are made of it. Filters bind the names of fields; PostgreSQL sees that it is the same. */
export function heldIn(path: string, alias = "data_items"): RawBuilder<unknown> {
  // Quoted, for there may be a field that is called null.
  const steps = path.split(".").map((step) => `"${step}"`);
  return sql`(${sql.ref(`${alias}.data`)} #> ${sql.lit(`{${steps.join(",")}}`)})`;
}

/** The items of one collection, as an index has them. */
export const ofCollection = (
  { siteId, collectionId }: { siteId: string; collectionId: string },
  alias = "data_items",
): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(`${alias}.site_id`)} = ${sql.lit(siteId)} and ${sql.ref(`${alias}.collection_id`)} = ${sql.lit(collectionId)}`;

/** A connection whose statements take as long as they need, each outside of any transaction: so indexes are built beside readers and writers. */
export interface Builder {
  run(statement: RawBuilder<unknown>): Promise<pg.QueryResult>;
  /** Back to the pool, or thrown away with whatever it does. */
  release(destroy?: boolean): Promise<void>;
}

export async function openBuilder(db: Db): Promise<Builder> {
  const client = await poolOf(db)!.connect();
  let isReleased = false;
  try {
    await client.query("set statement_timeout = 0");
  } catch (error) {
    client.release(true);
    throw error;
  }
  return {
    run: (statement) => client.query({ text: statement.compile(db).sql, query_timeout: 2 ** 31 - 1 } as never),
    async release(destroy = false) {
      if (isReleased) return;
      isReleased = true;
      if (destroy) return client.release(true);
      const isSound = await client.query("reset statement_timeout").then(
        () => true,
        () => false,
      );
      client.release(!isSound);
    },
  };
}
