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

/** A post as its writers see it. Parts named by a fieldset are there when that fieldset was asked for. Source: entities.md, DraftPost. */
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
  /** `wix:image://…`, or an address of another site. */
  heroImage?: string;
  media?: DraftMedia;
  /** Fieldset URL. */
  url?: string;
  /** Fieldset RICH_CONTENT_COMPRESSED; `expandRichContent` reads it. */
  richContentCompressed?: Uint8Array;
  moderationDetails?: Omit<WireModeration, "submittedDate" | "moderationDate"> & {
    submittedDate?: Date;
    moderationDate?: Date;
  };
};

/**
 * What writers settle. Members that the server settles may come along, as in a draft that was read, and are passed over; but for
 * `revision`, which keeps an update from overwriting somebody else's.
 */
export type DraftPostInput = Omit<
  WireDraftPostInput,
  "heroImage" | "media" | "firstPublishedDate" | "richContentCompressed"
> & {
  /** The text as raw deflate of its JSON, as `compressRichContent` makes it, in place of `richContent`. */
  richContentCompressed?: Uint8Array | null;
  heroImage?: string | null;
  media?: DraftMedia | null;
  firstPublishedDate?: Date | string | null;
};

type WireResult = WireBulkAnswer["results"][number];

/** What became of each of many drafts, in their order. */
export type BulkDraftPosts = Omit<WireBulkAnswer, "results"> & {
  results: { itemMetadata: Omit<WireResult["itemMetadata"], "id"> & { _id?: string }; item?: DraftPost }[];
};

/** Fields that a query of drafts may filter and sort by. Source: entities.md, DraftPost. */
export interface DraftPostQueryFields {
  _id: string;
  _createdDate: Date;
  title: string;
  excerpt: string;
  slug: string;
  seoSlug: string;
  language: string;
  memberId: string;
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
