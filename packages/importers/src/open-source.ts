import { stat } from "node:fs/promises";
import type { ImportFormat, ImportSource as SourceInfo } from "@porchlight/contract/blog/imports/import-job";
import type { ArticleSourceOptions } from "./articles/article.ts";
import type { ValidateRichContent } from "./exported-record.ts";
import { createImageFetcher, type FetchFile, fetchFollowingPages, fetchSource } from "./feeds/fetch-source.ts";
import { openFeed } from "./feeds/open-feed.ts";
import { openGhost } from "./ghost/open-ghost.ts";
import { describeFileError, type FindOccupied, type ImportSource, ImportSourceError } from "./import-source.ts";
import { openMarkdownFolder } from "./markdown/open-markdown-folder.ts";
import { isExportFolder, openExportFolder } from "./native/open-export-folder.ts";
import { openSourceFile, type SourceFile, sniffFormat } from "./source-file.ts";
import { openWxr } from "./wordpress/open-wxr.ts";

export interface OpenSourceOptions {
  now: Date;
  /** Fetches only what is required to read the source. */
  isDryRun: boolean;
  fetchFile: FetchFile;
  findOccupied: FindOccupied;
  validateRichContent: ValidateRichContent;
  /** Called for each chunk read. */
  onProgress: () => void;
}

/**
 * Opens a local path or a URL. Parsers run in this process: see `openInWorker`.
 *
 * @throws {ImportSourceError} if the source does not exist or cannot be imported. @throws {MarkdownFolderError}
 */
export async function openSource(source: SourceInfo, options: OpenSourceOptions): Promise<ImportSource> {
  const { place, format, blog, pages, uploads, background } = source;
  const { now, isDryRun, fetchFile, findOccupied, validateRichContent, onProgress } = options;
  const fetchImage = isDryRun ? undefined : createImageFetcher(fetchFile);
  const fileOptions = { now, pages, blog, uploads, fetchImage, findOccupied };
  if (background || /^https?:\/\//i.test(place)) {
    const first = await fetchSource(place, fetchFile);
    const findPages = () => fetchFollowingPages(first, fetchFile);
    return openFile(first, format, fileOptions, { onProgress, findPages });
  }
  if (await isFolder(place)) {
    if (format === "auto" && (await isExportFolder(place))) {
      return openExportFolder(place, validateRichContent, onProgress);
    }
    if (format === "auto" || format === "markdown") {
      return openMarkdownFolder(place, { now, blog, findOccupied, onProgress });
    }
    throw new ImportSourceError(`"${place}" is a folder; this format is imported from a file.`);
  }
  return openFile(await openSourceFile(place), format, fileOptions, { onProgress });
}

async function openFile(
  source: SourceFile,
  format: ImportFormat,
  options: ArticleSourceOptions,
  { onProgress, findPages = async () => [source] }: { onProgress: () => void; findPages?: () => Promise<SourceFile[]> },
): Promise<ImportSource> {
  const file = withProgress(source, onProgress);
  const detected = format === "auto" ? sniffFormat(file) : format;
  switch (detected) {
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
      for await (const chunk of file.read()) {
        onProgress();
        yield chunk;
      }
    },
  };
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    throw new ImportSourceError(`"${path}" ${describeFileError(error)}.`, { isMissing, cause: error });
  }
}
