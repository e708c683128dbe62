import type { Bench } from "./product.ts";

export const collectionId = "Recipes";

/** Puts items of 1 kB into a collection that everybody may use, past every rule and with one statement. */
export async function fillItems({ sql, deps: { site } }: Pick<Bench, "sql" | "deps">, count: number): Promise<void> {
  await sql.query("delete from data_collections where site_id = $1 and id = $2", [site.id, collectionId]);
  await sql.query(
    `insert into data_collections (site_id, id, read_level, insert_level, update_level, remove_level, definition, created_at, updated_at)
     values ($1, $2, 'ANYONE', 'ANYONE', 'ANYONE', 'ANYONE', '{"fields":[],"plugins":[]}', now(), now())`,
    [site.id, collectionId],
  );
  await sql.query("set statement_timeout = 0");
  await sql.query(
    `insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
     select $1, $2, 'item-' || lpad(n::text, 8, '0'), $1, now() - make_interval(secs => n), now(), jsonb_build_object(
       'title', 'What the cook said, part ' || n, 'minutes', n * 7919 % 10007, 'shelf', n / 20, 'done', n % 2 = 0,
       'tags', jsonb_build_array('tag-' || n % 50, 'tag-' || n % 7), 'when', jsonb_build_object('$date', '2024-05-06T07:08:09.123Z'),
       'text', repeat('flour and water and salt and time. ', 22))
     from generate_series(1, $3) n`,
    [site.id, collectionId, count],
  );
  await sql.query("vacuum analyze data_items");
}

/** The id of the item with this number, from 1. */
export const itemId = (number: number): string => `item-${String(number).padStart(8, "0")}`;
