import { sql } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import { type Builder, ofCollection, storedValue } from "../../indexes/index-sql.ts";

interface CollectionKey {
  siteId: string;
  collectionId: string;
}

export async function createUniqueIndex(
  builder: Builder,
  key: CollectionKey,
  field: string,
  name: string,
): Promise<void> {
  const value = storedValue(field);
  await builder.run(
    sql`create unique index concurrently ${sql.ref(name)}
          on data_items ((data_sort_key(${value}) collate "C"), (md5(${value}::text)))
          where ${ofCollection(key)} and data_sort_key(${value}) <> ''`,
  );
}

export async function dropUniqueIndex(builder: Builder, name: string): Promise<void> {
  await builder.run(sql`drop index concurrently if exists ${sql.ref(name)}`);
}

/** Marks an index as complete and as belonging to the collection. */
export async function tagIndex(builder: Builder, name: string, key: CollectionKey): Promise<void> {
  await builder.run(sql`comment on index ${sql.ref(name)} is ${sql.lit(tagOf(key))}`);
}

/**
 * Finds the unique indexes of a collection.
 *
 * @param names Possible names of untagged indexes, whose build was interrupted.
 */
export async function findUniqueIndexes(
  db: DbOrTx,
  key: CollectionKey,
  names: readonly string[] = [],
): Promise<{ name: string; isDone: boolean }[]> {
  const tag = sql`obj_description(c.oid, 'pg_class')`;
  const { rows } = await sql<{ name: string; isDone: boolean }>`
    select c.relname as name, x.indisvalid and ${tag} is not null as "isDone"
    from pg_index x join pg_class c on c.oid = x.indexrelid
    where x.indrelid = 'data_items'::regclass and (${tag} = ${tagOf(key)} or c.relname = any(${names}::name[]))`.execute(
    db,
  );
  return rows;
}

const tagOf = ({ siteId, collectionId }: CollectionKey): string => JSON.stringify([siteId, collectionId]);
