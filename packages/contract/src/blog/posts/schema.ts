import * as z from "zod";
import { maxBlogPageSize, maxOffset } from "../../limits.ts";
import { querySchema } from "../../wire/query-schema.ts";
import { guid, languageTag, queryBoolean, queryInteger, queryList } from "../../wire/value-schema.ts";
import { compressedFieldset, postCountOrders, postFieldsets, postSorts } from "./post-status.ts";

/** The parameters of a feed. */
export const feedRequest = z.object({
  params: z.object({ slug: z.string().min(1).max(100).optional() }),
  query: z.object({ language: languageTag.optional() }),
});

const fieldsets = queryList(z.enum(postFieldsets), 20).optional();
const oneFieldsets = queryList(z.enum([...postFieldsets, compressedFieldset]), 20).optional();

/** More than the 50 of entities.md: the contract's client sends longer lists, which a recording shows. */
const ids = queryList(z.string().max(38), 250);

const paging = z
  .object({
    limit: queryInteger(1, maxBlogPageSize).optional(),
    offset: queryInteger(0, maxOffset).optional(),
    cursor: z.string().max(2000).optional(),
  })
  .optional();

export const listPostsRequest = z.object({
  query: z.object({
    featured: queryBoolean.optional(),
    hashtags: queryList(z.string().max(100), 100).optional(),
    categoryIds: ids.optional(),
    tagIds: ids.optional(),
    sort: z.enum(postSorts).optional(),
    paging,
    language: languageTag.optional(),
    memberId: guid.optional(),
    fieldsets,
  }),
});

export const getPostRequest = z.object({
  params: z.object({ postId: z.string().min(1).max(38) }),
  query: z.object({ fieldsets: oneFieldsets }),
});

export const getPostBySlugRequest = z.object({
  params: z.object({ slug: z.string().min(1).max(200) }),
  query: z.object({ fieldsets: oneFieldsets, language: languageTag.optional() }),
});

export const getPostMetricsRequest = z.object({ params: z.object({ postId: z.string().min(1).max(38) }) });

export const getTotalPostsRequest = z.object({ query: z.object({ language: languageTag.optional() }) });

const listFieldsets = queryList(z.enum(["URL", "SEO"]), 10).optional();

export const listCategoriesRequest = z.object({
  query: z.object({ paging, fieldsets: listFieldsets, language: languageTag.optional() }),
});

export const getCategoryRequest = z.object({
  params: z.object({ categoryId: z.string().min(1).max(38) }),
  query: z.object({ fieldsets: listFieldsets }),
});

export const getTagRequest = z.object({
  params: z.object({ tagId: z.string().min(1).max(38) }),
  query: z.object({ fieldsets: listFieldsets }),
});

const bySlug = z.object({ fieldsets: listFieldsets, language: languageTag.optional() });

export const getCategoryBySlugRequest = z.object({
  params: z.object({ slug: z.string().min(1).max(100) }),
  query: bySlug,
});

export const getTagBySlugRequest = z.object({ params: z.object({ slug: z.string().min(1).max(100) }), query: bySlug });

export const getTagByLabelRequest = z.object({
  params: z.object({ label: z.string().min(1).max(100) }),
  query: bySlug,
});

export const queryPostsRequest = z.object({
  body: z.object({
    query: querySchema.nullish(),
    fieldsets: z.array(z.enum(postFieldsets)).max(20).nullish(),
    skipCount: z.boolean().nullish(),
    returnTotalCount: z.boolean().nullish(),
  }),
});

export const queryListRequest = z.object({
  body: z.object({
    query: querySchema.nullish(),
    fieldsets: z
      .array(z.enum(["URL", "SEO"]))
      .max(10)
      .nullish(),
  }),
});

export const queryPostCountStatsRequest = z.object({
  query: z.object({
    rangeStart: z.iso
      .datetime({ offset: true, error: "must be a date in ISO 8601, with a time zone" })
      .transform((text) => new Date(text))
      .optional(),
    order: z.enum(postCountOrders).optional(),
    months: queryInteger(1, 1200).optional(),
    language: languageTag.optional(),
    timeZone: z.string().min(3).max(100).optional(),
  }),
});
