import type { ImportCounts, ImportNote } from "@porchlight/contract/blog/imports/import-job";
import type { ImportEntry } from "@porchlight/importers/import-entry";
import type { Transaction } from "kysely";
import type { Caller } from "../../../platform/context/caller.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { requireOwner } from "../../../platform/identity/require-editor.ts";
import type { BlogContext } from "../../blog-context.ts";
import { lockImports } from "./imported-posts-store.ts";
import { type ImportJournal, storeEntries } from "./store-entries.ts";

export type { ImportCounts };

/** Options of {@link importPosts}. */
export interface ImportOptions {
  /** Whether to compare everything and change nothing. */
  dryRun?: boolean;
  /** Whether posts and pages that were edited on this site are changed, too. Default: false. */
  overwrite?: boolean | undefined;
  /** Called for each entry with the number of entries read. */
  onProgress?: (done: number) => void;
}

/** Result of {@link importPosts}. */
export interface ImportOutcome {
  counts: ImportCounts;
  report: ImportNote[];
}

/**
 * Stores the posts of an import. Posts are identified by `sourceKey` and `sourceBlog`: a repeated import changes only
 * what has changed. Posts that are missing in the source are unchanged. Posts are stored in small batches, each post
 * completely, so an interrupted import can be repeated.
 *
 * @throws {Refusal} `NOT_ALLOWED` if the caller is not the owner.
 */
export async function importPosts(
  context: BlogContext,
  caller: Caller,
  entries: Iterable<ImportEntry> | AsyncIterable<ImportEntry>,
  { dryRun = false, overwrite, onProgress }: ImportOptions = {},
): Promise<ImportOutcome> {
  requireOwner(caller);
  const report: ImportNote[] = [];
  const journal: ImportJournal = {
    done: 0,
    counts: emptyCounts(),
    record: async (_tx, { notes }) => {
      for (const note of notes) report.push(note);
    },
  };
  if (!dryRun) {
    await storeEntries(context, entries, journal, { onProgress, overwrite });
    return { counts: journal.counts, report };
  }
  const tx = await context.db.startTransaction().execute();
  try {
    await lockImports(tx);
    const inTransaction = (work: (tx: Transaction<Tables>) => Promise<void>) => work(tx);
    await storeEntries(context, entries, journal, { onProgress, overwrite, inTransaction });
    return { counts: journal.counts, report };
  } finally {
    await tx.rollback().execute();
  }
}

export function emptyCounts(): ImportCounts {
  return {
    added: 0,
    changed: 0,
    unchanged: 0,
    skipped: 0,
    categories: 0,
    tags: 0,
    redirects: 0,
    images: 0,
    comments: 0,
  };
}
