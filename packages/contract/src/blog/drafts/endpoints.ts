import { endpoint } from "../../endpoint.ts";
import type {
  BulkCreateDraftPostsRequest,
  BulkDeleteDraftPostsRequest,
  BulkDraftPostsResponse,
  BulkUpdateDraftPostsRequest,
  CreateDraftPostRequest,
  DeleteDraftPostRequest,
  DraftPost,
  DraftPostByIdRequest,
  GetDraftPostRequest,
  ListDeletedDraftPostsRequest,
  ListDraftPostsRequest,
  ListDraftPostsResponse,
  QueryDraftPostsRequest,
  QueryDraftPostsResponse,
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
export const publishDraftPost = /* @__PURE__ */ endpoint<DraftPostByIdRequest, { postId: string }>(
  "POST",
  "/blog/v3/draft-posts/:draftPostId/publish",
);
export const listDraftPosts = /* @__PURE__ */ endpoint<ListDraftPostsRequest, ListDraftPostsResponse>(
  "GET",
  "/blog/v3/draft-posts",
);
export const queryDraftPosts = /* @__PURE__ */ endpoint<QueryDraftPostsRequest, QueryDraftPostsResponse>(
  "POST",
  "/blog/v3/draft-posts/query",
  { readOnly: true },
);
export const deleteDraftPost = /* @__PURE__ */ endpoint<DeleteDraftPostRequest, Record<string, never>>(
  "DELETE",
  "/blog/v3/draft-posts/:draftPostId",
);
export const bulkDeleteDraftPosts = /* @__PURE__ */ endpoint<BulkDeleteDraftPostsRequest, BulkDraftPostsResponse>(
  "DELETE",
  "/blog/v3/bulk/draft-posts",
);
export const bulkCreateDraftPosts = /* @__PURE__ */ endpoint<BulkCreateDraftPostsRequest, BulkDraftPostsResponse>(
  "POST",
  "/blog/v3/bulk/draft-posts/create",
);
export const bulkUpdateDraftPosts = /* @__PURE__ */ endpoint<BulkUpdateDraftPostsRequest, BulkDraftPostsResponse>(
  "PATCH",
  "/blog/v3/draft-posts/update",
);
export const listDeletedDraftPosts = /* @__PURE__ */ endpoint<ListDeletedDraftPostsRequest, ListDraftPostsResponse>(
  "GET",
  "/blog/v3/draft-posts/trash-bin",
);
export const getDeletedDraftPost = /* @__PURE__ */ endpoint<GetDraftPostRequest, { draftPost: DraftPost }>(
  "GET",
  "/blog/v3/draft-posts/trash-bin/:draftPostId",
);
export const restoreFromTrashBin = /* @__PURE__ */ endpoint<DraftPostByIdRequest, { draftPost: DraftPost }>(
  "POST",
  "/blog/v3/draft-posts/trash-bin/:draftPostId/restore",
);
export const removeFromTrashBin = /* @__PURE__ */ endpoint<DraftPostByIdRequest, Record<string, never>>(
  "DELETE",
  "/blog/v3/draft-posts/trash-bin/:draftPostId",
);
