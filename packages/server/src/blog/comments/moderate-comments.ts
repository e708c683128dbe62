import {
  type CommentStatus,
  maxThreadLength,
  type QueryCommentsRequest,
  type QueryCommentsResponse,
  type ReplyToCommentRequest,
  type ReplyToCommentResponse,
  type SetCommentStatusRequest,
  type SetCommentStatusResponse,
} from "@porchlight/contract/blog/comments/comment";
import type { Transaction } from "kysely";
import { recordAuditEvent } from "../../platform/audit/audit.ts";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId, newId } from "../../platform/db/ids.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { isEditor, requireAuthor } from "../../platform/identity/require-editor.ts";
import type { Recipient } from "../../platform/mail/compose-mail.ts";
import { getOwnerEmail, staffRecipient } from "../../platform/mail/owner-email.ts";
import type { BlogContext, BlogTxContext } from "../blog-context.ts";
import { publicVisibility } from "../posts/post-visibility.ts";
import { announceComment } from "./announce-comment.ts";
import { serializeModeratedComment } from "./comment-serializer.ts";
import { normalizeText } from "./comments.ts";
import { findCommentedPost, insertComment, lockCommentStatus, lockThread } from "./comments-store.ts";
import {
  countModeratedComments,
  type DecidedComment,
  findModeratedComments,
  findStaffName,
  type ModeratedCommentRow,
  updateCommentStatus,
} from "./moderation-store.ts";

const defaultLimit = 50;

/**
 * The staff account whose posts the caller may moderate; `undefined` for all posts.
 *
 * @throws {Refusal} `NOT_ALLOWED`.
 */
function moderatedStaff(caller: Caller): string | undefined {
  requireAuthor(caller);
  return isEditor(caller) || caller.kind !== "staff" ? undefined : caller.staffId;
}

/** Comments for moderators. @throws {Refusal} `NOT_ALLOWED`, `CURSOR_INVALID`. */
export async function queryComments(
  context: BlogContext,
  { caller }: Requester,
  { body }: QueryCommentsRequest,
): Promise<QueryCommentsResponse> {
  const staffId = moderatedStaff(caller);
  const { state = "INBOX", search = "", postId, memberId, limit = defaultLimit, cursor } = body;
  if (cursor !== undefined && !isId(cursor)) throw new Refusal("CURSOR_INVALID");
  const query = { state, search: search.trim(), postId, memberId, staffId, limit, after: cursor };
  const [rows, counts] = await Promise.all([
    findModeratedComments(context.db, context.site.id, query),
    countModeratedComments(context.db, context.site.id, staffId),
  ]);
  const page = rows.slice(0, limit);
  return {
    comments: page.map((row) => serializeModeratedComment(context, row)),
    ...(rows.length > limit && { nextCursor: page.at(-1)!.id }),
    counts,
  };
}

/** Approves, hides, deletes or restores comments. @throws {Refusal} `NOT_ALLOWED`. */
export async function setCommentStatus(
  context: BlogContext,
  { caller }: Requester,
  { body: { commentIds, status } }: SetCommentStatusRequest,
): Promise<SetCommentStatusResponse> {
  moderatedStaff(caller);
  const owner = await staffRecipient(context, await getOwnerEmail(context));
  const decided = await context.db
    .transaction()
    .execute((tx) => decide(tx, context, { caller, ids: commentIds, status, owner }));
  context.wakeOutbox();
  return { results: decided.map(({ id, previousStatus }) => ({ commentId: id, previousStatus })) };
}

interface Decision {
  caller: Caller;
  ids: readonly string[];
  status: CommentStatus;
  /** See {@link announceComment}. */
  owner: Recipient;
}

/** Sets the status of comments that the caller may moderate, and announces those that are approved. */
async function decide(
  tx: Transaction<Tables>,
  context: BlogTxContext,
  { caller, ids, status, owner }: Decision,
): Promise<DecidedComment[]> {
  const change = { ids, status, staffId: moderatedStaff(caller), at: context.now() };
  const rows = await updateCommentStatus(tx, context.site.id, change);
  if (status === "PUBLISHED")
    for (const { id, previousStatus } of rows)
      if (previousStatus === "PENDING") await announceComment(tx, context, id, owner);
  if (rows.length > 0)
    await recordAuditEvent(tx, context, "comments-moderated", {
      by: caller,
      details: { status, count: String(rows.length) },
    });
  return rows;
}

/**
 * Replies to a comment in the name of the staff account, or else of the site. A pending comment is approved.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `COMMENT_NOT_FOUND`, `COMMENTS_OFF`, `COMMENTS_CLOSED`, `COMMENTS_FULL`.
 */
export async function replyToComment(
  context: BlogContext,
  { caller }: Requester,
  { params: { commentId }, body }: ReplyToCommentRequest,
): Promise<ReplyToCommentResponse> {
  const { db, site } = context;
  const parent = await requireModeratedComment(context, caller, commentId);
  if ((await context.settings.read()).comments === "off") throw new Refusal("COMMENTS_OFF");
  const { postId, threadId } = parent;
  const post = await findCommentedPost(db, publicVisibility(context), postId, "member");
  if (!post) throw new Refusal("COMMENT_NOT_FOUND");
  if (!post.commentingEnabled) throw new Refusal("COMMENTS_CLOSED");
  const staffId = caller.kind === "staff" ? caller.staffId : null;
  const name = (staffId && (await findStaffName(db, staffId))) || site.name;
  const owner = await staffRecipient(context, await getOwnerEmail(context));
  const at = context.now();
  const id = newId(at.getTime());
  await db.transaction().execute(async (tx) => {
    const length = await lockThread(tx, site.id, threadId);
    const status = await lockCommentStatus(tx, site.id, parent.id);
    if (status !== "PUBLISHED" && status !== "PENDING") throw new Refusal("COMMENT_NOT_FOUND");
    if (length >= maxThreadLength) throw new Refusal("COMMENTS_FULL");
    if (status === "PENDING") await decide(tx, context, { caller, ids: [parent.id], status: "PUBLISHED", owner });
    const reply = {
      id,
      postId,
      threadId,
      parentId: parent.id,
      author: { name, staffId },
      status: "PUBLISHED",
      at,
    } as const;
    await insertComment(tx, site.id, { ...reply, body: normalizeText(body.text) });
    await announceComment(tx, context, id, owner);
  });
  context.wakeOutbox();
  return { comment: serializeModeratedComment(context, await requireModeratedComment(context, caller, id)) };
}

/** A comment that the caller may moderate. @throws {Refusal} `NOT_ALLOWED`, `COMMENT_NOT_FOUND`. */
async function requireModeratedComment(context: BlogContext, caller: Caller, id: string): Promise<ModeratedCommentRow> {
  const filter = {
    state: "ALL",
    search: "",
    postId: undefined,
    memberId: undefined,
    limit: 1,
    after: undefined,
  } as const;
  const query = { ...filter, id, staffId: moderatedStaff(caller) };
  const [row] = isId(id) ? await findModeratedComments(context.db, context.site.id, query) : [];
  if (!row) throw new Refusal("COMMENT_NOT_FOUND");
  return row;
}
