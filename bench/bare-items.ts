/** Statements of the bare server for items. Responses equal the product's except for cursors. */

const written = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A row in wire format. */
const item = `'{"id":' || to_json(id) || ',"dataCollectionId":"' || collection_id || '","data":{"_id":' || to_json(id) ||
  ',"_owner":"' || owner_id || '","_createdDate":{"$date":"' || ${written("created_at")} ||
  '"},"_updatedDate":{"$date":"' || ${written("updated_at")} || '"},' || substr(data::text, 2) || '}'`;

/** `rows` are one more than the page, to detect a next page. */
const page = (rows: string) => `
  select '{"dataItems":[' || coalesce(string_agg(${item}, ',') filter (where place <= 50), '') ||
    '],"pagingMetadata":{"count":' || least(count(*), 50) || ',"tooManyToCount":false,"hasNext":' || (count(*) > 50) || '}}' as body
  from (select *, row_number() over () as place from (
    select * from ${rows} limit 51
  ) found) page`;

const inRecipes = "collection_id = 'Recipes'";
const recipes = `data_items where site_id = $1 and ${inRecipes}`;

/** Site, id → one item. */
export const bareGetItem = `
  select '{"dataItem":' || ${item} || '}' as body from data_items where site_id = $1 and ${inRecipes} and id = $2`;

/** Pages of 50 items by their names. Parameters: site, and a value if required. */
export const barePages: Readonly<Record<string, string>> = {
  newest: page(`${recipes} order by created_at desc, id desc`),
  first: page(`${recipes} order by id`),
  after: page(`${recipes} and id > $2::text order by id`),
  shelf: page(`${recipes} and (data ->> 'shelf')::numeric = $2::numeric order by id`),
  weight: page(`${recipes} and (data ->> 'weight')::numeric = $2::numeric order by id`),
  // Separate, because a generic plan would scan for the first 50 by id.
  tag: page(`(select * from ${recipes} and data -> 'tags' @> to_jsonb($2::text) offset 0) tagged order by id`),
  minutes: page(`${recipes} order by (data ->> 'minutes')::numeric desc, id desc`),
};

/** Site, number → count of items with a lower number. */
export const bareCountItems = `
  select '{"totalCount":' || count(*) || '}' as body from data_items
  where site_id = $1 and ${inRecipes} and (data ->> 'shelf')::numeric < $2::numeric`;

/** Site, ids, data of each → the items that were inserted. */
export const bareInsertItems = `
  with inserted as (
    insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
    select $1, 'Written', n.id, $1, now(), now(), n.data from unnest($2::text[], $3::jsonb[]) as n (id, data)
    returning *
  )
  select '{"results":[' || string_agg('{"action":"INSERT","dataItem":' || ${item} || '}', ',') || ']}' as body from inserted`;

/** Site, id, data → the item as it is now. */
export const bareUpdateItem = `
  update data_items set data = $3::jsonb, updated_at = now() where site_id = $1 and collection_id = 'Written' and id = $2
  returning '{"dataItem":' || ${item} || '}' as body`;

/** Site, id, data → the item that was inserted. */
export const bareInsertItem = `
  insert into data_items (site_id, collection_id, id, owner_id, created_at, updated_at, data)
  values ($1, 'Written', $2, $1, now(), now(), $3::jsonb)
  returning '{"dataItem":' || ${item} || '}' as body`;
