import type { PagingMetadata, WireQuery } from "../../wire/query.ts";
import type { BlogMetaData, PageUrl, WireImage } from "../posts/post.ts";
import type { CompressedFieldset, PostStatus } from "../posts/post-status.ts";
import type { RichContent } from "../rich-content/rich-content.ts";
import type { DraftAction, DraftFieldset, DraftOrigin, DraftSort, ModerationStatus } from "./draft-values.ts";

export interface WireVideo {
  id: string;
  url?: string;
  filename?: string;
  posters?: { id: string; url?: string; width: number; height: number }[];
}

/** The media of a post in lists and above its content. */
export interface DraftMedia {
  wixMedia?: { image?: WireImage; videoV2?: WireVideo };
  embedMedia?: {
    thumbnail?: { url: string; width: number; height: number };
    video?: { url: string; width: number; height: number };
  };
  displayed?: boolean;
  custom?: boolean;
  altText?: string | null;
}

/** A post as seen by its writers, including unpublished changes. Source: entities.md, DraftPost. */
export interface DraftPost {
  id: string;
  title: string;
  /** The writer's, or with the fieldset GENERATED_EXCERPT the beginning of the text. */
  excerpt?: string;
  slug: string;
  /** The requested slug; without it the slug is derived from the title. */
  seoSlug?: string;
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
  /** Names that readers see; by default that of the staff account. A Porchlight extension. */
  authors: string[];
  translationId?: string;
  heroImage?: WireImage;
  media?: DraftMedia;
  previewTextParagraph?: number;
  seoData: { tags: unknown[]; settings?: unknown };
  status: PostStatus;
  /** Whether a published post has unpublished changes. */
  hasUnpublishedChanges: boolean;
  /**
   * Changes with every update. Sent with an update, it prevents overwriting concurrent changes. A Porchlight extension.
   */
  revision: string;
  changeOrigin: DraftOrigin;
  moderationDetails?: ModerationDetails;
  /** ISO 8601, UTC, like all dates here. */
  createdDate: string;
  editedDate: string;
  firstPublishedDate?: string;
  lastPublishedDate?: string;
  scheduledPublishDate?: string;
  /** Fieldset URL. */
  url?: PageUrl;
  /** Fieldset RICH_CONTENT. */
  richContent?: RichContent;
  /** Fieldset RICH_CONTENT_COMPRESSED: base64 of raw deflate of the same as JSON. */
  richContentCompressed?: string;
  /** Fieldset CONTENT. */
  contentText?: string;
}

export interface ModerationDetails {
  submittedBy?: string;
  submittedDate?: string;
  status?: ModerationStatus;
  moderatedBy?: string;
  /** Reason for rejection, shown to the writer. A Porchlight extension. */
  rejectionReason?: string;
  moderationDate?: string;
}

/** Writable properties; omitted ones stay, `null` clears them. */
export interface DraftPostInput {
  title?: string | null;
  excerpt?: string | null;
  featured?: boolean | null;
  categoryIds?: string[] | null;
  memberId?: string | null;
  /** A Porchlight extension. */
  authors?: string[] | null;
  hashtags?: string[] | null;
  commentingEnabled?: boolean | null;
  /**
   * Whether only members may read the full text: others get `previewTextParagraph` paragraphs, default none. A
   * Porchlight extension.
   */
  membersOnly?: boolean | null;
  heroImage?: Partial<WireImage> | null;
  tagIds?: string[] | null;
  relatedPostIds?: string[] | null;
  pricingPlanIds?: string[] | null;
  language?: string | null;
  richContent?: RichContent | null;
  /** The same as base64 of raw deflate of its JSON, for long texts. Exclusive with `richContent`. */
  richContentCompressed?: string | null;
  firstPublishedDate?: string | null;
  seoData?: { tags?: unknown[]; settings?: unknown } | null;
  seoSlug?: string | null;
  media?: DraftMedia | null;
  previewTextParagraph?: number | null;
  /** The draft's revision as read: the update fails if the draft has changed since. */
  revision?: string | null;
}

export type CreateDraftPostRequest = {
  body: {
    draftPost: DraftPostInput & { translationId?: string | null };
    publish?: boolean;
    fieldsets?: DraftFieldset[];
    /** A random UUID: a repeat of the call with it returns the draft that was created. A Porchlight extension. */
    idempotencyKey?: string;
  };
};

export type GetDraftPostRequest = {
  params: { draftPostId: string };
  query?: { fieldsets?: (DraftFieldset | CompressedFieldset)[] };
};

export type UpdateDraftPostRequest = {
  params: { draftPostId: string };
  body: {
    draftPost: DraftPostInput;
    action?: DraftAction;
    scheduledPublishDate?: string | null;
    /** Reason for rejection with UPDATE_REJECT, shown to the writer. A Porchlight extension. */
    rejectionReason?: string | null;
    fieldsets?: DraftFieldset[];
    /**
     * A random UUID: a repeat of the call with it succeeds although `revision` is outdated, unless someone else has
     * saved the draft since. A Porchlight extension.
     */
    idempotencyKey?: string;
  };
};

export type DraftPostByIdRequest = { params: { draftPostId: string } };

export type DeleteDraftPostRequest = { params: { draftPostId: string }; query?: { permanent?: boolean } };

export type BulkDeleteDraftPostsRequest = { query: { postIds: string[]; permanent?: boolean } };

export type ListDraftPostsRequest = {
  query?: {
    status?: PostStatus;
    language?: string;
    sort?: DraftSort;
    paging?: { limit?: number; offset?: number; cursor?: string };
    fieldsets?: DraftFieldset[];
  };
};

export type ListDeletedDraftPostsRequest = {
  query?: Omit<NonNullable<ListDraftPostsRequest["query"]>, "status"> & { draftPostIds?: string[] };
};

export interface ListDraftPostsResponse {
  draftPosts: DraftPost[];
  metaData: BlogMetaData;
}

export type QueryDraftPostsRequest = { body: { query?: WireQuery; fieldsets?: DraftFieldset[] } };

export interface QueryDraftPostsResponse {
  draftPosts: DraftPost[];
  pagingMetadata: PagingMetadata;
}

export type BulkCreateDraftPostsRequest = {
  body: {
    draftPosts: CreateDraftPostRequest["body"]["draftPost"][];
    publish?: boolean;
    returnFullEntity?: boolean;
    fieldsets?: DraftFieldset[];
  };
};

export interface MaskedDraftPost {
  draftPost: DraftPostInput & { id: string };
  /** Properties to update: named but omitted ones are cleared. Default: all present ones. */
  fieldMask?: string[];
}

export type BulkUpdateDraftPostsRequest = {
  body: {
    draftPosts: MaskedDraftPost[];
    action?: DraftAction;
    scheduledPublishDate?: string | null;
    rejectionReason?: string | null;
    returnFullEntity?: boolean;
    fieldsets?: DraftFieldset[];
  };
};

export interface BulkDraftPostsResponse {
  results: {
    itemMetadata: {
      id?: string;
      originalIndex: number;
      success: boolean;
      error?: { code: string; description: string; data: Record<string, unknown> };
    };
    item?: DraftPost;
  }[];
  bulkActionMetadata: { totalSuccesses: number; totalFailures: number; undetailedFailures: number };
}
