import * as conversions from "@porchlight/contract/blog/posts/conversions";
import * as endpoints from "@porchlight/contract/blog/posts/endpoints";
import type {
  BlogMetaData,
  GetTagByLabelRequest,
  GetTagBySlugRequest,
  GetTagRequest,
  QueryTagsRequest,
} from "@porchlight/contract/blog/posts/post";
import type { PagingMetadata, WireQuery } from "@porchlight/contract/wire/query";
import { isQueryObject, offsetQuery, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { OffsetQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { mediaConverters as converters } from "./media.ts";
import type { Tag } from "./post.ts";
import type { TagQueryFields } from "./query-fields.ts";
import { tagWrites } from "./tag-writes.ts";

/** Options of `tags.getTag`. */
export type GetTagOptions = NonNullable<GetTagRequest["query"]>;
/** Options of `tags.getTagBySlug`. */
export type GetTagBySlugOptions = NonNullable<GetTagBySlugRequest["query"]>;
/** Options of `tags.getTagByLabel`. */
export type GetTagByLabelOptions = NonNullable<GetTagByLabelRequest["query"]>;
/** Options of `tags.queryTags`. */
export type QueryTagsOptions = Omit<QueryTagsRequest["body"], "query">;

type QueriedTags = Promise<{ tags: Tag[]; metaData: BlogMetaData; pagingMetadata: PagingMetadata }>;

interface QueryTagsCall {
  /**
   * Creates a query builder; `find()` sends the query. Default order: by label. Source: wire.md, "Generic query
   * builder".
   */
  (options?: QueryTagsOptions): OffsetQuery<Tag, TagQueryFields>;
  /**
   * Sends a query object and reads a page of tags.
   *
   * @throws {PorchlightError} `INVALID_ARGUMENT`.
   */
  (query: TypedQuery<TagQueryFields>, options?: QueryTagsOptions, call?: CallOptions): QueriedTags;
}

const createSendQuery =
  (transport: Transport): SendQuery =>
  (body, call) =>
    transport.send(endpoints.queryTags, { body }, { ...call, conversion: conversions.queryTags, converters });

/** Tags of the blog, with read and write calls. */
export function tags(transport: Transport) {
  const sendQuery = createSendQuery(transport);
  const calls = tagCalls(transport);
  const queryTags = ((first?: object, options?: object, call?: CallOptions) =>
    options || isQueryObject(first)
      ? calls.queryTags(first as TypedQuery<TagQueryFields>, options, call)
      : offsetQuery(sendQuery, "tags", first)) as QueryTagsCall;
  return { ...calls, queryTags, ...tagWrites(transport) };
}

/** The read calls of {@link tags} without the query builder, for smaller bundles. */
export function tagCalls(transport: Transport) {
  return {
    /**
     * Gets a tag and returns it directly.
     *
     * @throws {PorchlightError} `TAG_NOT_FOUND`. Source: wire.md, Tags.
     */
    async getTag(tagId: string, options: GetTagOptions = {}, call?: CallOptions): Promise<Tag> {
      const request = { params: { tagId }, query: options };
      const response: { tag: Tag } = await transport.send(endpoints.getTag, request, {
        ...call,
        conversion: conversions.getTag,
        converters,
      });
      return response.tag;
    },

    /**
     * Gets a tag by slug.
     *
     * @param slug The last part of the tag's URL, without slashes, unescaped.
     * @throws {PorchlightError} `TAG_NOT_FOUND`. Source: wire.md, Tags.
     */
    getTagBySlug(slug: string, options: GetTagBySlugOptions = {}, call?: CallOptions): Promise<{ tag: Tag }> {
      const request = { params: { slug }, query: options };
      return transport.send(endpoints.getTagBySlug, request, { ...call, conversion: conversions.getTag, converters });
    },

    /**
     * Gets a tag by label, ignoring case. A label with a slash cannot be part of the path: use
     * `queryTags().eq("label", …)`.
     *
     * @throws {PorchlightError} `TAG_NOT_FOUND`. Source: wire.md, Tags.
     */
    getTagByLabel(label: string, options: GetTagByLabelOptions = {}, call?: CallOptions): Promise<{ tag: Tag }> {
      const request = { params: { label }, query: options };
      return transport.send(endpoints.getTagByLabel, request, { ...call, conversion: conversions.getTag, converters });
    },

    /**
     * Reads a page of tags that match a query.
     *
     * @throws {PorchlightError} `INVALID_ARGUMENT`.
     */
    queryTags(query: TypedQuery<TagQueryFields>, options?: QueryTagsOptions, call?: CallOptions): QueriedTags {
      return createSendQuery(transport)({ ...options, query: wireQuery(query as WireQuery) }, call) as QueriedTags;
    },
  };
}
