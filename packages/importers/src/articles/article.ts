import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import type { ImportedComment, ImportedPost } from "../import-entry.ts";

/** What has to be known of all articles before the first one is converted: they decide together about slugs and links. */
export interface ArticleHead {
  key: string;
  wantedSlug: string;
  date: Date;
  /** Addresses at which it was: absolute ones, or paths. Its own first. */
  addresses: string[];
}

/** A post of another system, as it exports it. */
export interface Article extends ArticleHead {
  title: string;
  html: string;
  excerpt?: string;
  changed?: Date;
  authors: string[];
  categories: { label: string; slug?: string }[];
  tagLabels: string[];
  cover?: { url: string; altText?: string | undefined };
  status: NonNullable<ImportedPost["status"]>;
  isUndated?: true | undefined;
  pinned?: boolean;
  featured?: boolean;
  comments?: ImportedComment[];
  /** Where it stands in the source. */
  file: string;
  line?: number;
  /** What its reader could not carry over. */
  notes: ImportNote[];
}
