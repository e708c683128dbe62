import type { EndpointDocs } from "../../endpoint-docs.ts";
import {
  commentResponse,
  listCommentsResponse,
  queryCommentsResponse,
  replyToCommentResponse,
  setCommentStatusResponse,
} from "./schema.ts";

const postId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2b";
const commentId = "0195a1b2-3c4d-7e5f-8a6b-7c8d9e0f1a2d";
const response = { description: "The comment.", schema: commentResponse };

export const commentDocs = {
  listComments: {
    summary: "List the comments of a post",
    description:
      "Published comments, and the reader's own that wait for approval: the newest threads first, each with its replies, oldest first. With `commentId`, the page starts with its thread. A Porchlight extension.",
    response: { description: "One page of threads.", schema: listCommentsResponse },
    errors: ["POST_NOT_FOUND", "CURSOR_INVALID"],
    example: { query: { postId } },
  },
  createComment: {
    summary: "Comment on a post",
    description:
      "For members. The setting `comments` determines whether the comment is published at once or waits for approval. A Porchlight extension.",
    response,
    errors: [
      "POST_NOT_FOUND",
      "COMMENT_NOT_FOUND",
      "COMMENTS_OFF",
      "COMMENTS_CLOSED",
      "COMMENTS_FULL",
      "MEMBER_MUTED",
      "NOT_ALLOWED",
    ],
    example: { body: { postId, text: "Thank you for the photos." } },
  },
  updateComment: {
    summary: "Change a comment",
    description: "Your own. If all comments require approval, it waits again. A Porchlight extension.",
    response,
    errors: ["COMMENT_NOT_FOUND", "COMMENTS_OFF", "MEMBER_MUTED", "NOT_ALLOWED"],
    example: { params: { commentId }, body: { text: "Thank you for these photos." } },
  },
  deleteComment: {
    summary: "Delete a comment",
    description: "Your own. With replies, it stays in the thread without its text and author. A Porchlight extension.",
    response: { description: "Nothing." },
    errors: ["COMMENT_NOT_FOUND", "NOT_ALLOWED"],
    example: { params: { commentId } },
  },
  reportComment: {
    summary: "Report a comment",
    description: "Asks the moderators to look at it. For members; idempotent. A Porchlight extension.",
    response: { description: "Nothing." },
    errors: ["COMMENT_NOT_FOUND", "MEMBER_MUTED", "NOT_ALLOWED"],
    example: { params: { commentId } },
  },
  queryComments: {
    summary: "List comments to moderate",
    description:
      "For owners, editors, and API keys of editors; authors get those on their own posts. A Porchlight extension.",
    response: { description: "One page of comments.", schema: queryCommentsResponse },
    errors: ["NOT_ALLOWED", "CURSOR_INVALID"],
    example: { body: { state: "INBOX", limit: 3 } },
  },
  replyToComment: {
    summary: "Reply to a comment as a staff member",
    description:
      "In the name of the staff account, or else of the site. A pending comment is approved. For owners, editors, and API keys of editors; authors reply on their own posts. A Porchlight extension.",
    response: { description: "The reply.", schema: replyToCommentResponse },
    errors: ["COMMENT_NOT_FOUND", "COMMENTS_OFF", "COMMENTS_CLOSED", "COMMENTS_FULL", "NOT_ALLOWED"],
    example: { params: { commentId }, body: { text: "Thank you." } },
  },
  setCommentStatus: {
    summary: "Approve, hide or delete comments",
    description:
      "Publishing a comment dismisses its reports. The response contains the former status of each comment, to undo the change. Comments that do not exist are omitted. A Porchlight extension.",
    response: { description: "The changed comments.", schema: setCommentStatusResponse },
    errors: ["NOT_ALLOWED"],
    example: { body: { commentIds: [commentId], status: "PUBLISHED" } },
  },
} as const satisfies Record<string, EndpointDocs>;
