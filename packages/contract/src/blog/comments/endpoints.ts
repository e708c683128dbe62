import { endpoint } from "../../endpoint.ts";
import type {
  CommentRequest,
  CommentResponse,
  CreateCommentRequest,
  ListCommentsRequest,
  ListCommentsResponse,
  QueryCommentsRequest,
  QueryCommentsResponse,
  ReplyToCommentRequest,
  ReplyToCommentResponse,
  SetCommentStatusRequest,
  SetCommentStatusResponse,
  UpdateCommentRequest,
} from "./comment.ts";

type Nothing = Record<never, never>;

/** Porchlight extensions: the contract has the number of comments of a post but no calls for them. */
const path = "/_api/porchlight/v1/comments";
export const listComments = /* @__PURE__ */ endpoint<ListCommentsRequest, ListCommentsResponse>("GET", path);
export const createComment = /* @__PURE__ */ endpoint<CreateCommentRequest, CommentResponse>("POST", path);
export const updateComment = /* @__PURE__ */ endpoint<UpdateCommentRequest, CommentResponse>(
  "PATCH",
  `${path}/:commentId`,
);
export const deleteComment = /* @__PURE__ */ endpoint<CommentRequest, Nothing>("DELETE", `${path}/:commentId`);
export const reportComment = /* @__PURE__ */ endpoint<CommentRequest, Nothing>("POST", `${path}/:commentId/report`);
export const replyToComment = /* @__PURE__ */ endpoint<ReplyToCommentRequest, ReplyToCommentResponse>(
  "POST",
  `${path}/:commentId/reply`,
);
export const queryComments = /* @__PURE__ */ endpoint<QueryCommentsRequest, QueryCommentsResponse>(
  "POST",
  `${path}/query`,
  { readOnly: true },
);
export const setCommentStatus = /* @__PURE__ */ endpoint<SetCommentStatusRequest, SetCommentStatusResponse>(
  "POST",
  `${path}/status`,
);
