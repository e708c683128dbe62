import type { PostFieldset } from "@porchlight/contract/blog/posts/post-status";
import { sql } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import { type Bind, preparedStatement } from "../../platform/db/prepared-statement.ts";
import { serializePost, type UrlBases, type Visibility } from "./post-json-sql.ts";
import { isVisible, type PostFields, sortFieldsets } from "./posts-store.ts";

const maxRelatedPosts = 3;
/** Limits how many of the newest posts per tag and category are considered: some have half a million. */
const maxCandidates = 50;

/** How a post relates to the requested one. */
export type Relation = "previous" | "next" | "related";

export interface AdjacentPostRow {
  relation: Relation | null;
  json: string | null;
}

type Values = Visibility & UrlBases & { id: string };

/**
 * The posts adjacent or related to a post, as JSON. The row without a relation is the post itself; no rows mean that
 * visitors may not see it.
 */
export async function findAdjacentPosts(
  db: DbOrTx,
  visibility: Visibility,
  id: string,
  { fieldsets, bases }: PostFields,
): Promise<AdjacentPostRow[]> {
  return selectAdjacentPosts(db, { ...visibility, ...bases, id }, sortFieldsets(fieldsets));
}

const selectAdjacentPosts = preparedStatement((bind: Bind<Values>, fieldsets: readonly PostFieldset[]) => {
  const { json, join } = serializePost(fieldsets, { pages: bind("pages"), media: bind("media") });
  const visible = isVisible({ siteId: bind("siteId"), at: bind("at") });
  // Posts with the same slug are translations of the same text.
  const neighbor = (isNext: boolean) => sql`(
    select p.id from posts p
    where ${visible} and (p.first_published_at, p.id) ${isNext ? sql`>` : sql`<`} (here.first_published_at, here.id)
      and p.slug <> here.slug
    order by p.first_published_at ${isNext ? sql`` : sql`desc`}, p.id ${isNext ? sql`` : sql`desc`} limit 1)`;
  return sql<AdjacentPostRow>`
    with here as materialized (
      select p.id, p.slug, p.language, p.first_published_at, p.related_post_ids
      from posts p where ${visible} and p.id = ${bind("id")}),
    shared as (
      select other.post_id, 2 as weight from here
      join post_tags own on own.site_id = ${bind("siteId")} and own.post_id = here.id
      cross join lateral (
        select t.post_id from post_tags t where t.site_id = own.site_id and t.tag_id = own.tag_id
        order by t.post_id desc limit ${sql.lit(maxCandidates)}) other
      union all
      select other.post_id, 1 from here
      join post_categories own on own.site_id = ${bind("siteId")} and own.post_id = here.id
      cross join lateral (
        select c.post_id from post_categories c where c.site_id = own.site_id and c.category_id = own.category_id
        order by c.post_id desc limit ${sql.lit(maxCandidates)}) other),
    candidates as (
      select chosen.id, 0 as rank, chosen.place::integer as place, 0 as weight
      from here cross join lateral unnest(here.related_post_ids) with ordinality as chosen (id, place)
      union all
      select shared.post_id, 1, 0, sum(shared.weight)::integer from shared, here
      where shared.post_id <> here.id and shared.post_id <> all (here.related_post_ids) group by shared.post_id),
    related as (
      select c.id, row_number() over (order by c.rank, c.place, c.weight desc, p.first_published_at desc, p.id) as place
      from here cross join candidates c join posts p on p.id = c.id
      where ${visible} and p.slug <> here.slug and (c.rank = 0 or p.language = here.language)
      order by place limit ${sql.lit(maxRelatedPosts)}),
    around as (
      select null::text as relation, here.id, 0 as place from here
      union all select 'previous', ${neighbor(false)}, 1 from here
      union all select 'next', ${neighbor(true)}, 2 from here
      union all select 'related', related.id, 2 + related.place from related)
    select around.relation, adjacent.json from around
    left join lateral (
      select ${json} as json from posts p ${join}
      where around.relation is not null and ${visible} and p.id = around.id) adjacent on true
    order by around.place`;
});
