import type { CommentState, CommentStatus } from "@porchlight/contract/blog/comments/comment";
import { type RawBuilder, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { Recipient } from "../../platform/mail/compose-mail.ts";
import { type CommentRow, commentColumns, memberName, withAuthor } from "./comments-store.ts";

/** A comment with what moderators see. */
export interface ModeratedCommentRow extends CommentRow {
  reports: number;
  postTitle: string;
  postSlug: string;
}

/** Which comments a moderator requests. */
export interface ModerationQuery {
  state: CommentState;
  search: string;
  postId: string | undefined;
  memberId: string | undefined;
  /** Only this comment. */
  id?: string;
  /** The staff account whose posts the moderator is restricted to. */
  staffId: string | undefined;
  limit: number;
  /** The last comment of the page before. */
  after: string | undefined;
}

const isReported = sql`exists (select from comment_reports r where r.site_id = c.site_id and r.comment_id = c.id)`;

/** What remains of deleted comments with replies is not listed. */
const stateConditions: Record<CommentState, RawBuilder<unknown>> = {
  INBOX: sql`(c.status = 'PENDING' or (c.status = 'PUBLISHED' and ${isReported}))`,
  PENDING: sql`c.status = 'PENDING'`,
  REPORTED: sql`c.status = 'PUBLISHED' and ${isReported}`,
  PUBLISHED: sql`c.status = 'PUBLISHED'`,
  SPAM: sql`c.status = 'SPAM'`,
  DELETED: sql`c.status = 'DELETED' and c.body <> ''`,
  ALL: sql`c.status <> 'DELETED'`,
};

/** Comments over `comments c` and `posts p` that the moderator may see. */
const ofStaff = (staffId: string | undefined) => (staffId === undefined ? sql`true` : sql`p.staff_id = ${staffId}`);

/** Comments in the order of their creation, newest first; one more than `limit` if there are more. */
export async function findModeratedComments(
  db: DbOrTx,
  siteId: string,
  { state, search, postId, memberId, id, staffId, limit, after }: ModerationQuery,
): Promise<ModeratedCommentRow[]> {
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await sql<ModeratedCommentRow>`
    select ${commentColumns}, p.title as "postTitle", p.slug as "postSlug",
      (select count(*)::int from comment_reports r where r.site_id = c.site_id and r.comment_id = c.id) as reports
    from comments c join posts p on p.site_id = c.site_id and p.id = c.post_id ${withAuthor}
    where c.site_id = ${siteId} and ${stateConditions[state]} and ${ofStaff(staffId)}
      ${search === "" ? sql`` : sql`and (c.body ilike ${pattern} or coalesce(c.author, ${memberName}) ilike ${pattern})`}
      ${postId === undefined ? sql`` : sql`and c.post_id = ${postId}`}
      ${memberId === undefined ? sql`` : sql`and c.member_id = ${memberId}`}
      ${id === undefined ? sql`` : sql`and c.id = ${id}`}
      ${after === undefined ? sql`` : sql`and c.id < ${after}`}
    order by c.id desc limit ${limit + 1}`.execute(db);
  return rows;
}

/** The numbers of pending and of reported comments. */
export async function countModeratedComments(
  db: DbOrTx,
  siteId: string,
  staffId: string | undefined,
): Promise<{ pending: number; reported: number }> {
  const { rows } = await sql<{ pending: number; reported: number }>`
    select count(*) filter (where c.status = 'PENDING')::int as pending,
      count(*) filter (where c.status = 'PUBLISHED')::int as reported
    from comments c join posts p on p.site_id = c.site_id and p.id = c.post_id
    where c.site_id = ${siteId} and ${stateConditions.INBOX} and ${ofStaff(staffId)}`.execute(db);
  return rows[0] ?? { pending: 0, reported: 0 };
}

/** A comment before a decision. */
export interface DecidedComment {
  id: string;
  previousStatus: CommentStatus;
  isAnnounced: boolean;
}

/** Sets the status of the comments that the moderator may change; publishing dismisses their reports. */
export async function updateCommentStatus(
  tx: Transaction<Tables>,
  siteId: string,
  {
    ids,
    status,
    staffId,
    at,
  }: { ids: readonly string[]; status: CommentStatus; staffId: string | undefined; at: Date },
): Promise<DecidedComment[]> {
  const { rows } = await sql<DecidedComment>`
    select c.id, c.status as "previousStatus", c.announced_at is not null as "isAnnounced"
    from comments c join posts p on p.site_id = c.site_id and p.id = c.post_id
    where c.site_id = ${siteId} and c.id = any(${ids}::uuid[]) and ${ofStaff(staffId)}
      and not (c.status = 'DELETED' and c.body = '')
    order by c.id for update of c`.execute(tx);
  const found = rows.map(({ id }) => id);
  await sql`
    update comments set status = ${status}, moderated_at = ${at},
      deleted_at = case when ${status} = 'DELETED' then coalesce(deleted_at, ${at}) end
    where site_id = ${siteId} and id = any(${found}::uuid[])`.execute(tx);
  if (status === "PUBLISHED")
    await sql`delete from comment_reports where site_id = ${siteId} and comment_id = any(${found}::uuid[])`.execute(tx);
  return rows;
}

/** Records that the emails about a comment were queued. Returns false if they were before. */
export async function claimAnnouncement(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  at: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update comments set announced_at = ${at}
    where site_id = ${siteId} and id = ${id} and announced_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/** A comment with those who are notified of it. */
export interface CommentNoticeRow {
  name: string | null;
  body: string;
  isPending: boolean;
  title: string;
  slug: string;
  language: string;
  /** The member or staff account that wrote the post. */
  postAuthor: Recipient | null;
  isStaffPost: boolean;
  /** Whether the comment is by the author of the post, or by a staff member. */
  isByPostAuthor: boolean;
  /** The member or staff account that gets a reply, unless it is their own. */
  parentAuthor: Recipient | null;
}

const recipient = (alias: string) => {
  const { email, profile } = { email: sql.ref(`${alias}.email`), profile: sql.ref(`${alias}.profile`) };
  return sql`case when ${sql.ref(`${alias}.status`)} = 'ACTIVE' then json_build_object('email', ${email}, 'profile', ${profile}) end`;
};

/** A comment for emails, if it exists. */
export async function findCommentNotice(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
): Promise<CommentNoticeRow | undefined> {
  const { rows } = await sql<CommentNoticeRow>`
    select coalesce(c.author, ${memberName}) as name, c.body, c.status = 'PENDING' as "isPending", p.title, p.slug, p.language,
      coalesce(${recipient("sa")}, ${recipient("pa")}) as "postAuthor", sa.id is not null as "isStaffPost",
      c.is_team or coalesce(p.member_id = c.member_id, false) as "isByPostAuthor",
      case when r.is_team and not c.is_team then ${recipient("rs")}
        when ra.id is distinct from c.member_id then ${recipient("ra")} end as "parentAuthor"
    from comments c
    join posts p on p.site_id = c.site_id and p.id = c.post_id
    left join members m on m.site_id = c.site_id and m.id = c.member_id
    left join members pa on pa.site_id = p.site_id and pa.id = p.member_id
    left join sites s on s.staff_of = p.site_id
    left join members sa on sa.site_id = s.id and sa.id = p.staff_id
    left join comments r on r.site_id = c.site_id and r.id = c.parent_id
    left join members ra on ra.site_id = r.site_id and ra.id = r.member_id
    left join members rs on rs.site_id = s.id and rs.id = r.staff_id
    where c.site_id = ${siteId} and c.id = ${id}`.execute(tx);
  return rows[0];
}

/** The name of a staff account; `null` if it has none. */
export async function findStaffName(db: DbOrTx, staffId: string): Promise<string | null | undefined> {
  const { rows } = await sql<{ name: string | null }>`
    select ${memberName} as name from members m where m.id = ${staffId}`.execute(db);
  return rows[0]?.name;
}
