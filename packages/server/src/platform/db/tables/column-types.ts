import type { DraftMedia } from "@porchlight/contract/blog/drafts/draft-post";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import type {
  CollectionField,
  CollectionPlugin,
  CollectionViewSettings,
  DataCollection,
} from "@porchlight/contract/data/collections/collection";
import type { ColumnType, JSONColumnType } from "kysely";

/** A member's photo as it is kept. */
export interface MemberPhoto {
  /** Of its file in the media folder. */
  id: string;
  width: number;
  height: number;
}

/** New values of a post's columns, by name: what `posts.edits` holds. */
export interface PostChange {
  title?: string;
  slug?: string;
  seo_slug?: string | null;
  language?: string;
  excerpt?: string;
  own_excerpt?: boolean;
  content_text?: string;
  minutes_to_read?: number;
  featured?: boolean;
  commenting_enabled?: boolean;
  member_id?: string | null;
  hashtags?: string[];
  hero_image?: WireImage | null;
  media?: DraftMedia | null;
  seo_data?: { tags: unknown[]; settings?: unknown };
  /** ISO 8601. */
  first_published_at?: string | null;
  related_post_ids?: string[];
  pricing_plan_ids?: string[];
  preview_text_paragraph?: number | null;
  category_ids?: string[];
  tag_ids?: string[];
  members_only?: boolean;
}

/** What of a collection is kept as it came. */
export interface CollectionDefinition {
  fields: CollectionField[];
  plugins: CollectionPlugin[];
  defaultDisplayOrder?: DataCollection["defaultDisplayOrder"];
  view?: CollectionViewSettings;
}

/** What was found out about a file of items. */
export type FileLayout =
  | { format: "CSV"; separator: string; header: string[] }
  /** `isList`: the items stand in one list, rather than on lines of their own. */
  | { format: "JSON"; isList: boolean };

/** JSON goes in as text and comes out parsed. */
export type Json<Value extends object> = JSONColumnType<Value, string, string>;
/** Set by the database when left out. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>;
export type Nullable<Value> = Value | null;
