import type { ImportSource } from "@porchlight/contract/blog/imports/import-job";
import type { Caller } from "../../../platform/context/caller.ts";
import { createDryRunStore } from "../../../platform/storage/file-store.ts";
import type { BlogContext } from "../../blog-context.ts";
import { openImportSource } from "../open-import-source.ts";
import { type ImportOutcome, importPosts } from "../store/import-posts.ts";

/** Options of {@link rehearseImport}. */
export interface RehearsalOptions {
  /** Called before the first entry with the number of entries. */
  onStart?: (total: number) => void;
  onProgress?: (done: number) => void;
}

/**
 * Reads and compares everything that an import would store, and changes nothing.
 *
 * @throws {Refusal} `NOT_ALLOWED`. @throws {ImportSourceError} @throws {MarkdownFolderError}
 */
export async function rehearseImport(
  context: BlogContext,
  caller: Caller,
  source: ImportSource,
  { onStart, onProgress }: RehearsalOptions = {},
): Promise<ImportOutcome> {
  await using opened = await openImportSource(context, source, { isDryRun: true });
  onStart?.(opened.total);
  const entries = opened.entries(createDryRunStore(context.media));
  // Awaited here, because the source is disposed on return.
  return await importPosts(context, caller, entries, { dryRun: true, ...(onProgress && { onProgress }) });
}
