import type { ImportSource as SourceInfo } from "@porchlight/contract/blog/imports/import-job";
import { type OpenedSource, openInWorker, type ReadLimits } from "@porchlight/importers/worker/open-in-worker";
import type { BlogContext } from "../blog-context.ts";
import { findSlugsOfOtherImports } from "./store/imported-posts-store.ts";

export interface OpenOptions {
  /** Fetches only what is required to read the source. Default: false. */
  isDryRun?: boolean;
  limits?: ReadLimits;
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
  { isDryRun = false, limits }: OpenOptions = {},
): Promise<OpenedSource> {
  return openInWorker(
    { source, now: now(), fetchPolicy: { ...config.outbound }, isDryRun },
    {
      program: new URL("./import-worker.ts", import.meta.url),
      findOccupied: (posts) => findSlugsOfOtherImports(db, site.id, site.language, posts),
      limits,
    },
  );
}
