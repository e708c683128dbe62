import type { Comment, ModeratedComment } from "@porchlight/contract/blog/comments/comment";
import { mediaPath } from "@porchlight/contract/media/media-file";
import type { CommentRow } from "./comments-store.ts";
import type { ModeratedCommentRow } from "./moderation-store.ts";

interface PublicUrl {
  config: { publicUrl: string };
}

/** Serializes a comment for a reader. Deleted ones have no text and author. */
export function serializeComment(context: PublicUrl, row: CommentRow, readerId: string | undefined): Comment {
  const isDeleted = row.status === "DELETED";
  const shown = isDeleted ? { ...row, body: "", editedAt: null } : row;
  return {
    ...commentJson(context, shown, isDeleted),
    ...(!isDeleted && readerId !== undefined && row.memberId === readerId && { isOwn: true }),
  };
}

/** Serializes a comment for moderators, also if it is deleted. */
export function serializeModeratedComment(context: PublicUrl, row: ModeratedCommentRow): ModeratedComment {
  const { reports, postTitle: title, postSlug: slug } = row;
  return { ...commentJson(context, row, false), reports, post: { title, slug } };
}

function commentJson({ config }: PublicUrl, row: CommentRow, isAnonymous: boolean): Comment {
  const { id, postId, threadId, parentId, memberId, name, slug, photoId, isPostAuthor, isTeam } = row;
  const author = {
    ...(name !== null && { name }),
    ...(memberId !== null && { memberId }),
    ...(slug !== null && { slug }),
    ...(photoId !== null && { photoUrl: `${config.publicUrl}${mediaPath}${photoId}` }),
    ...(isPostAuthor && { isPostAuthor }),
    ...(isTeam && { isTeam }),
  };
  return {
    id,
    postId,
    threadId,
    ...(parentId !== null && { parentId }),
    author: isAnonymous ? {} : author,
    text: row.body,
    status: row.status,
    createdDate: row.createdAt.toISOString(),
    ...(row.editedAt && { editedDate: row.editedAt.toISOString() }),
  };
}
