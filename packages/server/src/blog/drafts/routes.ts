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
import { listDraftPosts, queryDraftPosts } from "./list-draft-posts.ts";
import { getPostRevision, listPostRevisions, restorePostRevision } from "./revisions/post-revisions.ts";
import { translateDraft, updateDraftPostLanguage } from "./translations/draft-translations.ts";
import { bulkDeleteDraftPosts, deleteDraftPost, removeFromTrashBin, restoreFromTrashBin } from "./trash/trash-bin.ts";
import { bulkCreateDraftPosts, createDraftPost } from "./write/create-draft-post.ts";
import { pinDraftPost, publishDraftPost } from "./write/publish-draft-post.ts";
import { bulkUpdateDraftPosts, updateDraftPost } from "./write/update-draft-post.ts";

/** Routes that write posts, for API keys of editors, and for members if the owner allows it. */
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
  // Before the routes of one draft, which would match these paths.
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
