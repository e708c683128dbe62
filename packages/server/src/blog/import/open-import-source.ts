import { stat } from "node:fs/promises";
import type { ImportFormat } from "@porchlight/contract/blog/imports/import-job";
import type { ArticleSourceOptions } from "./articles/article-source.ts";
import { fetchFollowingPages, fetchSource, pictureFetcher } from "./feeds/fetch-source.ts";
import { openFeed } from "./feeds/open-feed.ts";
import { reasonOf } from "./folder/list-folder.ts";
import { openMarkdownFolder } from "./folder/open-markdown-folder.ts";
import { openGhost } from "./ghost/open-ghost.ts";
import { type FindOccupied, type ImportSource, ImportSourceError } from "./import-source.ts";
import { isExportFolder, openExportFolder } from "./native/open-export-folder.ts";
import { sniffFormat } from "./sniff-format.ts";
import { openSourceFile, type SourceFile } from "./source-file.ts";
import { openWxr } from "./wordpress/open-wxr.ts";
import type { ReadRequest } from "./worker/messages.ts";

export interface SourceHost {
  findOccupied: FindOccupied;
  /** Called for each chunk read. */
  onProgress: () => void;
}

/**
 * Opens a local path or a URL. Parsers run in this process: see `openImportSource`.
 *
 * @throws {ImportSourceError} when there is nothing, or nothing that can be imported. @throws {MarkdownFolderError}
 */
export async function openSource(
  { source, now, policy, rehearse }: ReadRequest,
  { findOccupied, onProgress }: SourceHost,
): Promise<ImportSource> {
  const { place, format, blog, pages, uploads, background } = source;
  const fetchPicture = rehearse ? undefined : pictureFetcher(policy);
  const options = { now, pages, blog, uploads, fetchPicture, findOccupied };
  if (background || /^https?:\/\//i.test(place)) {
    const first = await fetchSource(place, policy);
    const findPages = () => fetchFollowingPages(first, policy);
    return openFile(first, format, options, { onProgress, findPages });
  }
  if (await isFolder(place)) {
    if (format === "auto" && (await isExportFolder(place))) return openExportFolder(place, onProgress);
    if (format === "auto" || format === "markdown")
      return openMarkdownFolder(place, { now, blog, findOccupied, onProgress });
    throw new ImportSourceError(`"${place}" is a folder, where a file is wanted.`);
  }
  return openFile(await openSourceFile(place), format, options, { onProgress });
}

async function openFile(
  source: SourceFile,
  format: ImportFormat,
  options: ArticleSourceOptions,
  { onProgress, findPages = async () => [source] }: { onProgress: () => void; findPages?: () => Promise<SourceFile[]> },
): Promise<ImportSource> {
  const file = withProgress(source, onProgress);
  const found = format === "auto" ? sniffFormat(file) : format;
  switch (found) {
    case "wxr":
      return openWxr(file, options);
    case "rss":
      return openFeed(
        (await findPages()).map((page) => withProgress(page, onProgress)),
        options,
      );
    case "ghost":
      return openGhost(file, options);
    case "markdown":
      throw new ImportSourceError(`"${file.name}" is a file. Markdown is imported as a folder.`);
  }
}

function withProgress(file: SourceFile, onProgress: () => void): SourceFile {
  return {
    ...file,
    async *read() {
      for await (const piece of file.read()) {
        onProgress();
        yield piece;
      }
    },
  };
}

async function isFolder(place: string): Promise<boolean> {
  try {
    return (await stat(place)).isDirectory();
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new ImportSourceError(`"${place}" ${reasonOf(error)}.`, { isMissing, cause: error });
  }
}
