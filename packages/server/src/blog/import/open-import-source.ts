import type { ImportSource as SourceInfo } from "@porchlight/contract/blog/imports/import-job";
import type { UploadedFile } from "@porchlight/importers/open-source";
import { type OpenedSource, openInWorker, type ReadLimits } from "@porchlight/importers/worker/open-in-worker";
import type { BlogContext } from "../blog-context.ts";
import { findSlugsOfOtherImports } from "./store/imported-posts-store.ts";

export interface OpenOptions {
  limits?: ReadLimits;
  /** The file of a source that was uploaded. */
  file?: UploadedFile | undefined;
  /** Ends the process. */
  signal?: AbortSignal;
  /** Called after each request to a website with the number of requests. */
  onFetch?: ((count: number) => void) | undefined;
}

/**
 * Opens a local path or a URL in a separate process. Dispose the source to end the process.
 *
 * @throws {ImportSourceError} if the source does not exist, cannot be imported, or exceeds the limits; also from
 * `entries`.
 * @throws {MarkdownFolderError}
 */
export function openImportSource(
  { db, site, config, now }: BlogContext,
  source: SourceInfo,
  { limits, file, signal, onFetch }: OpenOptions = {},
): Promise<OpenedSource> {
  return openInWorker(
    { source, file, now: now(), fetchPolicy: { ...config.outbound } },
    {
      program: new URL("./import-worker.ts", import.meta.url),
      findOccupied: (posts) => findSlugsOfOtherImports(db, site.id, site.language, posts),
      limits,
      signal,
      onFetch,
    },
  );
}
