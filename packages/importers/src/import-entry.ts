import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import type { WireImage } from "@porchlight/contract/blog/posts/post";
import type { RichContent } from "@porchlight/contract/blog/rich-content/rich-content";
import type { ExportedRecord, ExportedTerms } from "./exported-record.ts";

/** What an importer yields. */
export type ImportEntry =
  | PostEntry
  | RecordEntry
  /** A part of the source that is left out. */
  | { kind: "skipped"; note: ImportNote }
  /** A note that concerns no single post. */
  | { kind: "note"; note: ImportNote };

/** A post with the notes about it. `file` is its path within the imported folder. */
export type PostEntry = { kind: "post"; file: string } & ConvertedPost;

export interface ConvertedPost {
  post: ImportedPost;
  /** What could not be imported, by line. */
  report: ImportNote[];
  /** Images that were new to the image store. */
  newImages: number;
  /** Ids of the stored images that the post shows. */
  pictures: string[];
}

/** A line of Porchlight's own export. */
export interface RecordEntry {
  kind: "record";
  file: string;
  line: number;
  record: ExportedRecord;
  /** The categories and tags of a post, by their ids in the export. */
  terms: ExportedTerms;
  report: ImportNote[];
  newImages: number;
  pictures: string[];
}

/** Identifies a post of one blog among the posts of all. */
export interface SourceOfPost {
  /** The same at every import of the same post, whatever its text. */
  sourceKey: string;
  /** The blog of the post: its address without the scheme, a name, or `file:` and the folder. */
  sourceBlog: string;
  firstPublishedDate: Date;
}

/** A post to be stored. */
export interface ImportedPost extends SourceOfPost {
  slug: string;
  title: string;
  /** Absent if unknown. */
  lastPublishedDate?: Date;
  authors: string[];
  /**
   * Paths at which the source had the post, such as `/2020/07/16/Rust-1.45.0`, `/2020/07/16/Rust-1.45.0.html` and
   * `/releases/1.45.0`, in the form of `normalizeLegacyPath`. The first is its own address.
   */
  aliases: string[];
  categories: { label: string; slug: string }[];
  tagLabels: string[];
  /** Details of the tags, for those that are new. */
  tagDetails?: TagDetails[];
  /** Stored, with an address relative to the server's; or on another site, with neither id nor size. */
  heroImage?: WireImage;
  richContent: RichContent;
  contentText: string;
  excerpt: string;
  minutesToRead: number;
  /** Default: `PUBLISHED`. */
  status?: "PUBLISHED" | "UNPUBLISHED" | "SCHEDULED" | "IN_REVIEW";
  /** The post was never published: its date is when it was written or will be published. */
  isUndated?: true;
  pinned?: boolean;
  featured?: boolean;
  /** Whether it becomes a page of the site. */
  isPage?: true;
  hashtags?: string[];
  /** Stored as data. */
  comments?: ImportedComment[];
}

/** The description and cover image of a tag. */
export interface TagDetails {
  label: string;
  description?: string;
  coverImage?: WireImage;
}

/** A comment of the source. IP addresses of commenters are not imported. */
export interface ImportedComment {
  /** In the source. */
  id: string;
  /** The comment that this one replies to. */
  parentId?: string;
  author: string;
  email?: string;
  url?: string;
  /** ISO 8601. */
  date: string;
  text: string;
  status: "APPROVED" | "PENDING" | "SPAM" | "TRASH";
}
