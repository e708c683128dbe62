import type {
  BulkDraftPostsResponse as WireBulkAnswer,
  DraftMedia as WireDraftMedia,
  DraftPost as WireDraftPost,
  DraftPostInput as WireDraftPostInput,
} from "@porchlight/contract/blog/drafts/draft-post";

export type {
  DraftAction,
  DraftFieldset,
  DraftOrigin,
  DraftSort,
  ModerationStatus,
} from "@porchlight/contract/blog/drafts/draft-values";

/** `wixMedia.image`: `wix:image://v1/{id}/{name}#originWidth={pixels}&originHeight={pixels}`. */
export type DraftMedia = Omit<WireDraftMedia, "wixMedia"> & { wixMedia?: { image?: string; videoV2?: string } };

type WireModeration = NonNullable<WireDraftPost["moderationDetails"]>;

/**
 * A post as seen by its writers. Parts of a fieldset are present if it was requested. Source: entities.md, DraftPost.
 */
export type DraftPost = Omit<
  WireDraftPost,
  | "id"
  | "createdDate"
  | "editedDate"
  | "firstPublishedDate"
  | "scheduledPublishDate"
  | "heroImage"
  | "media"
  | "url"
  | "richContentCompressed"
  | "moderationDetails"
> & {
  _id: string;
  _createdDate: Date;
  editedDate: Date;
  firstPublishedDate?: Date;
  scheduledPublishDate?: Date;
  /** `wix:image://…`, or a URL of another site. */
  heroImage?: string;
  media?: DraftMedia;
  /** Fieldset URL. */
  url?: string;
  /** Fieldset RICH_CONTENT_COMPRESSED; `decompressRichContent` reads it. */
  richContentCompressed?: Uint8Array;
  moderationDetails?: Omit<WireModeration, "submittedDate" | "moderationDate"> & {
    submittedDate?: Date;
    moderationDate?: Date;
  };
};

/**
 * Writable properties. Server-managed ones, as in a draft that was read, are ignored, except `revision`, which prevents
 * overwriting concurrent changes.
 */
export type DraftPostInput = Omit<
  WireDraftPostInput,
  "heroImage" | "media" | "firstPublishedDate" | "richContentCompressed"
> & {
  /** The content as raw deflate of its JSON, as from `compressRichContent`, instead of `richContent`. */
  richContentCompressed?: Uint8Array | null;
  heroImage?: string | null;
  media?: DraftMedia | null;
  firstPublishedDate?: Date | string | null;
};

type WireResult = WireBulkAnswer["results"][number];

/** Results of a bulk call, in the order of the drafts. */
export type BulkDraftPosts = Omit<WireBulkAnswer, "results"> & {
  results: { itemMetadata: Omit<WireResult["itemMetadata"], "id"> & { _id?: string }; item?: DraftPost }[];
};

/** Fields for filters and sorting in queries of drafts. Source: entities.md, DraftPost. */
export interface DraftPostQueryFields {
  _id: string;
  _createdDate: Date;
  title: string;
  excerpt: string;
  slug: string;
  seoSlug: string;
  language: string;
  memberId: string;
  /** Names that readers see. */
  authors: string[];
  translationId: string;
  status: string;
  changeOrigin: string;
  editedDate: Date;
  firstPublishedDate: Date;
  lastPublishedDate: Date;
  scheduledPublishDate: Date;
  featured: boolean;
  pinned: boolean;
  membersOnly: boolean;
  commentingEnabled: boolean;
  hasUnpublishedChanges: boolean;
  minutesToRead: number;
  hashtags: string[];
  categoryIds: string[];
  tagIds: string[];
  relatedPostIds: string[];
  pricingPlanIds: string[];
}
