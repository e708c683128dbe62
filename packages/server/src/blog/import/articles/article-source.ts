import type { MediaStore } from "../../../platform/storage/file-store.ts";
import type { FindOccupied } from "../import-source.ts";
import { createPictureShelf, type FetchPicture, type PictureShelf } from "./image-store.ts";

/** How the export of another system is read. */
export interface ArticleSourceOptions {
  now: Date;
  /** Pages become posts, too. */
  pages?: boolean | undefined;
  /** What the blog is called, where its address does not tell it. */
  blog?: string | undefined;
  /** Folder of the blog's files; without it they are fetched from where they were. */
  uploads?: string | undefined;
  /** Absent in a rehearsal, which asks nobody for anything. */
  fetchPicture?: FetchPicture | undefined;
  findOccupied?: FindOccupied | undefined;
}

/** Where pictures come from; absent where they stay where they are. */
export function shelfOf(media: MediaStore, { uploads, fetchPicture }: ArticleSourceOptions): PictureShelf | undefined {
  return uploads === undefined && !fetchPicture ? undefined : createPictureShelf(media, uploads, fetchPicture);
}
