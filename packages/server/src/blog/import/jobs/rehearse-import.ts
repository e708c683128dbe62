import type { ImportSource } from "@porchlight/contract/blog/imports/import-job";
import type { OpenedSource } from "@porchlight/importers/worker/open-in-worker";
import type { Caller } from "../../../platform/context/caller.ts";
import { createDryRunStore } from "../../../platform/storage/file-store.ts";
import type { BlogContext } from "../../blog-context.ts";
import { openImportSource } from "../open-import-source.ts";
import { countContents, type ImportContents } from "../store/count-contents.ts";
import { type ImportOutcome, importPosts } from "../store/import-posts.ts";

/** Options of {@link rehearseImport}. */
export interface RehearsalOptions {
  /** Called before the first entry with the number of entries. */
  onStart?: (total: number) => void;
  onProgress?: (done: number) => void;
  /** Called after each request to a website with the number of requests. */
  onFetch?: (count: number) => void;
}

/** What an import would store. Dispose it to close its source. */
export interface ImportRehearsal extends ImportOutcome, AsyncDisposable {
  contents: ImportContents;
  /** For `runImport`, which then does not read it again. */
  source: OpenedSource;
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
  { onStart, onProgress, onFetch }: RehearsalOptions = {},
): Promise<ImportRehearsal> {
  const opened = await openImportSource(context, source, { onFetch });
  try {
    onStart?.(opened.total);
    const counted = countContents(opened.entries(createDryRunStore(context.media), { isDryRun: true }));
    const outcome = await importPosts(context, caller, counted.entries, {
      dryRun: true,
      overwrite: source.overwrite,
      ...(onProgress && { onProgress }),
    });
    return {
      ...outcome,
      contents: counted.contents(),
      source: opened,
      [Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
    };
  } catch (error) {
    await opened[Symbol.asyncDispose]();
    throw error;
  }
}
