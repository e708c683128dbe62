import * as conversions from "@porchlight/contract/blog/drafts/conversions";
import type {
  BulkCreateDraftPostsRequest,
  BulkUpdateDraftPostsRequest,
  CreateDraftPostRequest,
  DeleteDraftPostRequest,
  GetDraftPostRequest,
  ListDeletedDraftPostsRequest,
  ListDraftPostsRequest,
  QueryDraftPostsRequest,
  UpdateDraftPostRequest,
} from "@porchlight/contract/blog/drafts/draft-post";
import * as endpoints from "@porchlight/contract/blog/drafts/endpoints";
import type { BlogMetaData } from "@porchlight/contract/blog/posts/post";
import type { PagingMetadata, WireQuery } from "@porchlight/contract/wire/query";
import { cursorQuery, isQueryObject, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { CursorQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { draftLifecycle } from "./draft-lifecycle.ts";
import { draftConverters as converters } from "./draft-media.ts";
import type { BulkDraftPosts, DraftPost, DraftPostInput, DraftPostQueryFields } from "./draft-post.ts";

/** Options of `draftPosts.createDraftPost`. */
export type CreateDraftPostOptions = Omit<CreateDraftPostRequest["body"], "draftPost">;
/** Options of `draftPosts.getDraftPost`. */
export type GetDraftPostOptions = NonNullable<GetDraftPostRequest["query"]>;
/** Options of `draftPosts.updateDraftPost`. */
export type UpdateDraftPostOptions = Omit<UpdateDraftPostRequest["body"], "draftPost" | "scheduledPublishDate"> & {
  /**
   * Publication time for UPDATE_SCHEDULE, in the future. A text without a zone, such as `2026-03-29T09:00`, is in the
   * site's time zone.
   */
  scheduledPublishDate?: Date | string;
};
/** Options of `draftPosts.deleteDraftPost`. */
export type DeleteDraftPostOptions = NonNullable<DeleteDraftPostRequest["query"]>;
/** Options of `draftPosts.listDraftPosts`. */
export type ListDraftPostsOptions = NonNullable<ListDraftPostsRequest["query"]>;
/** Options of `draftPosts.listDeletedDraftPosts`. */
export type ListDeletedDraftPostsOptions = NonNullable<ListDeletedDraftPostsRequest["query"]>;
/** Options of `draftPosts.queryDraftPosts`. */
export type QueryDraftPostsOptions = Omit<QueryDraftPostsRequest["body"], "query">;
/** Options of `draftPosts.bulkCreateDraftPosts`. */
export type BulkCreateDraftPostsOptions = Omit<BulkCreateDraftPostsRequest["body"], "draftPosts">;
/** Options of `draftPosts.bulkUpdateDraftPosts`. */
export type BulkUpdateDraftPostsOptions = Omit<
  BulkUpdateDraftPostsRequest["body"],
  "draftPosts" | "scheduledPublishDate"
> & { scheduledPublishDate?: Date | string };

/** A draft of a bulk update and the mask of properties to update. Default: all present ones. */
export interface MaskedDraftPost {
  draftPost: DraftPostInput & { _id: string };
  fieldMask?: string[];
}

type ListedDrafts = Promise<{ draftPosts: DraftPost[]; metaData: BlogMetaData }>;
type QueriedDrafts = Promise<{ draftPosts: DraftPost[]; pagingMetadata: PagingMetadata }>;

interface QueryDraftPostsCall {
  /**
   * Creates a query builder; `find()` sends the query. Default order: last edited first. Source: wire.md, "Generic
   * query builder".
   */
  (options?: QueryDraftPostsOptions): CursorQuery<DraftPost, DraftPostQueryFields>;
  /**
   * Sends a query object and reads a page of drafts.
   *
   * @throws {PorchlightError} `NOT_ALLOWED`, `INVALID_ARGUMENT`, `CURSOR_INVALID`.
   */
  (query: TypedQuery<DraftPostQueryFields>, options?: QueryDraftPostsOptions, call?: CallOptions): QueriedDrafts;
}

/**
 * Write calls for posts. Require an API key of role `editor` or `admin`, or a member if the setting `memberPosts`
 * allows it (an editor publishes their posts); otherwise `NOT_ALLOWED`. Source: wire.md, Draft posts.
 */
export function draftPosts(transport: Transport) {
  const query = ((body, call) =>
    transport.send(
      endpoints.queryDraftPosts,
      { body },
      { ...call, conversion: conversions.listDrafts, converters },
    )) as SendQuery;
  const queryDraftPosts = ((first?: object, options?: object, call?: CallOptions) =>
    options || isQueryObject(first)
      ? query({ ...options, query: wireQuery(first as WireQuery) }, call)
      : cursorQuery(query, "draftPosts", first)) as QueryDraftPostsCall;

  return {
    ...draftLifecycle(transport),
    queryDraftPosts,

    /**
     * Creates a draft; with `publish`, a published post.
     *
     * @param options `fieldsets`: additional parts of the response. `idempotencyKey`: repeats with the same UUID return
     * the first draft.
     * @throws {PorchlightError} `SLUG_TAKEN` for a `seoSlug` of another post; violations of `draftPost.title` and
     * others.
     */
    createDraftPost(
      draftPost: DraftPostInput & { translationId?: string | null },
      options: CreateDraftPostOptions = {},
      call?: CallOptions,
    ): Promise<{ draftPost: DraftPost }> {
      const request = { body: { draftPost, ...options } } as CreateDraftPostRequest;
      return transport.send(endpoints.createDraftPost, request, {
        ...call,
        conversion: conversions.writeDraft,
        converters,
      });
    },

    /** Gets a draft. @throws {PorchlightError} `POST_NOT_FOUND`, also for one in the trash. */
    getDraftPost(
      draftPostId: string,
      options: GetDraftPostOptions = {},
      call?: CallOptions,
    ): Promise<{ draftPost: DraftPost }> {
      const request = { params: { draftPostId }, query: options };
      return transport.send(endpoints.getDraftPost, request, {
        ...call,
        conversion: conversions.readDraft,
        converters,
      });
    },

    /**
     * Updates a draft. Omitted properties stay; `null` clears them. Changes of a published post take effect at the next
     * publication.
     *
     * @param options `action`: default UPDATE; UPDATE_SCHEDULE requires `scheduledPublishDate`, UPDATE_REJECT
     * `rejectionReason`. `idempotencyKey`: repeats with the same UUID succeed until someone else changes the draft.
     * @throws {PorchlightError} `POST_NOT_FOUND`; `POST_CHANGED` if `revision` is outdated; `POST_STATUS_CONFLICT` for
     * an action that the status does not allow; `SLUG_TAKEN`.
     */
    updateDraftPost(
      _id: string,
      draftPost: DraftPostInput,
      options: UpdateDraftPostOptions = {},
      call?: CallOptions,
    ): Promise<{ draftPost: DraftPost }> {
      const request = { params: { draftPostId: _id }, body: { draftPost: { ...draftPost, _id }, ...options } };
      return transport.send(endpoints.updateDraftPost, request as unknown as UpdateDraftPostRequest, {
        ...call,
        conversion: conversions.writeDraft,
        converters,
      });
    },

    /**
     * Publishes a draft; a member's draft is submitted for review. @throws {PorchlightError} `POST_NOT_FOUND`,
     * `SLUG_TAKEN`; a violation of `draftPost.title`.
     */
    publishDraftPost(draftPostId: string, call?: CallOptions): Promise<{ postId: string }> {
      return transport.send(endpoints.publishDraftPost, { params: { draftPostId } }, { ...call });
    },

    /** Lists a page of drafts. @param options `paging.limit` 1 to 100, default 50; default order EDITING_DATE_DESC. */
    listDraftPosts(options: ListDraftPostsOptions = {}, call?: CallOptions): ListedDrafts {
      const conversion = conversions.listDrafts;
      return transport.send(endpoints.listDraftPosts, { query: options }, { ...call, conversion, converters });
    },

    /**
     * Moves a post to the trash; with `permanent`, deletes it permanently. @throws {PorchlightError} `POST_NOT_FOUND`.
     */
    async deleteDraftPost(
      draftPostId: string,
      options: DeleteDraftPostOptions = {},
      call?: CallOptions,
    ): Promise<void> {
      await transport.send(endpoints.deleteDraftPost, { params: { draftPostId }, query: options }, { ...call });
    },

    /** Deletes up to 100 posts independently. */
    bulkDeleteDraftPosts(
      postIds: string[],
      options: DeleteDraftPostOptions = {},
      call?: CallOptions,
    ): Promise<BulkDraftPosts> {
      return transport.send(endpoints.bulkDeleteDraftPosts, { query: { postIds, ...options } }, { ...call });
    },

    /** Creates up to 20 drafts independently; failures are reported with their index. */
    bulkCreateDraftPosts(
      drafts: (DraftPostInput & { translationId?: string | null })[],
      options: BulkCreateDraftPostsOptions = {},
      call?: CallOptions,
    ): Promise<BulkDraftPosts> {
      const request = { body: { draftPosts: drafts, ...options } } as BulkCreateDraftPostsRequest;
      return transport.send(endpoints.bulkCreateDraftPosts, request, {
        ...call,
        conversion: conversions.createDrafts,
        converters,
      });
    },

    /** Updates up to 20 drafts independently, as {@link updateDraftPost} does. */
    bulkUpdateDraftPosts(
      options: BulkUpdateDraftPostsOptions & { draftPosts: MaskedDraftPost[] },
      call?: CallOptions,
    ): Promise<BulkDraftPosts> {
      const request = { body: options } as unknown as BulkUpdateDraftPostsRequest;
      return transport.send(endpoints.bulkUpdateDraftPosts, request, {
        ...call,
        conversion: conversions.updateDrafts,
        converters,
      });
    },

    /** Lists a page of the trash, last deleted first. */
    listDeletedDraftPosts(options: ListDeletedDraftPostsOptions = {}, call?: CallOptions): ListedDrafts {
      const conversion = conversions.listDrafts;
      return transport.send(endpoints.listDeletedDraftPosts, { query: options }, { ...call, conversion, converters });
    },

    /** Gets a post in the trash. @throws {PorchlightError} `POST_NOT_FOUND`. */
    getDeletedDraftPost(
      draftPostId: string,
      options: GetDraftPostOptions = {},
      call?: CallOptions,
    ): Promise<{ draftPost: DraftPost }> {
      const request = { params: { draftPostId }, query: options };
      return transport.send(endpoints.getDeletedDraftPost, request, {
        ...call,
        conversion: conversions.readDraft,
        converters,
      });
    },

    /** Restores a post from the trash with its former status. @throws {PorchlightError} `POST_NOT_FOUND`. */
    restoreFromTrashBin(draftPostId: string, call?: CallOptions): Promise<{ draftPost: DraftPost }> {
      return transport.send(
        endpoints.restoreFromTrashBin,
        { params: { draftPostId } },
        { ...call, conversion: conversions.readDraft, converters },
      );
    },

    /** Permanently deletes a post in the trash. @throws {PorchlightError} `POST_NOT_FOUND`. */
    async removeFromTrashBin(draftPostId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.removeFromTrashBin, { params: { draftPostId } }, { ...call });
    },
  };
}
