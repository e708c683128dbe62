import type {
  CommentObstacle,
  CommentStatus,
  CreateCommentRequest,
  ListCommentsRequest,
  QueryCommentsRequest,
  SetCommentStatusResponse,
  Comment as WireComment,
  ModeratedComment as WireModeratedComment,
} from "@porchlight/contract/blog/comments/comment";
import * as conversions from "@porchlight/contract/blog/comments/comment";
import * as endpoints from "@porchlight/contract/blog/comments/endpoints";
import type { CallOptions, Transport } from "../../transport.ts";

export { maxCommentLength, maxModeratedComments } from "@porchlight/contract/blog/comments/comment";
export type { CommentObstacle, CommentStatus };

type Converted<Wire> = Omit<Wire, "id" | "createdDate" | "editedDate"> & {
  _id: string;
  _createdDate: Date;
  editedDate?: Date;
};
/** A comment on a post, for this reader. */
export type Comment = Converted<WireComment>;
/** A comment for moderators. */
export type ModeratedComment = Converted<WireModeratedComment>;

/** Options of `listComments`. */
export type ListCommentsOptions = Omit<ListCommentsRequest["query"], "postId">;
/** Options of `queryComments`. */
export type QueryCommentsOptions = QueryCommentsRequest["body"];

/** A page of the threads of a post. */
export interface CommentPage {
  /** The newest threads first; each with its replies, oldest first. */
  comments: Comment[];
  /** Of the next page; absent on the last one. */
  nextCursor?: string;
  /** Published comments of the post. */
  total: number;
  /** Absent if the reader may comment. */
  obstacle?: CommentObstacle;
}

/** Comments of members on posts. A Porchlight extension. */
export function comments(transport: Transport) {
  return {
    /**
     * Lists a page of the threads of a post.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND`, `CURSOR_INVALID`.
     */
    async listComments(postId: string, options: ListCommentsOptions = {}, call?: CallOptions): Promise<CommentPage> {
      const request = { query: { postId, ...options } };
      const conversion = conversions.manyComments;
      return (await transport.send(endpoints.listComments, request, { ...call, conversion })) as unknown as CommentPage;
    },

    /**
     * Comments on a post, or replies to a comment with `parentId`. Its status is `PENDING` if it waits for approval.
     *
     * @throws {PorchlightError} `POST_NOT_FOUND`, `COMMENT_NOT_FOUND`, `COMMENTS_OFF`, `COMMENTS_CLOSED`,
     *   `COMMENTS_FULL`, `MEMBER_MUTED`, `NOT_ALLOWED`.
     */
    async createComment(comment: CreateCommentRequest["body"], call?: CallOptions): Promise<Comment> {
      const conversion = conversions.oneComment;
      return commentOf(await transport.send(endpoints.createComment, { body: comment }, { ...call, conversion }));
    },

    /** Changes the text of an own comment. @throws {PorchlightError} `COMMENT_NOT_FOUND`, `COMMENTS_OFF`. */
    async updateComment(commentId: string, text: string, call?: CallOptions): Promise<Comment> {
      const request = { params: { commentId }, body: { text } };
      const conversion = conversions.oneComment;
      return commentOf(await transport.send(endpoints.updateComment, request, { ...call, conversion }));
    },

    /** Deletes an own comment. @throws {PorchlightError} `COMMENT_NOT_FOUND`. */
    async deleteComment(commentId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.deleteComment, { params: { commentId } }, { ...call });
    },

    /** Reports a comment to the moderators; idempotent. @throws {PorchlightError} `COMMENT_NOT_FOUND`. */
    async reportComment(commentId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.reportComment, { params: { commentId } }, { ...call });
    },
  };
}

const commentOf = (response: unknown): Comment => (response as { comment: Comment }).comment;

/** Moderation of comments, for owners, editors and authors. A Porchlight extension. */
export function commentModeration(transport: Transport) {
  return {
    /** Lists comments, newest first. Default: those that wait or were reported. */
    async queryComments(
      query: QueryCommentsOptions = {},
      call?: CallOptions,
    ): Promise<{
      comments: ModeratedComment[];
      nextCursor?: string;
      counts: { pending: number; reported: number };
    }> {
      const conversion = conversions.manyComments;
      const response = await transport.send(endpoints.queryComments, { body: query }, { ...call, conversion });
      return response as unknown as Awaited<ReturnType<ReturnType<typeof commentModeration>["queryComments"]>>;
    },

    /**
     * Replies to a comment as a staff member. A pending comment is approved.
     *
     * @throws {PorchlightError} `COMMENT_NOT_FOUND`, `COMMENTS_OFF`, `COMMENTS_CLOSED`, `COMMENTS_FULL`, `NOT_ALLOWED`.
     */
    async replyToComment(commentId: string, text: string, call?: CallOptions): Promise<ModeratedComment> {
      const request = { params: { commentId }, body: { text } };
      const conversion = conversions.oneComment;
      const response = await transport.send(endpoints.replyToComment, request, { ...call, conversion });
      return (response as unknown as { comment: ModeratedComment }).comment;
    },

    /** Approves, hides, deletes or restores comments. Returns their former statuses. */
    async setCommentStatus(
      commentIds: string[],
      status: CommentStatus,
      call?: CallOptions,
    ): Promise<SetCommentStatusResponse["results"]> {
      const response: SetCommentStatusResponse = await transport.send(
        endpoints.setCommentStatus,
        { body: { commentIds, status } },
        { ...call },
      );
      return response.results;
    },
  };
}
