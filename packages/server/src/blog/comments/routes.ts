import * as comments from "@porchlight/contract/blog/comments/endpoints";
import {
  commentRequest,
  createCommentRequest,
  listCommentsRequest,
  queryCommentsRequest,
  replyToCommentRequest,
  setCommentStatusRequest,
  updateCommentRequest,
} from "@porchlight/contract/blog/comments/schema";
import { type Area, serve } from "../../platform/http/serve.ts";
import { requireAuthor } from "../../platform/identity/require-editor.ts";
import { createComment, deleteComment, listComments, reportComment, updateComment } from "./comments.ts";
import { queryComments, replyToComment, setCommentStatus } from "./moderate-comments.ts";

const limits = { limit: "changesPerIp", memberLimit: "changesPerMember" } as const;
const writeLimits = { limit: "commentsPerIp", memberLimit: "commentsPerMember" } as const;

/** Comments of members on posts, and their moderation. */
export function commentRoutes(area: Area, context: Parameters<typeof listComments>[0]): void {
  serve(area, comments.listComments, listCommentsRequest, (request, input) => listComments(context, request, input));
  // Before the routes below an id, which would match.
  serve(
    area,
    comments.queryComments,
    queryCommentsRequest,
    (request, input) => queryComments(context, request, input),
    {
      authorize: requireAuthor,
    },
  );
  serve(
    area,
    comments.setCommentStatus,
    setCommentStatusRequest,
    (request, input) => setCommentStatus(context, request, input),
    { authorize: requireAuthor },
  );
  serve(
    area,
    comments.replyToComment,
    replyToCommentRequest,
    (request, input) => replyToComment(context, request, input),
    { authorize: requireAuthor, limit: "changesPerIp" },
  );
  serve(
    area,
    comments.createComment,
    createCommentRequest,
    (request, input) => createComment(context, request, input),
    writeLimits,
  );
  serve(
    area,
    comments.updateComment,
    updateCommentRequest,
    (request, input) => updateComment(context, request, input),
    writeLimits,
  );
  serve(
    area,
    comments.deleteComment,
    commentRequest,
    (request, input) => deleteComment(context, request, input),
    limits,
  );
  serve(
    area,
    comments.reportComment,
    commentRequest,
    (request, input) => reportComment(context, request, input),
    limits,
  );
}
