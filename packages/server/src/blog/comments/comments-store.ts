import type { CommentStatus } from "@porchlight/contract/blog/comments/comment";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { hasFullAccess, type ReaderKind, type Visibility } from "../posts/post-json-sql.ts";
import { isVisible } from "../posts/posts-store.ts";

type Tx = Transaction<Tables>;

/** A comment with what is shown of its author. */
export interface CommentRow {
  id: string;
  postId: string;
  threadId: string;
  parentId: string | null;
  memberId: string | null;
  /** Null if the author has no name. */
  name: string | null;
  /** Null unless the profile is public. */
  slug: string | null;
  /** Id of the file. */
  photoId: string | null;
  isPostAuthor: boolean;
  /** Whether a staff member wrote it. */
  isTeam: boolean;
  body: string;
  status: CommentStatus;
  createdAt: Date;
  editedAt: Date | null;
}

/** The name of `members m`, as profiles show it. */
export const memberName = sql`coalesce(nullif(trim(m.profile->>'nickname'), ''),
  nullif(trim(concat_ws(' ', m.profile->>'firstName', m.profile->>'lastName')), ''))`;

/** Columns of {@link CommentRow} over `comments c`, `members m`, and `posts p`. */
export const commentColumns = sql`
  c.id, c.post_id as "postId", c.thread_id as "threadId", c.parent_id as "parentId", c.member_id as "memberId",
  coalesce(c.author, ${memberName}) as name,
  case when m.status = 'ACTIVE' and m.profile->>'privacyStatus' = 'PUBLIC' then m.slug end as slug,
  m.photo->>'id' as "photoId", coalesce(c.member_id = p.member_id, c.staff_id = p.staff_id, false) as "isPostAuthor", c.is_team as "isTeam",
  c.body, c.status, c.created_at as "createdAt", c.edited_at as "editedAt"`;

/** Joins the member who wrote `comments c`. */
export const withAuthor = sql`left join members m on m.site_id = c.site_id and m.id = c.member_id`;

/** What determines who may read the comments of a post, and write one. */
export interface CommentedPost {
  id: string;
  title: string;
  slug: string;
  language: string;
  memberId: string | null;
  staffId: string | null;
  commentingEnabled: boolean;
  /** Whether the reader may read the whole post. */
  isReadable: boolean;
  total: number;
}

/** A post that visitors and members may see. */
export async function findCommentedPost(
  db: DbOrTx,
  visibility: Visibility,
  postId: string,
  reader: ReaderKind,
): Promise<CommentedPost | undefined> {
  const { rows } = await sql<CommentedPost>`
    select p.id, p.title, p.slug, p.language, p.member_id as "memberId", p.staff_id as "staffId",
      p.commenting_enabled as "commentingEnabled", ${hasFullAccess[reader]} as "isReadable", p.comment_count as total
    from posts p where ${isVisible(visibility)} and p.id = ${postId}`.execute(db);
  return rows[0];
}

/** Condition on `comments c`: the reader sees its text. Members do not see comments of those whom they have blocked. */
function isShownTo(memberId: string | undefined): RawBuilder<boolean> {
  if (memberId === undefined) return sql<boolean>`c.status = 'PUBLISHED'`;
  return sql<boolean>`((c.status = 'PUBLISHED' and not exists (select from member_blocks b
      where b.site_id = c.site_id and b.member_id = ${memberId} and b.blocked_id = c.member_id))
    or (c.status = 'PENDING' and c.member_id = ${memberId}))`;
}

/** One page of threads. */
export interface ThreadPage {
  siteId: string;
  postId: string;
  /** The reader. */
  memberId: string | undefined;
  limit: number;
  /** The last thread of the page before. */
  after: string | undefined;
  /** A comment of the first thread; ignored if the post has no such comment. */
  from: string | undefined;
}

/** The newest threads of a post that have a comment that the reader sees; one more than `limit` if there are more. */
export async function findThreads(db: DbOrTx, { siteId, postId, memberId, limit, after, from }: ThreadPage) {
  const { rows } = await sql<{ id: string }>`
    select c.thread_id as id from comments c
    where c.site_id = ${siteId} and c.post_id = ${postId} and ${isShownTo(memberId)}
      ${after === undefined ? sql`` : sql`and c.thread_id < ${after}`}
      ${from === undefined ? sql`` : sql`and c.thread_id <= coalesce((select f.thread_id from comments f where f.site_id = ${siteId} and f.post_id = ${postId} and f.id = ${from}), c.thread_id)`}
    group by c.thread_id order by c.thread_id desc limit ${limit + 1}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The comments of threads in order. Those that the reader does not see are `DELETED`, if they have replies. */
export async function findThreadComments(
  db: DbOrTx,
  siteId: string,
  threadIds: readonly string[],
  memberId: string | undefined,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow & { isShown: boolean }>`
    select ${commentColumns}, ${isShownTo(memberId)} as "isShown"
    from comments c join posts p on p.site_id = c.site_id and p.id = c.post_id ${withAuthor}
    where c.site_id = ${siteId} and c.thread_id = any(${threadIds}::uuid[])
    order by c.thread_id desc, c.id <> c.thread_id, c.created_at, c.id`.execute(db);
  const shown = rows.filter(({ isShown }) => isShown);
  const parents = new Set(shown.flatMap(({ parentId, threadId }) => [parentId, threadId]));
  return rows.flatMap(({ isShown, ...row }): CommentRow[] => {
    if (isShown) return [row];
    return parents.has(row.id) ? [{ ...row, status: "DELETED" }] : [];
  });
}

/** A comment, if it exists. */
export async function findComment(db: DbOrTx, siteId: string, id: string): Promise<CommentRow | undefined> {
  const { rows } = await sql<CommentRow>`
    select ${commentColumns}
    from comments c join posts p on p.site_id = c.site_id and p.id = c.post_id ${withAuthor}
    where c.site_id = ${siteId} and c.id = ${id}`.execute(db);
  return rows[0];
}

/** Locks the thread and counts its comments, so that concurrent replies respect the limit. */
export async function lockThread(tx: Tx, siteId: string, threadId: string): Promise<number> {
  await sql`select from comments where site_id = ${siteId} and id = ${threadId} for update`.execute(tx);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from comments where site_id = ${siteId} and thread_id = ${threadId}`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The status of a comment, which is locked until the transaction ends. */
export async function lockCommentStatus(tx: Tx, siteId: string, id: string): Promise<CommentStatus | undefined> {
  const { rows } = await sql<{ status: CommentStatus }>`
    select status from comments where site_id = ${siteId} and id = ${id} for update`.execute(tx);
  return rows[0]?.status;
}

/** Whether a member has a published comment. */
export async function hasPublishedComment(db: DbOrTx, siteId: string, memberId: string): Promise<boolean> {
  const { rows } = await sql`
    select from comments where site_id = ${siteId} and member_id = ${memberId} and status = 'PUBLISHED' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** A comment of a member or a staff member. */
export interface NewComment {
  id: string;
  postId: string;
  threadId: string;
  parentId: string | null;
  author: { memberId: string } | { name: string; staffId: string | null };
  body: string;
  status: CommentStatus;
  at: Date;
}

export async function insertComment(tx: Tx, siteId: string, { author, ...comment }: NewComment): Promise<void> {
  await tx
    .insertInto("comments")
    .values({
      site_id: siteId,
      id: comment.id,
      post_id: comment.postId,
      thread_id: comment.threadId,
      parent_id: comment.parentId,
      ...("memberId" in author
        ? { member_id: author.memberId }
        : { is_team: true, author: author.name, staff_id: author.staffId }),
      body: comment.body,
      status: comment.status,
      created_at: comment.at,
    })
    .execute();
}

/** Changes the text of a member's published or waiting comment. Returns whether there is one. */
export async function updateCommentText(
  db: DbOrTx,
  siteId: string,
  { id, memberId, body, isPending, at }: { id: string; memberId: string; body: string; isPending: boolean; at: Date },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update comments set body = ${body}, edited_at = ${at}, status = case when ${isPending} then 'PENDING' else status end
    where site_id = ${siteId} and id = ${id} and member_id = ${memberId} and status in ('PUBLISHED', 'PENDING')`.execute(
    db,
  );
  return numAffectedRows === 1n;
}

/**
 * Deletes a member's comment: the row, or with replies its text and author. Hidden ones count as deleted already.
 * Returns whether there was one.
 */
export async function deleteOwnComment(
  tx: Tx,
  siteId: string,
  id: string,
  memberId: string,
  at: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select from comments where site_id = ${siteId} and id = ${id} and member_id = ${memberId}
      and status in ('PUBLISHED', 'PENDING') for update`.execute(tx);
  if (rows.length === 0) return false;
  await sql`
    update comments set status = 'DELETED', body = '', member_id = null, deleted_at = ${at}
    where site_id = ${siteId} and id = ${id}`.execute(tx);
  await deleteUnansweredComments(tx, siteId, [id]);
  return true;
}

async function deleteUnansweredComments(tx: Tx, siteId: string, ids: readonly string[]): Promise<void> {
  await sql`
    delete from comments c where c.site_id = ${siteId} and c.id = any(${ids}::uuid[])
      and not exists (select from comments r where r.site_id = c.site_id and r.id <> c.id
        and (r.parent_id = c.id or r.thread_id = c.id))`.execute(tx);
}

/** Idempotent. Returns whether there is a published comment of another author with this id. */
export async function insertReport(
  db: DbOrTx,
  siteId: string,
  { id, memberId, at }: { id: string; memberId: string; at: Date },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    with reported as (
      select id from comments where site_id = ${siteId} and id = ${id} and status = 'PUBLISHED'
        and member_id is distinct from ${memberId}),
    stored as (
      insert into comment_reports (site_id, comment_id, member_id, reported_at)
      select ${siteId}, id, ${memberId}, ${at} from reported on conflict do nothing)
    select id from reported`.execute(db);
  return rows.length > 0;
}
