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
import * as life from "@porchlight/contract/blog/revisions/endpoints";
import {
  getPostRevisionRequest,
  listPostRevisionsRequest,
  pinDraftPostRequest,
  restorePostRevisionRequest,
  translateDraftRequest,
} from "@porchlight/contract/blog/revisions/schema";
import type { Endpoint, EndpointRequest } from "@porchlight/contract/endpoint";
import type * as z from "zod";
import type { RequestContext } from "../../platform/context/request-context.ts";
import { type Area, type RawJson, serve } from "../../platform/http/serve.ts";
import type { BlogContext } from "../blog-context.ts";
import { authorizeWriter } from "./authorize-writer.ts";
import { getDraftPost } from "./get-draft-post.ts";
import { listDraftPosts } from "./list-draft-posts.ts";
import { queryDraftPosts } from "./query-draft-posts.ts";
import { getPostRevision } from "./revisions/get-post-revision.ts";
import { listPostRevisions } from "./revisions/list-post-revisions.ts";
import { restorePostRevision } from "./revisions/restore-post-revision.ts";
import { translateDraft } from "./translations/translate-draft.ts";
import { updateDraftPostLanguage } from "./translations/update-draft-post-language.ts";
import { bulkDeleteDraftPosts } from "./trash/bulk-delete-draft-posts.ts";
import { deleteDraftPost } from "./trash/delete-draft-post.ts";
import { removeFromTrashBin } from "./trash/remove-from-trash-bin.ts";
import { restoreFromTrashBin } from "./trash/restore-from-trash-bin.ts";
import { bulkCreateDraftPosts } from "./write/bulk-create-draft-posts.ts";
import { bulkUpdateDraftPosts } from "./write/bulk-update-draft-posts.ts";
import { createDraftPost } from "./write/create-draft-post.ts";
import { pinDraftPost } from "./write/pin-draft-post.ts";
import { publishDraftPost } from "./write/publish-draft-post.ts";
import { updateDraftPost } from "./write/update-draft-post.ts";

/** Writing the blog, for the owner's programs, and for members where the owner lets them. */
export function draftRoutes(area: Area, context: BlogContext): void {
  function put<Request extends EndpointRequest, Schema extends z.ZodType, Answer, Options>(
    endpoint: Endpoint<Request, Answer>,
    schema: Schema,
    useCase: (
      context: BlogContext,
      request: RequestContext,
      input: z.output<Schema>,
      options: Options,
    ) => Promise<Answer | RawJson>,
    options?: Options,
  ): void {
    serve(area, endpoint, schema, (request, input) => useCase(context, request, input, options as Options), {
      authorize: (caller) => authorizeWriter(context, caller),
    });
  }

  put(drafts.createDraftPost, createDraftPostRequest, createDraftPost);
  put(drafts.queryDraftPosts, queryDraftPostsRequest, queryDraftPosts);
  put(drafts.bulkCreateDraftPosts, bulkCreateDraftPostsRequest, bulkCreateDraftPosts);
  put(drafts.bulkDeleteDraftPosts, bulkDeleteDraftPostsRequest, bulkDeleteDraftPosts);
  put(drafts.listDraftPosts, listDraftPostsRequest, listDraftPosts, { trashed: false });
  put(drafts.publishDraftPost, draftPostByIdRequest, publishDraftPost);
  // Before the routes of one draft, whose id these would be.
  put(drafts.bulkUpdateDraftPosts, bulkUpdateDraftPostsRequest, bulkUpdateDraftPosts);
  put(drafts.listDeletedDraftPosts, listDeletedDraftPostsRequest, listDraftPosts, { trashed: true });
  put(drafts.getDeletedDraftPost, getDraftPostRequest, getDraftPost, { trashed: true });
  put(drafts.restoreFromTrashBin, draftPostByIdRequest, restoreFromTrashBin);
  put(drafts.removeFromTrashBin, draftPostByIdRequest, removeFromTrashBin);
  put(life.translateDraft, translateDraftRequest, translateDraft);
  put(life.updateDraftPostLanguage, translateDraftRequest, updateDraftPostLanguage);
  put(life.pinDraftPost, pinDraftPostRequest, pinDraftPost, { pinned: true });
  put(life.unpinDraftPost, pinDraftPostRequest, pinDraftPost, { pinned: false });
  put(life.listPostRevisions, listPostRevisionsRequest, listPostRevisions);
  put(life.getPostRevision, getPostRevisionRequest, getPostRevision);
  put(life.restorePostRevision, restorePostRevisionRequest, restorePostRevision);
  put(drafts.getDraftPost, getDraftPostRequest, getDraftPost, { trashed: false });
  put(drafts.updateDraftPost, updateDraftPostRequest, updateDraftPost);
  put(drafts.deleteDraftPost, deleteDraftPostRequest, deleteDraftPost);
}
