import type { PagingMetadata, WireQuery } from "../../wire/query.ts";
import type { RichContent } from "../rich-content/rich-content.ts";
import type { CompressedFieldset, PostCountOrder, PostFieldset, PostSort } from "./post-status.ts";

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

/** A published post on the wire. Source: spec §3, "Blog post"; entities.md, Post. */
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
  /** Whether only members may read the full text. A Porchlight extension. */
  membersOnly: boolean;
  minutesToRead: number;
  language: string;
  memberId?: string;
  /** Shared by all translations. */
  translationId?: string;
  /** Author names, if the authors are not members. A Porchlight extension. */
  authors: string[];
  /** Whether this reader gets only part of the text. */
  preview: boolean;
  hasUnpublishedChanges: boolean;
  heroImage?: WireImage;
  media?: {
    wixMedia?: { image?: WireImage; videoV2?: { id: string; [property: string]: unknown } };
    embedMedia?: Record<string, unknown>;
    displayed: boolean;
    custom: boolean;
    altText?: string;
  };
  /** Fieldset URL. */
  url?: PageUrl;
  /** Fieldset CONTENT_TEXT. */
  contentText?: string;
  /** Fieldset RICH_CONTENT. */
  richContent?: RichContent;
  /** Fieldset RICH_CONTENT_COMPRESSED: base64 of raw deflate of the same as JSON. */
  richContentCompressed?: string;
  /** Fieldset METRICS. */
  metrics?: PostMetrics;
  /** Fieldset SEO. */
  seoData?: { tags: unknown[]; settings?: unknown };
  /** Fieldset REFERENCE_ID. */
  referenceId?: string;
}

/** The counters of a post. */
export interface PostMetrics {
  comments: number;
  likes: number;
  views: number;
  /** Number of ratings; absent without any. */
  ratings?: number;
  /** Stars, 1 to 5, with two decimals; absent without ratings. */
  averageRating?: number;
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
  translationId?: string;
  coverImage?: WireImage;
  createdDate: string;
  updatedDate: string;
  /** Fieldset URL. */
  url?: PageUrl;
  /** Fieldset SEO. */
  seoData?: { tags: unknown[]; settings?: unknown };
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
  /** A Porchlight extension, as `coverImage`. */
  description?: string;
  coverImage?: WireImage;
}

/** Paging metadata of a list of posts, categories, or drafts. */
export interface BlogMetaData {
  count: number;
  offset: number;
  total: number;
  /** Cursor of the next page; absent on the last. */
  cursor?: string;
}

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

export interface ListPostsResponse {
  posts: Post[];
  metaData: BlogMetaData;
}

export type GetPostRequest = {
  params: { postId: string };
  query?: { fieldsets?: (PostFieldset | CompressedFieldset)[] };
};

export type GetPostBySlugRequest = {
  params: { slug: string };
  query?: { fieldsets?: (PostFieldset | CompressedFieldset)[]; language?: string };
};

export type GetPostMetricsRequest = { params: { postId: string } };

export type GetTotalPostsRequest = { query?: { language?: string } };

export type ListCategoriesRequest = {
  query?: { paging?: { limit?: number; offset?: number }; fieldsets?: ("URL" | "SEO")[]; language?: string };
};

export interface ListCategoriesResponse {
  categories: Category[];
  metaData: BlogMetaData;
}

export type GetCategoryRequest = { params: { categoryId: string }; query?: { fieldsets?: ("URL" | "SEO")[] } };

export type GetTagRequest = { params: { tagId: string }; query?: { fieldsets?: "URL"[] } };

export type GetCategoryBySlugRequest = {
  params: { slug: string };
  query?: { fieldsets?: ("URL" | "SEO")[]; language?: string };
};

export type GetTagBySlugRequest = { params: { slug: string }; query?: { fieldsets?: "URL"[]; language?: string } };

export type GetTagByLabelRequest = { params: { label: string }; query?: { fieldsets?: "URL"[]; language?: string } };

export type QueryPostsRequest = {
  body: {
    query?: WireQuery;
    fieldsets?: PostFieldset[];
    skipCount?: boolean;
    /** Counts the whole list, also with cursor paging. */
    returnTotalCount?: boolean;
  };
};

export interface QueryPostsResponse {
  posts: Post[];
  pagingMetadata: PagingMetadata;
}

export type QueryCategoriesRequest = { body: { query?: WireQuery; fieldsets?: ("URL" | "SEO")[] } };

export interface QueryCategoriesResponse {
  categories: Category[];
  pagingMetadata: PagingMetadata;
}

export type QueryTagsRequest = { body: { query?: WireQuery; fieldsets?: "URL"[] } };

export interface QueryTagsResponse {
  tags: Tag[];
  /** The same numbers under an older name. */
  metaData: BlogMetaData;
  pagingMetadata: PagingMetadata;
}

export type QueryPostCountStatsRequest = {
  query?: {
    /** ISO 8601. Default: the first post. */
    rangeStart?: string;
    /** Default: `OLDEST`. */
    order?: PostCountOrder;
    /** Maximum number of months with posts. */
    months?: number;
    language?: string;
    /** IANA time zone of the months. Default: UTC. */
    timeZone?: string;
  };
};

export interface PeriodPostCount {
  /** Start of the month, ISO 8601. */
  periodStart: string;
  postCount: number;
}
