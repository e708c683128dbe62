import * as z from "zod";
import { maxStars } from "../reactions/rating.ts";
import type { RichContent } from "../rich-content/rich-content.ts";

export const pageUrl = z.object({ base: z.string(), path: z.string() });

export const image = z
  .object({
    id: z.string(),
    url: z.string(),
    height: z.number(),
    width: z.number(),
    altText: z.string().optional(),
    filename: z.string().optional(),
  })
  .meta({ id: "Image" });

/** The nodes are described by the types of rich content only. */
export const richContent = z.looseObject({ nodes: z.array(z.looseObject({})) }) as z.ZodType as z.ZodType<RichContent>;

export const seoData = z.object({ tags: z.array(z.unknown()), settings: z.unknown().optional() });

export const averageRating = z
  .number()
  .min(1)
  .max(maxStars)
  .optional()
  .meta({ description: "Stars, 1 to 5, to two decimals; absent without ratings." });

const metrics = z
  .object({ comments: z.int(), likes: z.int(), views: z.int(), ratings: z.int().optional(), averageRating })
  .meta({ id: "PostMetrics" });

export const post = z
  .object({
    id: z.guid(),
    title: z.string(),
    excerpt: z.string(),
    slug: z.string(),
    firstPublishedDate: z.iso.datetime(),
    lastPublishedDate: z.iso.datetime(),
    featured: z.boolean(),
    pinned: z.boolean(),
    categoryIds: z.array(z.guid()),
    tagIds: z.array(z.guid()),
    hashtags: z.array(z.string()),
    relatedPostIds: z.array(z.guid()),
    pricingPlanIds: z.array(z.guid()),
    commentingEnabled: z.boolean(),
    membersOnly: z.boolean().describe("Whether only members may read the full text."),
    minutesToRead: z.int(),
    language: z.string(),
    memberId: z.guid().optional(),
    translationId: z.guid().optional(),
    authors: z.array(z.string()).describe("Author names, if the authors are not members."),
    preview: z.boolean().describe("Whether this reader gets only part of the text."),
    hasUnpublishedChanges: z.boolean(),
    heroImage: image.optional(),
    media: z
      .object({
        wixMedia: z
          .object({ image: image.optional(), videoV2: z.looseObject({ id: z.string() }).optional() })
          .optional(),
        embedMedia: z.looseObject({}).optional(),
        displayed: z.boolean(),
        custom: z.boolean(),
        altText: z.string().optional(),
      })
      .optional(),
    url: pageUrl.optional().describe("With the fieldset URL."),
    contentText: z.string().optional().describe("With the fieldset CONTENT_TEXT."),
    richContent: richContent.optional().describe("With the fieldset RICH_CONTENT."),
    richContentCompressed: z
      .base64()
      .optional()
      .describe("With the fieldset RICH_CONTENT_COMPRESSED: raw deflate of the same as JSON."),
    metrics: metrics.optional().describe("With the fieldset METRICS."),
    seoData: seoData.optional().describe("With the fieldset SEO."),
    referenceId: z.string().optional(),
  })
  .meta({ id: "Post", description: "A published post." });

const category = z
  .object({
    id: z.guid(),
    label: z.string(),
    title: z.string().describe("Alias of label."),
    slug: z.string(),
    description: z.string().nullable(),
    postCount: z.int(),
    displayPosition: z.int(),
    rank: z.int().describe("Alias of displayPosition."),
    language: z.string(),
    translationId: z.guid().optional(),
    coverImage: image.optional(),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
    url: pageUrl.optional().describe("With the fieldset URL."),
    seoData: seoData.optional().describe("With the fieldset SEO."),
  })
  .meta({ id: "Category" });

const tag = z
  .object({
    id: z.guid(),
    label: z.string(),
    slug: z.string(),
    language: z.string(),
    publicationCount: z.int(),
    postCount: z.int(),
    publishedPostCount: z.int(),
    createdDate: z.iso.datetime(),
    updatedDate: z.iso.datetime(),
    url: pageUrl.optional().describe("With the fieldset URL."),
    description: z.string().optional().describe("A Porchlight extension."),
    coverImage: image.optional().describe("A Porchlight extension."),
  })
  .meta({ id: "Tag" });

export const metaData = z
  .object({
    count: z.int().describe("On this page."),
    offset: z.int(),
    total: z.int().describe("Of the whole list."),
    cursor: z.string().optional().describe("Cursor of the next page; absent on the last."),
  })
  .meta({ id: "BlogMetaData" });

export const pagingMetadata = z
  .object({
    count: z.int().describe("On this page."),
    offset: z.int().optional().describe("With paging by offset."),
    total: z.int().optional().describe("Of the whole list, with paging by offset or `returnTotalCount`."),
    tooManyToCount: z.boolean().optional(),
    cursors: z.object({ next: z.string().optional(), prev: z.string().optional() }).optional(),
    hasNext: z.boolean().optional(),
  })
  .meta({ id: "PagingMetadata" });

export const postResponse = z.object({ post });
export const listPostsResponse = z.object({ posts: z.array(post), metaData });
export const metricsResponse = z.object({ metrics });
export const totalResponse = z.object({ total: z.int() });
export const listCategoriesResponse = z.object({ categories: z.array(category), metaData });
export const categoryResponse = z.object({ category });
export const tagResponse = z.object({ tag });
export const queryPostsResponse = z.object({ posts: z.array(post), pagingMetadata });
export const queryCategoriesResponse = z.object({ categories: z.array(category), pagingMetadata });
export const queryTagsResponse = z.object({ tags: z.array(tag), metaData, pagingMetadata });
export const postCountStatsResponse = z.object({
  stats: z.array(z.object({ periodStart: z.iso.datetime(), postCount: z.int() })),
});
