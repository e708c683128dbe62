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

/** What stands for a post in lists and above it. */
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

/** A post as its writers see it: with what is not public yet. Source: entities.md, DraftPost. */
export interface DraftPost {
  id: string;
  title: string;
  /** Its own, or with the fieldset GENERATED_EXCERPT the beginning of the text. */
  excerpt?: string;
  slug: string;
  /** As it was asked for; the slug follows the title without it. */
  seoSlug?: string;
  featured: boolean;
  pinned: boolean;
  categoryIds: string[];
  tagIds: string[];
  hashtags: string[];
  relatedPostIds: string[];
  pricingPlanIds: string[];
  commentingEnabled: boolean;
  /** Whether only members may read the whole of it. An addition of Porchlight. */
  membersOnly: boolean;
  minutesToRead: number;
  language: string;
  memberId?: string;
  translationId?: string;
  heroImage?: WireImage;
  media?: DraftMedia;
  previewTextParagraph?: number;
  seoData: { tags: unknown[]; settings?: unknown };
  status: PostStatus;
  /** Whether a published post has been changed and the changes are not published. */
  hasUnpublishedChanges: boolean;
  /** Moves with every change. Sent back with an update it keeps that from overwriting somebody else's. An addition of Porchlight. */
  revision: string;
  changeOrigin: DraftOrigin;
  moderationDetails?: ModerationDetails;
  /** ISO 8601, UTC, as all dates here. */
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
  /** What the writer is told of a refusal. An addition of Porchlight. */
  rejectionReason?: string;
  moderationDate?: string;
}

/** What writers settle; what is left out stays as it is, `null` takes it away. */
export interface DraftPostInput {
  title?: string | null;
  excerpt?: string | null;
  featured?: boolean | null;
  categoryIds?: string[] | null;
  memberId?: string | null;
  hashtags?: string[] | null;
  commentingEnabled?: boolean | null;
  /** Whether only members may read the whole: everyone else gets `previewTextParagraph` paragraphs, none unless given. An addition of Porchlight. */
  membersOnly?: boolean | null;
  heroImage?: Partial<WireImage> | null;
  tagIds?: string[] | null;
  relatedPostIds?: string[] | null;
  pricingPlanIds?: string[] | null;
  language?: string | null;
  richContent?: RichContent | null;
  /** The same as base64 of raw deflate of its JSON, for long texts; not both. */
  richContentCompressed?: string | null;
  firstPublishedDate?: string | null;
  seoData?: { tags?: unknown[]; settings?: unknown } | null;
  seoSlug?: string | null;
  media?: DraftMedia | null;
  previewTextParagraph?: number | null;
  /** Of the draft as it was read: the update is refused when somebody else was quicker. */
  revision?: string | null;
}

export type CreateDraftPostRequest = {
  body: {
    draftPost: DraftPostInput & { translationId?: string | null };
    publish?: boolean;
    fieldsets?: DraftFieldset[];
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
    /** What the writer is told when UPDATE_REJECT refuses the post. An addition of Porchlight. */
    rejectionReason?: string | null;
    fieldsets?: DraftFieldset[];
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
  /** Members that count: one that is named and left out is taken away. All that are there unless given. */
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
