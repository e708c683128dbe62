import * as drafts from "@porchlight/contract/blog/drafts/endpoints";
import {
  bulkCreateDraftPostsRequest,
  bulkDeleteDraftPostsRequest,
  bulkUpdateDraftPostsRequest,
  createDraftPostRequest,
  deleteDraftPostRequest,
  draftPostByIdRequest,
  getDraftPostRequest,
  listDeletedDraftPostsRequest,
  listDraftPostsRequest,
  queryDraftPostsRequest,
  updateDraftPostRequest,
} from "@porchlight/contract/blog/drafts/schema";
import * as revisions from "@porchlight/contract/blog/revisions/endpoints";
import {
  createPostPreviewRequest,
  getPostRevisionRequest,
  listPostRevisionsRequest,
  pinDraftPostRequest,
  reportPostEditingRequest,
  restorePostRevisionRequest,
  translateDraftRequest,
  undoPostChangeRequest,
} from "@porchlight/contract/blog/revisions/schema";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import * as z from "zod";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { type Area, type RawJson, serve } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { authorizeWriter } from "./authorize-writer.ts";
import { reportPostEditing } from "./editing/post-editing.ts";
import { getDraftPost } from "./get-draft-post.ts";
import { listDraftPosts, listPostAuthors, listPostLanguages, queryDraftPosts } from "./list-draft-posts.ts";
import { createPostPreview } from "./preview/post-preview.ts";
import { getPostRevision, listPostRevisions, restorePostRevision } from "./revisions/post-revisions.ts";
import { translateDraft, updateDraftPostLanguage } from "./translations/draft-translations.ts";
import { bulkDeleteDraftPosts, deleteDraftPost, removeFromTrashBin, restoreFromTrashBin } from "./trash/trash-bin.ts";
import { bulkCreateDraftPosts, createDraftPost } from "./write/create-draft-post.ts";
import { pinDraftPost, publishDraftPost, undoPostChange } from "./write/publish-draft-post.ts";
import { bulkUpdateDraftPosts, updateDraftPost } from "./write/update-draft-post.ts";

/** Routes that write posts, for editors and authors, and for members if the owner allows it. */
export function draftRoutes(area: Area, context: BlogContext): void {
  function route<Request extends EndpointRequest, Schema extends z.ZodType, Result, Options>(
    endpoint: Endpoint<Request, Result>,
    schema: Schema,
    useCase: (
      context: BlogContext,
      request: RequestContext,
      input: z.output<Schema>,
      options: Options,
    ) => Promise<Result | RawJson>,
    options?: Options,
  ): void {
    serve(area, endpoint, schema, (request, input) => useCase(context, request, input, options as Options), {
      authorize: (caller) => authorizeWriter(context, caller),
    });
  }

  route(drafts.createDraftPost, createDraftPostRequest, createDraftPost);
  route(drafts.queryDraftPosts, queryDraftPostsRequest, queryDraftPosts);
  route(drafts.bulkCreateDraftPosts, bulkCreateDraftPostsRequest, bulkCreateDraftPosts);
  route(drafts.bulkDeleteDraftPosts, bulkDeleteDraftPostsRequest, bulkDeleteDraftPosts);
  route(drafts.listDraftPosts, listDraftPostsRequest, listDraftPosts, { trashed: false });
  route(drafts.publishDraftPost, draftPostByIdRequest, publishDraftPost);
  // Before the routes of one draft, which would match these paths.
  route(drafts.bulkUpdateDraftPosts, bulkUpdateDraftPostsRequest, bulkUpdateDraftPosts);
  route(drafts.listDeletedDraftPosts, listDeletedDraftPostsRequest, listDraftPosts, { trashed: true });
  route(drafts.getDeletedDraftPost, getDraftPostRequest, getDraftPost, { trashed: true });
  route(drafts.restoreFromTrashBin, draftPostByIdRequest, restoreFromTrashBin);
  route(drafts.removeFromTrashBin, draftPostByIdRequest, removeFromTrashBin);
  route(revisions.translateDraft, translateDraftRequest, translateDraft);
  route(revisions.updateDraftPostLanguage, translateDraftRequest, updateDraftPostLanguage);
  route(revisions.pinDraftPost, pinDraftPostRequest, pinDraftPost, { pinned: true });
  route(revisions.unpinDraftPost, pinDraftPostRequest, pinDraftPost, { pinned: false });
  route(revisions.listPostRevisions, listPostRevisionsRequest, listPostRevisions);
  route(revisions.getPostRevision, getPostRevisionRequest, getPostRevision);
  route(revisions.restorePostRevision, restorePostRevisionRequest, restorePostRevision);
  route(revisions.listPostAuthors, z.object({}), listPostAuthors);
  route(revisions.listPostLanguages, z.object({}), listPostLanguages);
  route(revisions.createPostPreview, createPostPreviewRequest, createPostPreview);
  route(revisions.undoPostChange, undoPostChangeRequest, undoPostChange);
  route(revisions.reportPostEditing, reportPostEditingRequest, reportPostEditing);
  route(drafts.getDraftPost, getDraftPostRequest, getDraftPost, { trashed: false });
  route(drafts.updateDraftPost, updateDraftPostRequest, updateDraftPost);
  route(drafts.deleteDraftPost, deleteDraftPostRequest, deleteDraftPost);
}
