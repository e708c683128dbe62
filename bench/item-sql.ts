/**
 * Statements of the bare server. Its table has no triggers, and its indexes are on the fields themselves. Responses
 * equal the product's except for cursors.
 */

const written = (column: string) => `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const system = `{"_id":' || to_json(id) || ',"_owner":"' || owner_id || '","_createdDate":{"$date":"' || ${written("created_at")} ||
  '"},"_updatedDate":{"$date":"' || ${written("updated_at")} || '"},' || `;

/** The item in wire format. @param data JSON with its fields. */
const itemJson = (data = "data::text") =>
  `'{"id":' || to_json(id) || ',"dataCollectionId":"' || collection_id || '","data":${system}substr(${data}, 2) || '}'`;

/** `$1` is the site id; the condition only determines its type. */
const inRecipes = "collection_id = 'Recipes' and $1::uuid is not null";

/** A page of the rows of `from`. Reads one more row than the page has, to detect a next page. */
const page = (from: string, limit: number, { first = false, item = itemJson() } = {}) => `
  select '{"dataItems":[' || coalesce(string_agg(${item}, ',' order by place) filter (where place <= ${limit}), '') ||
    '],"pagingMetadata":{"count":' || least(count(*), ${limit}) || '${first ? ',"offset":0' : ""},"tooManyToCount":false,"hasNext":' || (count(*) > ${limit}) || '}}' as body
  from (select *, row_number() over () as place from (${from} limit ${limit + 1}) found) page`;

const views = "(data ->> 'views')::numeric";
const category = "data ->> 'category'";
const title = "data ->> 'title'";

export const bareItem = `
  select '{"dataItem":' || ${itemJson()} || '}' as body from bare_items where ${inRecipes} and id = $2`;

const recipes = (rest: string) => `select * from bare_items where ${inRecipes}${rest}`;
/** `offset 0` keeps PostgreSQL from scanning all items in another order. */
const withTag =
  "(select * from bare_items where collection_id = 'Recipes' and data -> 'tags' @> to_jsonb($2::text) offset 0) tagged";

export const barePages = {
  newest: page(recipes(" order by created_at desc, id desc"), 50),
  byId: page(recipes(" order by id"), 50),
  afterId: page(recipes(" and id > $2::text order by id"), 50),
  number: page(recipes(" and (data ->> 'shelf')::numeric = $2::numeric order by id"), 50),
  weight: page(recipes(" and (data ->> 'weight')::numeric = $2::numeric order by id"), 50),
  tag: page(`select * from ${withTag} where $1::uuid is not null order by id`, 50),
  tagByViews: page(`select * from ${withTag} where $1::uuid is not null order by ${views} desc, id desc`, 20),
  views: page(recipes(` order by ${views} desc, id desc`), 50),
  categoryAndViews: page(
    recipes(` and ${category} = $2::text and ${views} >= $3::numeric order by ${views} desc, id desc`),
    20,
  ),
  prefix: page(recipes(` and starts_with(lower(${title}), lower($2::text)) order by ${title} collate "C", id`), 20),
  search: page(recipes(" and strpos(lower(data::text), lower($2::text)) > 0 order by id"), 20),
  cook: page(
    `select i.*, (select ${itemData("c")} from bare_items c where c.collection_id = 'Cooks' and c.id = i.data ->> 'cook') as cook
     from bare_items i where i.${inRecipes} order by i.created_at desc, i.id desc`,
    20,
    { item: itemJson("(data || jsonb_build_object('cook', cook))::text") },
  ),
} as const;

/** The fields of an item, including system fields. */
function itemData(alias: string): string {
  return `jsonb_build_object('_id', ${alias}.id, '_owner', ${alias}.owner_id, '_createdDate', jsonb_build_object('$date', ${written(`${alias}.created_at`)}),
    '_updatedDate', jsonb_build_object('$date', ${written(`${alias}.updated_at`)})) || ${alias}.data`;
}

const count = (condition: string) => `
  select '{"totalCount":' || count(*) || '}' as body from bare_items where ${inRecipes} and ${condition}`;
export const bareCounts = {
  category: count(`${category} = $2::text`),
  range: count("(data ->> 'shelf')::numeric < $2::numeric"),
} as const;

/** Collection, data → the inserted item. */
export const bareInsert = `
  insert into bare_items (collection_id, id, owner_id, created_at, updated_at, data)
  select $2, gen_random_uuid(), $1, now(), now(), $3::text::jsonb
  returning '{"dataItem":' || ${itemJson()} || '}' as body`;

/** Collection, list of data → the inserted items. */
export const bareInsertMany = `
  with inserted as (
    insert into bare_items (collection_id, id, owner_id, created_at, updated_at, data)
    select $2, gen_random_uuid(), $1, now(), now(), n.data from jsonb_array_elements($3::text::jsonb) as n (data)
    returning *
  )
  select '{"results":[' || string_agg('{"action":"INSERT","dataItem":' || ${itemJson()} || '}', ',') || ']}' as body from inserted`;

/** Collection, id, data → the updated item. */
export const bareUpdate = `
  update bare_items set data = $4::text::jsonb, updated_at = now() where collection_id = $2 and id = $3 and $1::uuid is not null
  returning '{"dataItem":' || ${itemJson()} || '}' as body`;
