import * as conversions from "@porchlight/contract/blog/conversions";
import * as endpoints from "@porchlight/contract/blog/endpoints";
import type { BlogMetaData, GetCategoryRequest, ListCategoriesRequest } from "@porchlight/contract/blog/post";
import type { CallOptions, Transport } from "../transport.ts";
import { mediaConverters as converters } from "./media.ts";
import type { Category } from "./post.ts";

export type ListCategoriesOptions = NonNullable<ListCategoriesRequest["query"]>;
export type GetCategoryOptions = NonNullable<GetCategoryRequest["query"]>;

/** Categories of the blog. */
export function categories(transport: Transport) {
  return {
    /**
     * Reads a page of categories.
     *
     * @param options `paging.limit` 1 to 100, 50 unless given.
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
     * Reads one category.
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
  };
}
