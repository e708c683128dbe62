import {
  type CommentObstacle,
  type CommentRequest,
  type CommentResponse,
  type CommentStatus,
  type CreateCommentRequest,
  defaultThreadCount,
  type ListCommentsRequest,
  type ListCommentsResponse,
  maxThreadLength,
  type UpdateCommentRequest,
} from "@porchlight/contract/blog/comments/comment";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId, newId } from "../../platform/db/ids.ts";
import { requireUnmuted } from "../../platform/identity/muted-members-store.ts";
import { requireMember } from "../../platform/identity/require-editor.ts";
import { getOwnerEmail, staffRecipient } from "../../platform/mail/owner-email.ts";
import type { SettingValues } from "../../platform/settings/settings.ts";
import type { BlogContext } from "../blog-context.ts";
import { publicVisibility, readerKind } from "../posts/post-visibility.ts";
import { announceComment } from "./announce-comment.ts";
import { serializeComment } from "./comment-serializer.ts";
import {
  type CommentedPost,
  type CommentRow,
  deleteOwnComment,
  findComment,
  findCommentedPost,
  findThreadComments,
  findThreads,
  hasPublishedComment,
  insertComment,
  insertReport,
  lockCommentStatus,
  lockThread,
  updateCommentText,
} from "./comments-store.ts";

type CommentsSetting = SettingValues["comments"];

const memberOf = (caller: Caller) => (caller.kind === "member" ? caller.memberId : undefined);

/** @throws {Refusal} `POST_NOT_FOUND`. */
async function requirePost(context: BlogContext, caller: Caller, postId: string): Promise<CommentedPost> {
  const post = isId(postId)
    ? await findCommentedPost(context.db, publicVisibility(context), postId, readerKind(caller))
    : undefined;
  if (!post) throw new Refusal("POST_NOT_FOUND");
  return post;
}

/** Why the caller may not comment on a post, apart from being muted. */
function findObstacle(comments: CommentsSetting, post: CommentedPost, caller: Caller): CommentObstacle | undefined {
  if (comments === "off") return "OFF";
  if (!post.commentingEnabled) return "CLOSED";
  if (!post.isReadable) return "RESTRICTED";
  return caller.kind === "member" ? undefined : "SIGN_IN";
}

/**
 * One page of the threads of a post, as the caller sees them.
 *
 * @throws {Refusal} `POST_NOT_FOUND`, `CURSOR_INVALID`.
 */
export async function listComments(
  context: BlogContext,
  { caller }: Requester,
  { query }: ListCommentsRequest,
): Promise<ListCommentsResponse> {
  const { limit = defaultThreadCount, cursor, commentId } = query;
  if (cursor !== undefined && !isId(cursor)) throw new Refusal("CURSOR_INVALID");
  const post = await requirePost(context, caller, query.postId);
  const { comments } = await context.settings.read();
  const obstacle = findObstacle(comments, post, caller) ?? (await findMemberObstacle(context, caller));
  if (comments === "off" || !post.isReadable) return { comments: [], total: 0, ...(obstacle && { obstacle }) };
  const siteId = context.site.id;
  const memberId = memberOf(caller);
  const threads = await findThreads(context.db, {
    siteId,
    postId: post.id,
    memberId,
    limit,
    after: cursor,
    from: cursor === undefined && commentId !== undefined && isId(commentId) ? commentId : undefined,
  });
  const page = threads.slice(0, limit);
  const rows = await findThreadComments(context.db, siteId, page, memberId);
  return {
    comments: rows.map((row) => serializeComment(context, row, memberId)),
    ...(threads.length > limit && { nextCursor: page.at(-1)! }),
    total: post.total,
    ...(obstacle && { obstacle }),
  };
}

async function findMemberObstacle({ db, site }: BlogContext, caller: Caller): Promise<CommentObstacle | undefined> {
  try {
    await requireUnmuted(db, site.id, caller);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal && error.code === "MEMBER_MUTED") return "MUTED";
    throw error;
  }
}

/**
 * Publishes a member's comment, or stores it for approval.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_MUTED`, `POST_NOT_FOUND`, `COMMENT_NOT_FOUND` of the parent, `COMMENTS_OFF`,
 *   `COMMENTS_CLOSED`, `COMMENTS_FULL`.
 */
export async function createComment(
  context: BlogContext,
  { caller }: Requester,
  { body }: CreateCommentRequest,
): Promise<CommentResponse> {
  const memberId = requireMember(caller);
  const { comments } = await context.settings.read();
  if (comments === "off") throw new Refusal("COMMENTS_OFF");
  await requireUnmuted(context.db, context.site.id, caller);
  const post = await requirePost(context, caller, body.postId);
  if (!post.isReadable) throw new Refusal("NOT_ALLOWED");
  if (!post.commentingEnabled) throw new Refusal("COMMENTS_CLOSED");
  const parent = body.parentId === undefined ? undefined : await requireParent(context, post.id, body.parentId);
  const siteId = context.site.id;
  const at = context.now();
  const id = newId(at.getTime());
  const status = await statusOfNew(context, comments, memberId);
  const owner = await staffRecipient(context, await getOwnerEmail(context));
  await context.db.transaction().execute(async (tx) => {
    const threadId = parent?.threadId ?? id;
    if (parent) {
      const length = await lockThread(tx, siteId, threadId);
      if ((await lockCommentStatus(tx, siteId, parent.id)) !== "PUBLISHED") throw new Refusal("COMMENT_NOT_FOUND");
      if (length >= maxThreadLength) throw new Refusal("COMMENTS_FULL");
    }
    const comment = { id, postId: post.id, threadId, parentId: parent?.id ?? null, author: { memberId }, status, at };
    await insertComment(tx, siteId, { ...comment, body: normalizeText(body.text) });
    await announceComment(tx, context, id, owner);
  });
  context.wakeOutbox();
  return serializeStored(context, id, memberId);
}

/** The comment that a new one replies to. @throws {Refusal} `COMMENT_NOT_FOUND`. */
async function requireParent({ db, site }: BlogContext, postId: string, id: string): Promise<CommentRow> {
  const parent = isId(id) ? await findComment(db, site.id, id) : undefined;
  if (parent?.postId !== postId || parent.status !== "PUBLISHED") throw new Refusal("COMMENT_NOT_FOUND");
  return parent;
}

async function statusOfNew(
  { db, site }: BlogContext,
  comments: CommentsSetting,
  memberId: string,
): Promise<CommentStatus> {
  if (comments === "approve-all") return "PENDING";
  if (comments === "approve-first" && !(await hasPublishedComment(db, site.id, memberId))) return "PENDING";
  return "PUBLISHED";
}

/** Lines end with LF, and there is at most one empty line between paragraphs. */
export const normalizeText = (text: string): string =>
  text
    .replace(/\r\n?/g, "\n")
    .replace(/[^\S\n]+$/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim();

/**
 * Changes the text of the caller's own comment.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_MUTED`, `COMMENTS_OFF`, `COMMENT_NOT_FOUND`.
 */
export async function updateComment(
  context: BlogContext,
  { caller }: Requester,
  { params: { commentId }, body }: UpdateCommentRequest,
): Promise<CommentResponse> {
  const memberId = requireMember(caller);
  const { comments } = await context.settings.read();
  if (comments === "off") throw new Refusal("COMMENTS_OFF");
  await requireUnmuted(context.db, context.site.id, caller);
  const change = {
    id: commentId,
    memberId,
    body: normalizeText(body.text),
    isPending: comments === "approve-all",
    at: context.now(),
  };
  if (!isId(commentId) || !(await updateCommentText(context.db, context.site.id, change)))
    throw new Refusal("COMMENT_NOT_FOUND");
  return serializeStored(context, commentId, memberId);
}

async function serializeStored(context: BlogContext, id: string, memberId: string): Promise<CommentResponse> {
  const row = await findComment(context.db, context.site.id, id);
  if (!row) throw new Refusal("COMMENT_NOT_FOUND");
  return { comment: serializeComment(context, row, memberId) };
}

/**
 * Deletes the caller's own comment, also if comments are now disabled.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `COMMENT_NOT_FOUND`.
 */
export async function deleteComment(
  context: BlogContext,
  { caller }: Requester,
  { params: { commentId } }: CommentRequest,
): Promise<Record<never, never>> {
  const memberId = requireMember(caller);
  const isDeleted =
    isId(commentId) &&
    (await context.db
      .transaction()
      .execute((tx) => deleteOwnComment(tx, context.site.id, commentId, memberId, context.now())));
  if (!isDeleted) throw new Refusal("COMMENT_NOT_FOUND");
  return {};
}

/**
 * Reports a comment of another author to the moderators.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `MEMBER_MUTED`, `COMMENT_NOT_FOUND`.
 */
export async function reportComment(
  context: BlogContext,
  { caller }: Requester,
  { params: { commentId } }: CommentRequest,
): Promise<Record<never, never>> {
  const memberId = requireMember(caller);
  await requireUnmuted(context.db, context.site.id, caller);
  const report = { id: commentId, memberId, at: context.now() };
  if (!isId(commentId) || !(await insertReport(context.db, context.site.id, report)))
    throw new Refusal("COMMENT_NOT_FOUND");
  return {};
}
