import type { ImportNote } from "@porchlight/contract/blog/imports/import-job";
import { createBlogImages, type FetchImage, type ImageImporter } from "../images/image-importer.ts";
import type { ImportedComment, ImportedPost } from "../import-entry.ts";
import type { FindOccupied, ImageStore } from "../import-source.ts";

/** What the plan for slugs and links needs of every article before the first one is converted. */
export interface ArticleHead {
  key: string;
  wantedSlug: string;
  date: Date;
  /** Addresses of the article, absolute or as paths. The current one is first. */
  addresses: string[];
}

/** A post as another system exports it. */
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
  /** Position in the source. */
  file: string;
  line?: number;
  /** What could not be imported. */
  notes: ImportNote[];
}

/** Options of the readers of other systems' exports. */
export interface ArticleSourceOptions {
  now: Date;
  /** Whether pages become posts. Default: false. */
  pages?: boolean | undefined;
  /** Name of the blog. Default: its address. */
  blog?: string | undefined;
  /** Folder of the blog's files. Default: they are fetched. */
  uploads?: string | undefined;
  /** Absent in a dry run, which fetches no images. */
  fetchImage?: FetchImage | undefined;
  findOccupied?: FindOccupied | undefined;
}

/** The importer of a blog's images; undefined if they stay where they are. */
export function imagesOf(store: ImageStore, { uploads, fetchImage }: ArticleSourceOptions): ImageImporter | undefined {
  return uploads === undefined && !fetchImage ? undefined : createBlogImages(store, uploads, fetchImage);
}
