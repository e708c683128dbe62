import type { DraftMedia } from "@porchlight/contract/blog/drafts/draft-post";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import type {
  CollectionField,
  CollectionPlugin,
  CollectionViewSettings,
  DataCollection,
} from "@porchlight/contract/data/collections/collection";
import type { ColumnType, JSONColumnType } from "kysely";

export interface MemberPhoto {
  /** Id in the media store. */
  id: string;
  width: number;
  height: number;
}

/** Unpublished values of a post's columns, stored in `posts.edits`. */
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
  authors?: string[];
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

/** Parts of a collection that are stored as JSON. */
export interface CollectionDefinition {
  fields: CollectionField[];
  plugins: CollectionPlugin[];
  defaultDisplayOrder?: DataCollection["defaultDisplayOrder"];
  view?: CollectionViewSettings;
}

/** Detected format of an import file. */
export type FileLayout =
  | { format: "CSV"; separator: string; header: string[] }
  /** `isList`: one array instead of an item per line. */
  | { format: "JSON"; isList: boolean };

/** JSON is written as text and read as a value. */
export type Json<Value extends object> = JSONColumnType<Value, string, string>;
/** Defaults to the current time. */
export type Timestamp = ColumnType<Date, Date | undefined, Date>;
export type Nullable<Value> = Value | null;
