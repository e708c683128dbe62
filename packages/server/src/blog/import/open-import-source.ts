import { stat } from "node:fs/promises";
import type { ImportFormat, ImportSource as ImportSourceInfo } from "@porchlight/contract/blog/imports/import-job";
import type { BlogContext } from "../blog-context.ts";
import type { ArticleSourceOptions } from "./articles/article-source.ts";
import { fetchFollowingPages, fetchSource, pictureFetcher } from "./feeds/fetch-source.ts";
import { openFeed } from "./feeds/open-feed.ts";
import { reasonOf } from "./folder/list-folder.ts";
import { openMarkdownFolder } from "./folder/open-markdown-folder.ts";
import { openGhost } from "./ghost/open-ghost.ts";
import { type FindOccupied, type ImportSource, ImportSourceError } from "./import-source.ts";
import { isExportFolder, openExportFolder } from "./native/open-export-folder.ts";
import { sniffFormat } from "./sniff-format.ts";
import { needNoUser } from "./source-address.ts";
import { openSourceFile, type SourceFile } from "./source-file.ts";
import { findSlugsOfOtherImports } from "./store/imported-posts-store.ts";
import { openWxr } from "./wordpress/open-wxr.ts";

export interface OpenOptions {
  /** Nothing is fetched that is not needed to read the source. */
  rehearse?: boolean;
}

/**
 * Opens what is at a path of this machine, or at an address.
 *
 * @throws {ImportSourceError} when there is nothing, or nothing that can be imported. @throws {MarkdownFolderError}
 */
export async function openImportSource(
  context: BlogContext,
  source: ImportSourceInfo,
  { rehearse = false }: OpenOptions = {},
): Promise<ImportSource> {
  const { db, site } = context;
  const { place, format, blog, pages, uploads, background } = source;
  needNoUser(place);
  const now = context.now();
  const policy = context.config.outbound ?? {};
  const findOccupied: FindOccupied = (posts) => findSlugsOfOtherImports(db, site.id, site.language, posts);
  const fetchPicture = rehearse ? undefined : pictureFetcher(policy);
  const options = { now, pages, blog, uploads, fetchPicture, findOccupied };
  if (background || /^https?:\/\//i.test(place)) {
    const first = await fetchSource(place, policy);
    return openFile(first, format, options, () => fetchFollowingPages(first, policy));
  }
  if (await isFolder(place)) {
    if (format === "auto" && (await isExportFolder(place))) return openExportFolder(place);
    if (format === "auto" || format === "markdown") return openMarkdownFolder(place, { now, blog, findOccupied });
    throw new ImportSourceError(`"${place}" is a folder, where a file is wanted.`);
  }
  return openFile(await openSourceFile(place), format, options);
}

async function openFile(
  file: SourceFile,
  format: ImportFormat,
  options: ArticleSourceOptions,
  findPages = async () => [file],
): Promise<ImportSource> {
  const found = format === "auto" ? sniffFormat(file) : format;
  switch (found) {
    case "wxr":
      return openWxr(file, options);
    case "rss":
      return openFeed(await findPages(), options);
    case "ghost":
      return openGhost(file, options);
    case "markdown":
      throw new ImportSourceError(`"${file.name}" is a file. Markdown is imported as a folder.`);
  }
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new ImportSourceError(`"${place}" ${reasonOf(error)}.`, { isMissing, cause: error });
  }
}
