import { sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { isoDate, withMediaBase } from "../../posts/post-json-sql.ts";
import { serializeDraft } from "../draft-json-sql.ts";

/** URLs of this server's files are stored without their base, so that the site may move. */
const noBases = { pages: "", media: "" };

/** Stores the full draft under its revision. */
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

/** Deletes all but the `maxRevisions` newest revisions, and those older than `before`; always retains the newest. */
export async function prunePostRevisions(
  tx: Transaction<Tables>,
  siteId: string,
  postId: string,
  { maxRevisions, before }: { maxRevisions: number; before: Date },
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

/** One page of a post's revisions as JSON, newest first, and their total number. */
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

/** JSON of one revision, with the draft. @param media Base URL of files. */
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
