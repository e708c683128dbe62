import { endpoint } from "../../endpoint.ts";
import type {
  BulkCreateDraftPostsRequest,
  BulkDeleteDraftPostsRequest,
  BulkDraftPostsAnswer,
  BulkUpdateDraftPostsRequest,
  CreateDraftPostRequest,
  DeleteDraftPostRequest,
  DraftPost,
  GetDraftPostRequest,
  ListDeletedDraftPostsRequest,
  ListDraftPostsAnswer,
  ListDraftPostsRequest,
  PublishDraftPostRequest,
  QueryDraftPostsAnswer,
  QueryDraftPostsRequest,
  UpdateDraftPostRequest,
} from "./draft-post.ts";

export const createDraftPost = /* @__PURE__ */ endpoint<CreateDraftPostRequest, { draftPost: DraftPost }>(
  "POST",
  "/blog/v3/draft-posts",
);
export const getDraftPost = /* @__PURE__ */ endpoint<GetDraftPostRequest, { draftPost: DraftPost }>(
  "GET",
  "/blog/v3/draft-posts/:draftPostId",
);
export const updateDraftPost = /* @__PURE__ */ endpoint<UpdateDraftPostRequest, { draftPost: DraftPost }>(
  "PATCH",
  "/blog/v3/draft-posts/:draftPostId",
);
export const publishDraftPost = /* @__PURE__ */ endpoint<PublishDraftPostRequest, { postId: string }>(
  "POST",
  "/blog/v3/draft-posts/:draftPostId/publish",
);
export const listDraftPosts = /* @__PURE__ */ endpoint<ListDraftPostsRequest, ListDraftPostsAnswer>(
  "GET",
  "/blog/v3/draft-posts",
);
export const queryDraftPosts = /* @__PURE__ */ endpoint<QueryDraftPostsRequest, QueryDraftPostsAnswer>(
  "POST",
  "/blog/v3/draft-posts/query",
  { readOnly: true },
);
export const deleteDraftPost = /* @__PURE__ */ endpoint<DeleteDraftPostRequest, Record<string, never>>(
  "DELETE",
  "/blog/v3/draft-posts/:draftPostId",
);
export const bulkDeleteDraftPosts = /* @__PURE__ */ endpoint<BulkDeleteDraftPostsRequest, BulkDraftPostsAnswer>(
  "DELETE",
  "/blog/v3/bulk/draft-posts",
);
export const bulkCreateDraftPosts = /* @__PURE__ */ endpoint<BulkCreateDraftPostsRequest, BulkDraftPostsAnswer>(
  "POST",
  "/blog/v3/bulk/draft-posts/create",
);
export const bulkUpdateDraftPosts = /* @__PURE__ */ endpoint<BulkUpdateDraftPostsRequest, BulkDraftPostsAnswer>(
  "PATCH",
  "/blog/v3/draft-posts/update",
);
export const listDeletedDraftPosts = /* @__PURE__ */ endpoint<ListDeletedDraftPostsRequest, ListDraftPostsAnswer>(
  "GET",
  "/blog/v3/draft-posts/trash-bin",
);
export const getDeletedDraftPost = /* @__PURE__ */ endpoint<GetDraftPostRequest, { draftPost: DraftPost }>(
  "GET",
  "/blog/v3/draft-posts/trash-bin/:draftPostId",
);
export const restoreFromTrashBin = /* @__PURE__ */ endpoint<PublishDraftPostRequest, { draftPost: DraftPost }>(
  "POST",
  "/blog/v3/draft-posts/trash-bin/:draftPostId/restore",
);
export const removeFromTrashBin = /* @__PURE__ */ endpoint<PublishDraftPostRequest, Record<string, never>>(
  "DELETE",
  "/blog/v3/draft-posts/trash-bin/:draftPostId",
);
