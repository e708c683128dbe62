import { type RawBuilder, sql } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import { averageRating, type Visibility } from "../../posts/post-json-sql.ts";
import { isVisible } from "../../posts/posts-store.ts";
import type { LikeAuthor } from "../like-author.ts";

const isByRater = (rater: LikeAuthor): RawBuilder<boolean> =>
  "memberId" in rater ? sql<boolean>`r.member_id = ${rater.memberId}` : sql<boolean>`r.visitor_id = ${rater.visitorId}`;

/** Inserts or replaces a rating. Returns whether the post exists. */
export async function upsertRating(
  db: DbOrTx,
  visibility: Visibility,
  rater: LikeAuthor,
  { id, postId, stars }: { id: string; postId: string; stars: number },
): Promise<boolean> {
  const isMember = "memberId" in rater;
  const conflict = isMember
    ? sql`(site_id, member_id, post_id) where member_id is not null`
    : sql`(site_id, visitor_id, post_id) where visitor_id is not null`;
  const { rows } = await sql<{ id: string }>`
    insert into post_ratings (site_id, id, post_id, member_id, visitor_id, stars, rated_at)
    select p.site_id, ${id}, p.id, ${isMember ? rater.memberId : null}::uuid, ${isMember ? null : rater.visitorId}::uuid,
      ${stars}, ${visibility.at}
    from posts p where ${isVisible(visibility)} and p.id = ${postId}
    on conflict ${conflict} do update set stars = excluded.stars, rated_at = excluded.rated_at
    returning id`.execute(db);
  return rows.length > 0;
}

export async function deleteRating(db: DbOrTx, siteId: string, rater: LikeAuthor, postId: string): Promise<void> {
  await sql`delete from post_ratings r where r.site_id = ${siteId} and r.post_id = ${postId} and ${isByRater(rater)}`.execute(
    db,
  );
}

/** Rating counters of a visible post, and the rater's own rating. */
export async function findRating(
  db: DbOrTx,
  visibility: Visibility,
  rater: LikeAuthor | undefined,
  postId: string,
): Promise<{ ratings: number; average: number | null; stars: number | null } | undefined> {
  const own = rater
    ? sql`(select r.stars from post_ratings r where r.site_id = p.site_id and r.post_id = p.id and ${isByRater(rater)})`
    : sql`null::smallint`;
  const { rows } = await sql<{ ratings: number; average: number | null; stars: number | null }>`
    select p.rating_count as ratings, ${averageRating}::float8 as average, ${own} as stars
    from posts p where ${isVisible(visibility)} and p.id = ${postId}`.execute(db);
  return rows[0];
}
