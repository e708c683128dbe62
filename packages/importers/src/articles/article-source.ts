import { createBlogImages, type FetchImage, type ImageImporter } from "../images/image-importer.ts";
import type { FindOccupied, ImageStore } from "../import-source.ts";

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
