import type { Bench } from "./product.ts";

export const collectionId = "Recipes";
/** Collection into which items are inserted while others are read. */
export const writtenId = "Written";

/** Inserts items of 1 kB into a public collection with one statement, without validation. */
export async function fillItems(
  { sql, context: { site } }: Pick<Bench, "sql" | "context">,
  count: number,
): Promise<void> {
  const ids = [collectionId, writtenId];
  await sql.query("delete from data_collections where site_id = $1 and id = any($2)", [site.id, ids]);
  await sql.query(
    `insert into data_collections (site_id, id, read_level, insert_level, update_level, remove_level, definition, created_at, updated_at)
     select $1, id, 'ANYONE', 'ANYONE', 'ANYONE', 'ANYONE', '{"fields":[],"plugins":[]}', now(), now() from unnest($2::text[]) id`,
    [site.id, ids],
  );
  await sql.query("set statement_timeout = 0");
  await sql.query(
    `insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
     select $1, $2, 'item-' || lpad(n::text, 8, '0'), $1, now() - make_interval(secs => n), now(), jsonb_build_object(
       'title', 'What the cook said, part ' || n, 'minutes', n::bigint * 7919 % 10007, 'shelf', n / 20, 'done', n % 2 = 0,
       'weight', n * 31 % 1009, 'tags', jsonb_build_array('tag-' || n % 50, 'part-' || n / 10), 'when', jsonb_build_object('$date', '2024-05-06T07:08:09.123Z'),
       'text', repeat('flour and water and salt and time. ', 22))
     from generate_series(1, $3) n`,
    [site.id, collectionId, count],
  );
  await sql.query(
    `insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
     select site_id, $2, id, owner_id, created_at, updated_at, data from data_items where site_id = $1 and collection_id = $3 and id <= $4`,
    [site.id, writtenId, collectionId, itemId(100)],
  );
  // Indexes of the bare server.
  await sql.query(`drop index if exists bare_shelf, bare_minutes, bare_tags`);
  const where = `where collection_id = '${collectionId}'`;
  await sql.query(`create index bare_shelf on data_items (((data ->> 'shelf')::numeric)) ${where}`);
  await sql.query(`create index bare_minutes on data_items (((data ->> 'minutes')::numeric), id) ${where}`);
  await sql.query(`create index bare_tags on data_items using gin ((data -> 'tags') jsonb_path_ops) ${where}`);
  await sql.query("vacuum analyze data_items");
}

/** The id of the item with this number, from 1. */
export const itemId = (number: number): string => `item-${String(number).padStart(8, "0")}`;
