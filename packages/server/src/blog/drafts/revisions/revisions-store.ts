import { sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { isoDate, withMediaBase } from "../../posts/post-json-sql.ts";
import { serializeDraft } from "../draft-json-sql.ts";

/** Files of this server are told by their path, so that the site may move. */
const noBases = { pages: "", media: "" };

/** Keeps the draft as it is, whole, under its revision. */
export async function insertRevision(tx: Transaction<Tables>, siteId: string, postId: string, at: Date): Promise<void> {
  const { json, join } = serializeDraft(["RICH_CONTENT"], noBases);
  await sql`
    insert into post_revisions (site_id, post_id, revision, created_at, draft)
    select p.site_id, p.id, p.revision, ${at}, (${json})::json from draft_posts p ${join}
    where p.site_id = ${siteId} and p.id = ${postId}
    on conflict (site_id, post_id, revision) do update set created_at = excluded.created_at, draft = excluded.draft`.execute(
    tx,
  );
}

/** Lets go of all but the newest, and of those from before a date; the newest stays whatever its age. */
export async function prunePostRevisions(
  tx: Transaction<Tables>,
  siteId: string,
  postId: string,
  { keep: maxRevisions, before }: { keep: number; before: Date },
): Promise<void> {
  await sql`
    delete from post_revisions r
    where r.site_id = ${siteId} and r.post_id = ${postId} and r.revision in (
      select kept.revision from (
        select revision, created_at, row_number() over (order by revision desc) as place
        from post_revisions where site_id = ${siteId} and post_id = ${postId}) kept
      where kept.place > ${maxRevisions} or (kept.place > 1 and kept.created_at < ${before}))`.execute(tx);
}

const summaryMembers = sql`'revision', r.revision::text, 'createdDate', ${isoDate(sql`r.created_at`)},
  'title', r.draft -> 'title', 'status', r.draft -> 'status', 'changeOrigin', r.draft -> 'changeOrigin'`;

/** JSON of a page of what is kept of a post, the newest first, and how many there are. */
export async function findRevisionPage(
  db: DbOrTx,
  siteId: string,
  postId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ json: string; count: number; total: number }> {
  const { rows } = await sql<{ json: string | null; count: number; total: number }>`
    select string_agg(page.json, ',' order by page.revision desc) as json, count(*)::integer as count,
      (select count(*)::integer from post_revisions where site_id = ${siteId} and post_id = ${postId}) as total
    from (
      select r.revision, json_build_object(${summaryMembers})::text as json from post_revisions r
      where r.site_id = ${siteId} and r.post_id = ${postId} order by r.revision desc limit ${limit} offset ${offset}) page`.execute(
    db,
  );
  const { json, count, total } = rows[0]!;
  return { json: json ?? "", count, total };
}

/** JSON of one, with the draft as it was. @param media Where addresses of files begin. */
export async function findRevision(
  db: DbOrTx,
  siteId: string,
  postId: string,
  revision: string,
  media: string,
): Promise<string | undefined> {
  const draft = withMediaBase(withMediaBase(sql`r.draft`, media, ""), media, " ");
  const { rows } = await sql<{ json: string }>`
    select "left"(json_build_object(${summaryMembers})::text, -1) || ',"draftPost":' || ${draft} || '}' as json
    from post_revisions r
    where r.site_id = ${siteId} and r.post_id = ${postId} and r.revision = ${revision}`.execute(db);
  return rows[0]?.json;
}
