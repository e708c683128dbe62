import type { ImportCounts, ImportNote } from "@porchlight/contract/blog/imports/import-job";
import type { ImportEntry, PostEntry, RecordEntry } from "@porchlight/importers/import-entry";
import type { Transaction } from "kysely";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import type { BlogContext } from "../../blog-context.ts";
import { lockImports } from "./imported-posts-store.ts";
import { type CreatedResource, storeBatch } from "./store-batch.ts";
import { storeRecord } from "./store-record.ts";

/** Result of storing a batch of entries. */
export interface ImportStep {
  /** Entries of the source that are done, including those of earlier steps. */
  done: number;
  /** Of the whole import so far. */
  counts: ImportCounts;
  notes: ImportNote[];
  created: CreatedResource[];
  /** Media files that posts of this step show. */
  pictures: string[];
}

/** Records the progress of an import. */
export interface ImportJournal {
  /** Entries that earlier runs stored. */
  done: number;
  counts: ImportCounts;
  /** Called in the transaction that stores the posts of the step. */
  record(tx: Transaction<Tables>, step: ImportStep): Promise<void>;
}

export interface StoreOptions {
  /** Whether posts and pages that were edited on this site are changed, too. Default: false. */
  overwrite?: boolean | undefined;
  onProgress?: ((done: number) => void) | undefined;
  /** Default: one transaction per step. */
  inTransaction?: (work: (tx: Transaction<Tables>) => Promise<void>) => Promise<void>;
}

/** Posts per transaction: amortizes the disk flush, and is quick to repeat. */
const batchSize = 25;
/** Notes are stored with the next posts, or when there are this many. */
const maxWaitingNotes = 1000;

/** Stores entries in batches. */
export async function storeEntries(
  context: BlogContext,
  entries: Iterable<ImportEntry> | AsyncIterable<ImportEntry>,
  journal: ImportJournal,
  { onProgress, overwrite = false, inTransaction = (work) => ownTransaction(context, work) }: StoreOptions = {},
): Promise<void> {
  const used = { categories: new Map<string, string>(), tags: new Map<string, string>() };
  const localIds = new Map<string, string>();
  let waiting: (PostEntry | RecordEntry)[] = [];
  let notes: ImportNote[] = [];
  let skipped = 0;
  let images = 0;
  let done = journal.done;

  async function store() {
    const batch = waiting;
    const step: ImportStep = {
      done,
      counts: { ...journal.counts },
      notes,
      created: [],
      pictures: batch.flatMap(({ pictures }) => pictures),
    };
    step.counts.skipped += skipped;
    step.counts.images += images;
    [waiting, notes, skipped, images] = [[], [], 0, 0];
    await inTransaction(async (tx) => {
      const posts = batch.filter((entry) => entry.kind === "post");
      await storeBatch(tx, context, posts, used, step, overwrite);
      for (const entry of batch) if (entry.kind === "record") await storeRecord(tx, context, entry, localIds, step);
      await journal.record(tx, step);
    });
    journal.done = step.done;
    journal.counts = step.counts;
  }

  for await (const entry of entries) {
    done += 1;
    onProgress?.(done);
    if (entry.kind === "post" || entry.kind === "record") {
      images += entry.newImages;
      for (const note of entry.report) notes.push(note);
      waiting.push(entry);
    } else {
      if (entry.kind === "skipped") skipped += 1;
      notes.push(entry.note);
    }
    if (waiting.length === batchSize || notes.length >= maxWaitingNotes) await store();
  }
  await store();
}

async function ownTransaction(context: BlogContext, work: (tx: Transaction<Tables>) => Promise<void>): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await lockImports(tx);
    await work(tx);
  });
}
