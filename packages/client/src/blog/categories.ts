import * as conversions from "@porchlight/contract/blog/posts/conversions";
import * as endpoints from "@porchlight/contract/blog/posts/endpoints";
import type {
  BlogMetaData,
  GetCategoryBySlugRequest,
  GetCategoryRequest,
  ListCategoriesRequest,
  QueryCategoriesRequest,
} from "@porchlight/contract/blog/posts/post";
import type { PagingMetadata, WireQuery } from "@porchlight/contract/wire/query";
import { isQueryObject, offsetQuery, type SendQuery, wireQuery } from "../query/query-builder.ts";
import type { OffsetQuery, TypedQuery } from "../query/query-types.ts";
import type { CallOptions, Transport } from "../transport.ts";
import { categoryWrites } from "./category-writes.ts";
import { mediaConverters as converters } from "./media.ts";
import type { Category } from "./post.ts";
import type { CategoryQueryFields } from "./query-fields.ts";

/** Options of `categories.listCategories`. */
export type ListCategoriesOptions = NonNullable<ListCategoriesRequest["query"]>;
/** Options of `categories.getCategory`. */
export type GetCategoryOptions = NonNullable<GetCategoryRequest["query"]>;
/** Options of `categories.getCategoryBySlug`. */
export type GetCategoryBySlugOptions = NonNullable<GetCategoryBySlugRequest["query"]>;
/** Options of `categories.queryCategories`. */
export type QueryCategoriesOptions = Omit<QueryCategoriesRequest["body"], "query">;

type QueriedCategories = Promise<{ categories: Category[]; pagingMetadata: PagingMetadata }>;

interface QueryCategoriesCall {
  /**
   * Creates a query builder; `find()` sends the query. Default order: the owner's. Source: wire.md, "Generic query
   * builder".
   */
  (options?: QueryCategoriesOptions): OffsetQuery<Category, CategoryQueryFields>;
  /**
   * Sends a query object and reads a page of categories.
   *
   * @throws {PorchlightError} `INVALID_ARGUMENT`.
   */
  (query: TypedQuery<CategoryQueryFields>, options?: QueryCategoriesOptions, call?: CallOptions): QueriedCategories;
}

const createSendQuery =
  (transport: Transport): SendQuery =>
  (body, call) =>
    transport.send(
      endpoints.queryCategories,
      { body },
      { ...call, conversion: conversions.listCategories, converters },
    );

/** Categories of the blog, with read and write calls. */
export function categories(transport: Transport) {
  const sendQuery = createSendQuery(transport);
  const calls = categoryCalls(transport);
  const queryCategories = ((first?: object, options?: object, call?: CallOptions) =>
    options || isQueryObject(first)
      ? calls.queryCategories(first as TypedQuery<CategoryQueryFields>, options, call)
      : offsetQuery(sendQuery, "categories", first)) as QueryCategoriesCall;
  return { ...calls, queryCategories, ...categoryWrites(transport) };
}

/** The read calls of {@link categories} without the query builder, for smaller bundles. */
export function categoryCalls(transport: Transport) {
  return {
    /**
     * Lists a page of categories.
     *
     * @param options `paging.limit` 1 to 100, default 50.
     * @throws {PorchlightError} `INVALID_ARGUMENT`. Source: wire.md, Categories.
     */
    listCategories(
      options: ListCategoriesOptions = {},
      call?: CallOptions,
    ): Promise<{ categories: Category[]; metaData: BlogMetaData }> {
      const conversion = conversions.listCategories;
      return transport.send(endpoints.listCategories, { query: options }, { ...call, conversion, converters });
    },

    /**
     * Gets a category.
     *
     * @throws {PorchlightError} `CATEGORY_NOT_FOUND`. Source: wire.md, Categories.
     */
    getCategory(
      categoryId: string,
      options: GetCategoryOptions = {},
      call?: CallOptions,
    ): Promise<{ category: Category }> {
      const request = { params: { categoryId }, query: options };
      return transport.send(endpoints.getCategory, request, {
        ...call,
        conversion: conversions.getCategory,
        converters,
      });
    },

    /**
     * Gets a category by slug.
     *
     * @param slug The last part of the category's URL, without slashes, unescaped.
     * @throws {PorchlightError} `CATEGORY_NOT_FOUND`. Source: wire.md, Categories.
     */
    getCategoryBySlug(
      slug: string,
      options: GetCategoryBySlugOptions = {},
      call?: CallOptions,
    ): Promise<{ category: Category }> {
      const request = { params: { slug }, query: options };
      return transport.send(endpoints.getCategoryBySlug, request, {
        ...call,
        conversion: conversions.getCategory,
        converters,
      });
    },

    /**
     * Reads a page of categories that match a query.
     *
     * @throws {PorchlightError} `INVALID_ARGUMENT`.
     */
    queryCategories(
      query: TypedQuery<CategoryQueryFields>,
      options?: QueryCategoriesOptions,
      call?: CallOptions,
    ): QueriedCategories {
      return createSendQuery(transport)(
        { ...options, query: wireQuery(query as WireQuery) },
        call,
      ) as QueriedCategories;
    },
  };
}
