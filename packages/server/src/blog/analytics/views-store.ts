import { sql } from "kysely";
import type { Db } from "../../platform/db/database.ts";

/** One view of a post by a hashed viewer. */
export interface PostView {
  postId: string;
  viewer: Buffer;
  at: Date;
}

/**
 * Counts the views whose viewer has not seen the post in the last 24 hours, in total and by day in the time zone of the
 * site. Safe on several nodes at once.
 */
export async function insertViews(
  db: Db,
  { id: siteId, timeZone }: { id: string; timeZone: string },
  views: readonly PostView[],
): Promise<void> {
  const [posts, viewers, times] = [
    views.map(({ postId }) => postId),
    views.map(({ viewer }) => viewer),
    views.map(({ at }) => at),
  ];
  await db.transaction().execute(async (tx) => {
    // Rows are always locked in the same order, which avoids deadlocks.
    const { rows } = await sql<{ post_id: string; day: string; views: number }>`
      with counted as (
        insert into post_viewers as v (site_id, post_id, viewer, seen_at)
        select p.site_id, p.id, view.viewer, view.at
        from unnest(${posts}::uuid[], ${viewers}::bytea[], ${times}::timestamptz[]) as view (post_id, viewer, at)
        join posts p on p.site_id = ${siteId} and p.id = view.post_id
        order by p.id, view.viewer
        on conflict (site_id, post_id, viewer) do update set seen_at = excluded.seen_at
        where v.seen_at <= excluded.seen_at - interval '24 hours'
        returning v.post_id, v.seen_at)
      select post_id, to_char(seen_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::integer as views
      from counted group by 1, 2 order by 1, 2`.execute(tx);
    if (rows.length === 0) return;
    const [ids, days, counts] = [
      rows.map((row) => row.post_id),
      rows.map((row) => row.day),
      rows.map((row) => row.views),
    ];
    await sql`
      with new as (
        select id, sum(views)::integer as views from unnest(${ids}::uuid[], ${counts}::integer[]) as one (id, views)
        group by id),
      locked as materialized (
        select p.site_id, p.id, new.views
        from new join posts p on p.site_id = ${siteId} and p.id = new.id order by p.id for no key update of p)
      update posts set view_count = view_count + locked.views
      from locked where posts.site_id = locked.site_id and posts.id = locked.id`.execute(tx);
    await sql`
      insert into post_view_days as d (site_id, post_id, day, views)
      select ${siteId}, id, day, views
      from unnest(${ids}::uuid[], ${days}::date[], ${counts}::integer[]) as new (id, day, views)
      on conflict (site_id, day, post_id) do update set views = d.views + excluded.views`.execute(tx);
  });
}
