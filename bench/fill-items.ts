import { createDataIndex, listDataIndexes } from "@porchlight/server/operations";
import type { Bench } from "./product.ts";

export const collectionId = "Recipes";
const referencedId = "Cooks";
/** Collections that are written to, by number of indexes. */
export const writtenIds = { 0: "Written0", 2: "Written2", 5: "Written5" } as const;
/** Collections whose writes run hooks or notify a live stream. */
export const hookedId = "Hooked";
export const liveId = "Live";
/** Number of items in each of these collections. */
export const writtenItems = 100;

const indexes = {
  [collectionId]: [["category", "views:DESC"], ["shelf"], ["views"], ["tags"]],
  [writtenIds[2]]: [["category", "views:DESC"], ["shelf"]],
  [writtenIds[5]]: [["category", "views:DESC"], ["shelf"], ["views"], ["title"], ["tags"]],
} as const;

const bareIndexes: Readonly<Record<string, string>> = {
  "category,views:DESC": "((data ->> 'category'), ((data ->> 'views')::numeric) desc, id desc)",
  shelf: "(((data ->> 'shelf')::numeric))",
  views: "(((data ->> 'views')::numeric), id)",
  title: "((data ->> 'title'))",
  tags: "using gin ((data -> 'tags') jsonb_path_ops)",
};

const fields = [
  { key: "tags", type: "ARRAY_STRING" },
  { key: "cook", type: "REFERENCE", typeMetadata: { reference: { referencedCollectionId: referencedId } } },
];

/** Inserts items of 1 kB into public collections, without validation, and creates the indexes of both servers. */
export async function fillItems(bench: Pick<Bench, "sql" | "context">, count: number): Promise<void> {
  const { sql, context } = bench;
  const { id: siteId } = context.site;
  const collections = [collectionId, referencedId, ...Object.values(writtenIds), hookedId, liveId];
  await sql.query("set statement_timeout = 0");
  await sql.query("delete from data_indexes where site_id = $1", [siteId]);
  await sql.query("delete from data_collections where site_id = $1 and id = any($2)", [siteId, collections]);
  await sql.query(
    `insert into data_collections (site_id, id, read_level, insert_level, update_level, remove_level, definition, created_at, updated_at)
     select $1, id, 'ANYONE', 'ANYONE', 'ANYONE', 'ANYONE', $3, now(), now() from unnest($2::text[]) id`,
    [siteId, collections, { fields, plugins: [] }],
  );
  await sql.query(
    `insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
     select $1, $2, 'cook-' || n, $1, now(), now(), jsonb_build_object('name', 'Cook ' || n) from generate_series(0, 99) n`,
    [siteId, referencedId],
  );
  await sql.query(
    `insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
     select $1, $2, 'item-' || lpad(n::text, 8, '0'), $1, now() - make_interval(secs => n), now(), jsonb_build_object(
       'title', 'Recipe ' || n || ' of the cook', 'views', n::bigint * 7919 % 10007, 'category', 'category-' || n % 20, 'shelf', n / 20,
       'done', n % 2 = 0, 'weight', n * 31 % 1009, 'cook', 'cook-' || n % 100, 'tags', jsonb_build_array('tag-' || n % 50, 'part-' || n / 100),
       'when', jsonb_build_object('$date', '2024-05-06T07:08:09.123Z'), 'text', repeat('flour and water and salt and time. ', 20))
     from generate_series(1, $3) n`,
    [siteId, collectionId, count],
  );
  await sql.query(
    `insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
     select site_id, written, id, owner_id, created_at, updated_at, data from data_items, unnest($2::text[]) written
     where site_id = $1 and collection_id = $3 and id <= $4`,
    [siteId, [...Object.values(writtenIds), hookedId, liveId], collectionId, itemId(writtenItems)],
  );
  await sql.query("drop table if exists bare_items");
  await sql.query(`create table bare_items (collection_id text collate "C", id text collate "C", owner_id uuid, created_at timestamptz(3),
    updated_at timestamptz(3), data jsonb, primary key (collection_id, id))`);
  await sql.query(
    `insert into bare_items select collection_id, id, owner_id, created_at, updated_at, data from data_items where site_id = $1`,
    [siteId],
  );
  await sql.query("create index on bare_items (collection_id, created_at, id)");
  for (const [collection, list] of Object.entries(indexes))
    for (const index of list)
      await sql.query(`create index on bare_items ${bareIndexes[index.join()]} where collection_id = '${collection}'`);
  await makeIndexes(bench);
  await sql.query("vacuum analyze data_items, bare_items");
  // Otherwise the database writes pages to disk during the measurements.
  await sql.query("checkpoint");
  // Servers notice indexes within ten seconds.
  await new Promise((resolve) => setTimeout(resolve, 10_000));
}

/** Creates indexes with the owner's API and waits until they are active. */
async function makeIndexes({ context }: Pick<Bench, "context">): Promise<void> {
  const owner = { caller: { kind: "owner" } } as const;
  for (const [dataCollectionId, list] of Object.entries(indexes)) {
    for (const steps of list) {
      const index = {
        fields: steps.map((step) => ({
          path: step.replace(":DESC", ""),
          ...(step.endsWith(":DESC") && { order: "DESC" as const }),
        })),
      };
      await createDataIndex(context, owner, { body: { dataCollectionId, index } });
    }
    for (;;) {
      const found = await listDataIndexes(context, owner, { query: { dataCollectionId } });
      const failed = found.indexes.find(({ status }) => status === "FAILED");
      if (failed) throw new Error(`The index ${failed.name} failed: ${failed.failure?.message}`);
      if (found.indexes.every(({ status }) => status === "ACTIVE")) break;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
}

/** The id of the item with this number, from 1. */
export const itemId = (number: number): string => `item-${String(number).padStart(8, "0")}`;
