import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { createBlogImages, type FetchImage, type ImageImporter } from "../images/image-importer.ts";
import type { ImportedComment, ImportedPost } from "../import-entry.ts";
import type { FindOccupied, ImageStore } from "../import-source.ts";

/** What the plan for slugs and links needs of every article before the first one is converted. */
export interface ArticleHead {
  key: string;
  wantedSlug: string;
  date: Date;
  /** Whether it is a page. */
  isPage?: true | undefined;
  /** Addresses of the article, absolute or as paths. The current one is first. */
  addresses: string[];
}

/** A post as another system exports it. */
export interface Article extends ArticleHead {
  title: string;
  html: string;
  excerpt?: string;
  /** Whether `html` may be only the beginning of the text. */
  isSummary?: boolean;
  changed?: Date;
  authors: string[];
  categories: { label: string; slug?: string }[];
  tagLabels: string[];
  /** Descriptions and pictures of tags. */
  tagDetails?: { label: string; description?: string; image?: string }[];
  cover?: { url: string; altText?: string | undefined };
  status: NonNullable<ImportedPost["status"]>;
  isUndated?: true | undefined;
  pinned?: boolean;
  featured?: boolean;
  comments?: ImportedComment[];
  /** Position in the source. */
  file: string;
  line?: number;
  /** What could not be imported. */
  notes: ImportNote[];
}

/** Options of the readers of other systems' exports. */
export interface ArticleSourceOptions {
  now: Date;
  /** Whether pages are imported. Default: true. */
  pages?: boolean | undefined;
  /** Name of the blog. Default: its address. */
  blog?: string | undefined;
  /** Folder of the blog's files. Default: they are fetched. */
  uploads?: string | undefined;
  fetchImage?: FetchImage | undefined;
  findOccupied?: FindOccupied | undefined;
}

/** The importer of a blog's images; undefined if they stay where they are, and in a dry run, which fetches none. */
export function imagesOf(store: ImageStore, { uploads, fetchImage }: ArticleSourceOptions): ImageImporter | undefined {
  const fetch = store.isDryRun ? undefined : fetchImage;
  return uploads === undefined && !fetch ? undefined : createBlogImages(store, uploads, fetch);
}
