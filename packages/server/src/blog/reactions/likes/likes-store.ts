import { likedFqdn } from "@porchlight/contract/blog/reactions/like";
import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import {
  findKeysetPage,
  type JsonRows,
  type KeysetPage,
  type KeysetPageQuery,
} from "../../../platform/db/pagination/keyset-page.ts";
import {
  dateField,
  nullableUuidField,
  type QueryField,
  type QueryFields,
  textField,
  uuidField,
} from "../../../platform/db/pagination/query-fields.ts";
import { isoDate, type Visibility } from "../../posts/post-json-sql.ts";
import { isVisible } from "../../posts/posts-store.ts";
import type { LikeAuthor } from "../like-author.ts";

/** Expression over `post_likes l`: the like as JSON text. */
const likeJson = sql`json_strip_nulls(json_build_object(
  'id', l.id, 'fqdn', ${sql.lit(likedFqdn)}, 'entityId', l.post_id,
  'createdDate', ${isoDate(sql`l.created_at`)}, 'memberId', l.member_id))::text`;

export interface LikeRow {
  id: string;
  post_id: string;
  json: string;
}

const isByAuthor = (author: LikeAuthor): RawBuilder<boolean> =>
  "memberId" in author
    ? sql<boolean>`l.member_id = ${author.memberId}`
    : sql<boolean>`l.visitor_id = ${author.visitorId}`;

/** Condition on `post_likes l`: the likes of an author, or all. */
const likesOf = (siteId: string, author: LikeAuthor | undefined): RawBuilder<boolean> =>
  author ? sql<boolean>`l.site_id = ${siteId} and ${isByAuthor(author)}` : sql<boolean>`l.site_id = ${siteId}`;

/** Returns the inserted like; `undefined` if the post is not visible or already liked. */
export async function insertLike(
  db: DbOrTx,
  visibility: Visibility,
  author: LikeAuthor,
  like: { id: string; postId: string },
): Promise<LikeRow | undefined> {
  const memberId = "memberId" in author ? author.memberId : null;
  const visitorId = "visitorId" in author ? author.visitorId : null;
  const { rows } = await sql<LikeRow>`
    insert into post_likes as l (site_id, id, post_id, member_id, visitor_id, created_at)
    select p.site_id, ${like.id}, p.id, ${memberId}::uuid, ${visitorId}::uuid, ${visibility.at}
    from posts p where ${isVisible(visibility)} and p.id = ${like.postId}
    on conflict do nothing returning l.id, l.post_id, ${likeJson} as json`.execute(db);
  return rows[0];
}

export async function findLikeOfPost(
  db: DbOrTx,
  siteId: string,
  author: LikeAuthor,
  postId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select ${likeJson} as json from post_likes l where ${likesOf(siteId, author)} and l.post_id = ${postId}`.execute(
    db,
  );
  return rows[0]?.json;
}

/** JSON of a like by its id. @param author Default: any. */
export async function findLike(
  db: DbOrTx,
  siteId: string,
  author: LikeAuthor | undefined,
  id: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ json: string }>`
    select ${likeJson} as json from post_likes l where ${likesOf(siteId, author)} and l.id = ${id}`.execute(db);
  return rows[0]?.json;
}

/** Removes a like by its id or its post's id, and returns it. */
export async function deleteLikeBy(
  db: DbOrTx,
  siteId: string,
  author: LikeAuthor,
  by: { id: string } | { postId: string },
): Promise<LikeRow | undefined> {
  const target = "id" in by ? sql`l.id = ${by.id}` : sql`l.post_id = ${by.postId}`;
  const { rows } = await sql<LikeRow>`
    delete from post_likes l where ${likesOf(siteId, author)} and ${target} returning l.id, l.post_id, ${likeJson} as json`.execute(
    db,
  );
  return rows[0];
}

/** One page of likes, as JSON. */
export async function findLikePage(
  db: DbOrTx,
  page: Omit<KeysetPageQuery, "table" | "alias" | "stablePlan">,
): Promise<KeysetPage> {
  return findKeysetPage(db, { ...page, table: sql`post_likes l`, alias: sql`l`, stablePlan: false }, async (ids) => {
    const { rows } = await sql<JsonRows>`
      select string_agg(${likeJson}, ',' order by wanted.place) as json, count(*)::integer as count
      from unnest(${ids}::uuid[]) with ordinality as wanted (id, place) join post_likes l on l.id = wanted.id
      where ${page.condition}`.execute(db);
    return rows;
  });
}

/** Fields that a query of likes may use, over `post_likes l`. */
export const likeQueryFields: QueryFields = new Map<string, QueryField>([
  ["id", uuidField(sql`l.id`)],
  ["entityId", uuidField(sql`l.post_id`)],
  ["fqdn", textField(sql`${sql.lit(likedFqdn)}::text`)],
  ["memberId", nullableUuidField(sql`l.member_id`)],
  ["createdDate", dateField(sql`date_trunc('milliseconds', l.created_at)`)],
]);

/** Condition on `post_likes l`: the likes of an author, or all, that match `condition`. */
export const matchesLikes = (
  siteId: string,
  author: LikeAuthor | undefined,
  condition: RawBuilder<boolean>,
): RawBuilder<boolean> => sql<boolean>`${likesOf(siteId, author)} and ${condition}`;
