import { stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ImportFormat, ImportSource as SourceInfo } from "@porchlight/contract/blog/imports/import-job";
import { unpackZip } from "./archive/unpack-zip.ts";
import type { ArticleSourceOptions } from "./articles/article.ts";
import type { ValidateRichContent } from "./exported-record.ts";
import {
  createImageFetcher,
  type FetchedSource,
  type FetchFile,
  fetchFollowingPages,
  findFeed,
  getFile,
  isPage,
} from "./feeds/fetch-source.ts";
import { openFeed } from "./feeds/open-feed.ts";
import { listFolder } from "./folder/list-folder.ts";
import { hasMarkdown } from "./folder/read-markdown-folder.ts";
import { openGhost } from "./ghost/open-ghost.ts";
import { describeFileError, type FindOccupied, type ImportSource, ImportSourceError } from "./import-source.ts";
import { openMarkdownFolder } from "./markdown/open-markdown-folder.ts";
import { isExportFolder, openExportFolder } from "./native/open-export-folder.ts";
import { isZip, openSourceFile, type SourceFile, sniffFormat } from "./source-file.ts";
import { openWxr } from "./wordpress/open-wxr.ts";

/** An uploaded file on this machine. Its source has the name that it was uploaded with. */
export interface UploadedFile {
  path: string;
  /** An empty folder for the contents of an archive. */
  folder: string;
}

export interface OpenSourceOptions {
  now: Date;
  /** The file of a source that was uploaded. */
  file?: UploadedFile | undefined;
  fetchFile: FetchFile;
  findOccupied: FindOccupied;
  validateRichContent: ValidateRichContent;
  /** Called for each chunk read. */
  onProgress: () => void;
  /** Called after each request to a website with the number of requests. */
  onFetch?: (count: number) => void;
}

/**
 * Opens a local path or a URL. Parsers run in this process: see `openInWorker`.
 *
 * @throws {ImportSourceError} if the source does not exist or cannot be imported. @throws {MarkdownFolderError}
 */
export async function openSource(source: SourceInfo, options: OpenSourceOptions): Promise<ImportSource> {
  const { place, format, blog, pages, uploads, background } = source;
  const { now, fetchFile, findOccupied, validateRichContent, onProgress } = options;
  const fileOptions = { now, pages, blog, uploads, fetchImage: createImageFetcher(fetchFile), findOccupied };
  if (options.file) {
    const uploaded = { ...(await openSourceFile(options.file.path)), name: place, location: place };
    if (!isZip(uploaded)) return openFile(uploaded, format, fileOptions, { onProgress });
    await unpackZip({ path: options.file.path, name: place }, options.file.folder, onProgress);
    return openUnpacked({ folder: options.file.folder, name: place }, format, fileOptions, options);
  }
  if (background || /^https?:\/\//i.test(place)) {
    if (format === "site") return openWebsite(source, undefined, options);
    const named = await getFile(place, fetchFile);
    // A server that was given the address of a page imports the feed that it names.
    if (isPage(named.head) && !background && format === "auto") return openWebsite(source, named, options);
    const first = await findFeed(named, fetchFile);
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

/**
 * Opens a website, within its robots.txt and a rate.
 *
 * @param fetched Its home page, if it was fetched to find out what it is.
 */
async function openWebsite(
  { place, pages, blog, uploads, maxPages, rate }: SourceInfo,
  fetched: FetchedSource | undefined,
  { now, fetchFile, findOccupied, onFetch }: OpenSourceOptions,
): Promise<ImportSource> {
  // Other imports do not wait for a DOM to load.
  const { createRateLimitedFetch, openSite } = await import("./site/open-site.ts");
  const polite = createRateLimitedFetch(fetchFile, { intervalMs: rate === undefined ? undefined : 1_000 / rate });
  const first = fetched ?? (await getFile(place, polite.fetchFile));
  if (!isPage(first.head)) throw new ImportSourceError(`"${place}" is not an HTML page.`);
  const reason = await polite.checkRobots(first.location);
  if (reason !== undefined) throw new ImportSourceError(`"${place}" cannot be read. ${reason}`);
  return openSite(first, {
    now,
    pages,
    blog,
    uploads,
    fetchImage: createImageFetcher(polite.fetchFile),
    findOccupied,
    polite,
    ...(maxPages !== undefined && { limits: { maxPages } }),
    ...(onFetch && { onFetch }),
  });
}

/** Files that can be an export of WordPress or Ghost, or a feed. */
const exportName = /\.(?:xml|json)$/i;
const uploadsFolder = /(?:^|\/)(?:wp-content\/uploads|content\/images)$/;

/** Opens what an archive contains: a site in Markdown, an export of Porchlight, or one export of another system. */
async function openUnpacked(
  { folder, name }: { folder: string; name: string },
  format: ImportFormat,
  fileOptions: ArticleSourceOptions,
  { now, findOccupied, validateRichContent, onProgress }: OpenSourceOptions,
): Promise<ImportSource> {
  const { listing } = await listFolder(folder);
  const files = [...listing.files];
  if (format === "auto") {
    const own = files.find((file) => basename(file) === "posts.jsonl");
    if (own !== undefined) return openExportFolder(join(folder, dirname(own)), validateRichContent, onProgress);
  }
  if (format === "markdown" || (format === "auto" && hasMarkdown(listing))) {
    return openMarkdownFolder(folder, {
      now,
      blog: fileOptions.blog,
      folderName: name.replace(/(?: ?\(\d+\))?\.\w+$/, ""),
      findOccupied,
      onProgress,
    });
  }
  const found: SourceFile[] = [];
  for (const path of files.filter((file) => exportName.test(file))) {
    const file = { ...(await openSourceFile(join(folder, path))), name: path, location: `${name}/${path}` };
    if (format !== "auto" || isExport(file)) found.push(file);
  }
  const [first, second] = found;
  if (!first)
    throw new ImportSourceError(
      `"${name}" contains no blog: neither Markdown files nor an export of WordPress (XML) or Ghost (JSON).`,
    );
  if (second)
    throw new ImportSourceError(
      `"${name}" contains several exports, such as "${first.name}" and "${second.name}". Unpack it, and import them one after the other.`,
    );
  const uploads = [...listing.folders].find((path) => uploadsFolder.test(path));
  const options = uploads === undefined ? fileOptions : { ...fileOptions, uploads: join(folder, uploads) };
  return openFile(first, format, options, { onProgress });
}

function isExport(file: SourceFile): boolean {
  try {
    return sniffFormat(file) !== "rss";
  } catch {
    return false;
  }
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
    case "site":
      throw new ImportSourceError(`"${file.name}" is a file. To import a website, pass its URL.`);
    case "markdown":
      throw new ImportSourceError(`"${file.name}" is a file. Markdown is imported as a folder, or as a ZIP file.`);
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
