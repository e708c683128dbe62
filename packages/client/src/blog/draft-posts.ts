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
  /** When UPDATE_SCHEDULE publishes it; in the future. A text without a zone, `2026-03-29T09:00`, is in the site's. */
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

/** One draft of many, and which of its members count: all that are there unless a mask is given. */
export interface MaskedDraftPost {
  draftPost: DraftPostInput & { _id: string };
  fieldMask?: string[];
}

type ListedDrafts = Promise<{ draftPosts: DraftPost[]; metaData: BlogMetaData }>;
type QueriedDrafts = Promise<{ draftPosts: DraftPost[]; pagingMetadata: PagingMetadata }>;

interface QueryDraftPostsCall {
  /**
   * Begins a query of drafts: conditions and order by calls, `find()` sends it. Without an order, those changed last first.
   * Source: wire.md, "Generic query builder".
   */
  (options?: QueryDraftPostsOptions): CursorQuery<DraftPost, DraftPostQueryFields>;
  /**
   * Reads a page of the drafts that a query given as an object leaves.
   *
   * @throws {PorchlightError} `NOT_ALLOWED`, `INVALID_ARGUMENT`, `CURSOR_INVALID`.
   */
  (query: TypedQuery<DraftPostQueryFields>, options?: QueryDraftPostsOptions, call?: CallOptions): QueriedDrafts;
}

/**
 * Writing the blog: posts as their writers see them. For programs with an API key of role `editor` or `admin`, and for
 * members, whose posts an editor publishes, where the setting `memberPosts` lets them; everyone else is answered `NOT_ALLOWED`. Source: wire.md, Draft posts.
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
     * Makes a draft; with `publish` a post for everyone.
     *
     * @param options `fieldsets`: what to tell of it beside what every answer tells.
     * @throws {PorchlightError} `SLUG_TAKEN` for a `seoSlug` that another post has; violations of `draftPost.title` and the like.
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

    /** Reads one draft. @throws {PorchlightError} `POST_NOT_FOUND`, also for one in the trash. */
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
     * Changes a draft: what is left out stays, `null` takes it away. Changes of a published post wait until it is published again.
     *
     * @param options `action`: UPDATE unless given; UPDATE_SCHEDULE takes `scheduledPublishDate`, UPDATE_REJECT `rejectionReason`.
     * @throws {PorchlightError} `POST_NOT_FOUND`; `POST_CHANGED` when `revision` is not the draft's any more;
     * `POST_STATUS_CONFLICT` for an action that its status does not allow; `SLUG_TAKEN`.
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

    /** Makes a draft what everyone sees; a member's waits for review. @throws {PorchlightError} `POST_NOT_FOUND`, `SLUG_TAKEN`; a violation of `draftPost.title`. */
    publishDraftPost(draftPostId: string, call?: CallOptions): Promise<{ postId: string }> {
      return transport.send(endpoints.publishDraftPost, { params: { draftPostId } }, { ...call });
    },

    /** Reads a page of drafts. @param options `paging.limit` 1 to 100, 50 unless given; EDITING_DATE_DESC unless given. */
    listDraftPosts(options: ListDraftPostsOptions = {}, call?: CallOptions): ListedDrafts {
      const conversion = conversions.listDrafts;
      return transport.send(endpoints.listDraftPosts, { query: options }, { ...call, conversion, converters });
    },

    /** Moves a post to the trash; with `permanent` removes it for good. @throws {PorchlightError} `POST_NOT_FOUND`. */
    async deleteDraftPost(
      draftPostId: string,
      options: DeleteDraftPostOptions = {},
      call?: CallOptions,
    ): Promise<void> {
      await transport.send(endpoints.deleteDraftPost, { params: { draftPostId }, query: options }, { ...call });
    },

    /** Deletes up to 100 posts, each on its own. */
    bulkDeleteDraftPosts(
      postIds: string[],
      options: DeleteDraftPostOptions = {},
      call?: CallOptions,
    ): Promise<BulkDraftPosts> {
      return transport.send(endpoints.bulkDeleteDraftPosts, { query: { postIds, ...options } }, { ...call });
    },

    /** Makes up to 20 drafts, each on its own: what fails is told with its place, and keeps no other. */
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

    /** Changes up to 20 drafts, each on its own, as {@link updateDraftPost} does. */
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

    /** Reads a page of the trash, those deleted last first. */
    listDeletedDraftPosts(options: ListDeletedDraftPostsOptions = {}, call?: CallOptions): ListedDrafts {
      const conversion = conversions.listDrafts;
      return transport.send(endpoints.listDeletedDraftPosts, { query: options }, { ...call, conversion, converters });
    },

    /** Reads a post in the trash. @throws {PorchlightError} `POST_NOT_FOUND`. */
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

    /** Gives a post in the trash the status back that it had. @throws {PorchlightError} `POST_NOT_FOUND`. */
    restoreFromTrashBin(draftPostId: string, call?: CallOptions): Promise<{ draftPost: DraftPost }> {
      return transport.send(
        endpoints.restoreFromTrashBin,
        { params: { draftPostId } },
        { ...call, conversion: conversions.readDraft, converters },
      );
    },

    /** Removes a post in the trash for good. @throws {PorchlightError} `POST_NOT_FOUND`. */
    async removeFromTrashBin(draftPostId: string, call?: CallOptions): Promise<void> {
      await transport.send(endpoints.removeFromTrashBin, { params: { draftPostId } }, { ...call });
    },
  };
}
