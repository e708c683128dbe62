import * as z from "zod";
import { maximumBlogPageSize, maximumOffset } from "../limits.ts";
import { guid, languageTag, queryBoolean, queryInteger, queryList } from "../wire-types.ts";
import { type PostFieldset, type PostSort, postFieldsets, postSorts } from "./post-status.ts";
import type { RichContent } from "./rich-content.ts";

export interface PageUrl {
  base: string;
  path: string;
}

export interface WireImage {
  id: string;
  url: string;
  height: number;
  width: number;
  altText?: string;
  filename?: string;
}

/** A published post as it travels. Source: spec §3, "Blog post"; entities.md, Post. */
export interface Post {
  id: string;
  title: string;
  excerpt: string;
  slug: string;
  /** ISO 8601, UTC. */
  firstPublishedDate: string;
  lastPublishedDate: string;
  featured: boolean;
  pinned: boolean;
  categoryIds: string[];
  tagIds: string[];
  hashtags: string[];
  relatedPostIds: string[];
  pricingPlanIds: string[];
  commentingEnabled: boolean;
  minutesToRead: number;
  language: string;
  memberId?: string;
  /** Names under the title, where the writers are not members. An addition of Porchlight. */
  authors: string[];
  preview: boolean;
  hasUnpublishedChanges: boolean;
  heroImage?: WireImage;
  media?: { wixMedia?: { image?: WireImage }; displayed: boolean; custom: boolean; altText?: string };
  /** Fieldset URL. */
  url?: PageUrl;
  /** Fieldset CONTENT_TEXT. */
  contentText?: string;
  /** Fieldset RICH_CONTENT. */
  richContent?: RichContent;
  /** Fieldset METRICS. */
  metrics?: PostMetrics;
  /** Fieldset SEO. */
  seoData?: { tags: unknown[]; settings?: unknown };
  /** Fieldset REFERENCE_ID. */
  referenceId?: string;
}

export interface PostMetrics {
  comments: number;
  likes: number;
  views: number;
}

export interface Category {
  id: string;
  label: string;
  title: string;
  slug: string;
  description: string | null;
  postCount: number;
  displayPosition: number;
  rank: number;
  language: string;
  updatedDate: string;
  url?: PageUrl;
}

export interface Tag {
  id: string;
  label: string;
  slug: string;
  language: string;
  publicationCount: number;
  postCount: number;
  publishedPostCount: number;
  createdDate: string;
  updatedDate: string;
  url?: PageUrl;
}

export interface BlogMetaData {
  count: number;
  offset: number;
  total: number;
  /** Hands the list on; absent at its end. */
  cursor?: string;
}

const fieldsets = queryList(z.enum(postFieldsets), 20).optional();
/** More than the 50 of entities.md: the contract's client sends longer lists, and a recording of one is answered. */
const ids = queryList(z.string().max(38), 250);
const paging = z
  .object({
    limit: queryInteger(1, maximumBlogPageSize).optional(),
    offset: queryInteger(0, maximumOffset).optional(),
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
export type ListPostsRequest = {
  query?: {
    featured?: boolean;
    hashtags?: string[];
    categoryIds?: string[];
    tagIds?: string[];
    sort?: PostSort;
    paging?: { limit?: number; offset?: number; cursor?: string };
    language?: string;
    memberId?: string;
    fieldsets?: PostFieldset[];
  };
};
export interface ListPostsAnswer {
  posts: Post[];
  metaData: BlogMetaData;
}

export const getPostRequest = z.object({
  params: z.object({ postId: z.string().min(1).max(38) }),
  query: z.object({ fieldsets }),
});
export type GetPostRequest = { params: { postId: string }; query?: { fieldsets?: PostFieldset[] } };

export const getPostBySlugRequest = z.object({
  params: z.object({ slug: z.string().min(1).max(200) }),
  query: z.object({ fieldsets, language: languageTag.optional() }),
});
export type GetPostBySlugRequest = {
  params: { slug: string };
  query?: { fieldsets?: PostFieldset[]; language?: string };
};

export const getPostMetricsRequest = z.object({ params: z.object({ postId: z.string().min(1).max(38) }) });
export type GetPostMetricsRequest = { params: { postId: string } };

export const getTotalPostsRequest = z.object({ query: z.object({ language: languageTag.optional() }) });
export type GetTotalPostsRequest = { query?: { language?: string } };

const listFieldsets = queryList(z.enum(["URL", "SEO"]), 10).optional();

export const listCategoriesRequest = z.object({
  query: z.object({ paging, fieldsets: listFieldsets, language: languageTag.optional() }),
});
export type ListCategoriesRequest = {
  query?: { paging?: { limit?: number; offset?: number }; fieldsets?: ("URL" | "SEO")[]; language?: string };
};
export interface ListCategoriesAnswer {
  categories: Category[];
  metaData: BlogMetaData;
}

export const getCategoryRequest = z.object({
  params: z.object({ categoryId: z.string().min(1).max(38) }),
  query: z.object({ fieldsets: listFieldsets }),
});
export type GetCategoryRequest = { params: { categoryId: string }; query?: { fieldsets?: ("URL" | "SEO")[] } };

export const getTagRequest = z.object({
  params: z.object({ tagId: z.string().min(1).max(38) }),
  query: z.object({ fieldsets: listFieldsets }),
});
export type GetTagRequest = { params: { tagId: string }; query?: { fieldsets?: "URL"[] } };
