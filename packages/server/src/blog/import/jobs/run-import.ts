import { hostname } from "node:os";
import type {
  ImportJob,
  ImportNote,
  ImportStatus,
  WebsiteMetadata,
} from "@porchlight/contract/blog/imports/import-job";
import { MarkdownFolderError } from "@porchlight/importers/folder/list-folder";
import { ImportSourceError } from "@porchlight/importers/import-source";
import type { OpenedSource } from "@porchlight/importers/worker/open-in-worker";
import type { Caller } from "../../../platform/context/caller.ts";
import { Refusal } from "../../../platform/context/errors.ts";
import { requireEditor } from "../../../platform/identity/require-editor.ts";
import { createDryRunStore } from "../../../platform/storage/file-store.ts";
import type { BlogContext } from "../../blog-context.ts";
import { openImportSource } from "../open-import-source.ts";
import { emptyCounts, importPosts } from "../store/import-posts.ts";
import { insertImportedFiles, recordImages } from "../store/imported-files-store.ts";
import { type ImportJournal, storeEntries } from "../store/store-entries.ts";
import { deleteUnusedImages } from "../store/unused-images-store.ts";
import { deleteImportFile } from "./import-file-store.ts";
import { findImportRequester } from "./import-requesters-store.ts";
import {
  acquireImport,
  deleteImportNotes,
  findImport,
  findWaitingImport,
  getImportState,
  type ImportLease,
  insertStep,
  releaseImport,
  updateImport,
} from "./imports-store.ts";
import { openImportFile } from "./upload-import.ts";

export interface RunImportOptions {
  /** Called if another process has the lease. Returns whether to wait for it. */
  onTaken?: (until: Date) => boolean;
  /** Called with what the source says of the whole site. */
  onSite?: (site: WebsiteMetadata) => void;
  /** Changes settings to the values of the source, if the import requests it. Returns a message for each. */
  changeSettings?: (requester: Caller, site: WebsiteMetadata, isDryRun: boolean) => Promise<string[]>;
  /** Called before the first post is stored, with the entries that earlier runs stored and the total. */
  onStart?: (done: number, total: number) => void;
  onProgress?: (done: number) => void;
  /** The opened source of the job. Default: it is opened, and disposed at the end. */
  source?: OpenedSource;
}

/** Thrown by `onProgress`: ends the run and leaves the import to another process. */
export class ImportStopped extends Error {
  override readonly name = "ImportStopped";
}

/** A process id is meaningful only on its own machine. */
const holder = `${hostname()} ${process.pid}`;
const pollMs = 500;
/** A canceled import stops within this time. */
const renewalMs = 2_000;
/** How often the progress of a check is stored. */
const progressMs = 500;

/**
 * Runs a job. An interrupted import continues after its last stored step if its source is unchanged. Failures are
 * recorded in the job and thrown.
 *
 * @throws {Refusal} `NOT_ALLOWED`, `IMPORT_NOT_FOUND`, `IMPORT_STATUS_CONFLICT` if it is done, undone, or run by
 * another process.
 * @throws {ImportSourceError} @throws {MediaWriteError}
 */
export async function runImport(
  context: BlogContext,
  caller: Caller,
  id: string,
  options: RunImportOptions = {},
): Promise<ImportJob> {
  requireEditor(caller);
  const { db, site } = context;
  const lease = await acquire(context, id, options);
  const lost = new AbortController();
  const renewal = setInterval(() => {
    updateImport(db, site.id, lease, {}, context.now()).then(
      (isRenewed) => {
        if (!isRenewed) lost.abort(new Refusal("IMPORT_STATUS_CONFLICT"));
      },
      // If the database is unavailable until the lease expires, the next step is rejected.
      () => undefined,
    );
  }, renewalMs);
  renewal.unref();
  try {
    await execute(context, lease, lost.signal, options);
  } catch (error) {
    if (error instanceof ImportStopped) {
      await releaseImport(db, site.id, id, holder);
      throw error;
    }
    const reason = describeFailure(error);
    const status = error instanceof ImportSourceError && error.isMissing ? "NOT_FOUND" : "FAILED";
    await endImport(context, lease, { status, reason }).catch(() => undefined);
    throw error;
  } finally {
    clearInterval(renewal);
  }
  return (await findImport(db, site.id, id))!;
}

async function acquire(context: BlogContext, id: string, { onTaken }: RunImportOptions): Promise<ImportLease> {
  const { db, site } = context;
  const job = await findImport(db, site.id, id);
  if (!job) throw new Refusal("IMPORT_NOT_FOUND");
  if (job.undoneDate !== undefined || job.canceledDate !== undefined) throw new Refusal("IMPORT_STATUS_CONFLICT");
  for (let wasCalled = false; ; wasCalled = true) {
    const lease = await acquireImport(db, site.id, id, holder, context.now());
    if (lease === undefined) throw new Refusal("IMPORT_STATUS_CONFLICT");
    if ("token" in lease) return lease;
    if (isGone(lease.taken.holder)) await releaseImport(db, site.id, id, lease.taken.holder);
    else if (!wasCalled && onTaken?.(lease.taken.until) !== true) throw new Refusal("IMPORT_STATUS_CONFLICT");
    else await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function isGone(other: string): boolean {
  const [host, pid] = other.split(" ");
  if (host !== hostname() || pid === undefined || other === holder) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

async function execute(
  context: BlogContext,
  lease: ImportLease,
  signal: AbortSignal,
  options: RunImportOptions,
): Promise<void> {
  const { db, site } = context;
  const { onStart, onProgress } = options;
  const job = (await findImport(db, site.id, lease.id))!;
  const { overwrite } = job.source;
  await using upload = job.source.upload && (await openImportFile(context, lease, signal));
  const file = upload ? upload.file : undefined;
  await using source = options.source ?? (await openImportSource(context, job.source, { file, signal }));
  options.onSite?.(source.site ?? {});
  // Awaited here, because the source is disposed on return.
  const changeSettings = async () => {
    if (!job.source.settings) return [];
    const requester = await findImportRequester(db, site.id, job.id);
    const messages = (await options.changeSettings?.(requester, source.site ?? {}, job.dryRun ?? false)) ?? [];
    return messages.map((reason) => ({ file: job.source.place, reason }));
  };
  if (job.dryRun)
    return await checkSource(context, lease, source, signal, { ...options, overwrite }, await changeSettings());
  const before = await startOrContinue(context, lease, source);
  let { noteCount } = before;
  const { store, images } = recordImages(context.media);
  const journal: ImportJournal = {
    done: before.done,
    counts: before.counts,
    async record(tx, step) {
      const { done, counts, notes } = step;
      const change = { done, counts, notes: noteCount + notes.length };
      if (!(await updateImport(tx, site.id, lease, change, context.now()))) throw new Refusal("IMPORT_STATUS_CONFLICT");
      await insertStep(tx, site.id, lease.id, noteCount + 1, step);
      const files = [...new Set(step.pictures)].flatMap((id) => images.get(id) ?? []);
      await insertImportedFiles(tx, site.id, files, context.now());
      noteCount += notes.length;
    },
  };
  onStart?.(before.done, source.total);
  await storeEntries(context, source.entries(store, { from: before.done }), journal, { onProgress, overwrite });
  if (journal.counts.changed > 0) await deleteUnusedImages(context);
  const notes = await changeSettings();
  if (notes.length > 0)
    await db
      .transaction()
      .execute((tx) =>
        journal.record(tx, { done: source.total, counts: journal.counts, notes, created: [], pictures: [] }),
      );
  await endImport(context, lease, { status: "DONE" });
}

/** Reads and counts everything, stores only the result, and retains the uploaded file for the import. */
async function checkSource(
  context: BlogContext,
  lease: ImportLease,
  source: OpenedSource,
  signal: AbortSignal,
  { onStart, onProgress, overwrite }: RunImportOptions & { overwrite?: boolean | undefined },
  settingNotes: readonly ImportNote[],
): Promise<void> {
  const { db, site, now } = context;
  const requireLease = (isValid: boolean) => {
    if (!isValid) throw new Refusal("IMPORT_STATUS_CONFLICT");
  };
  const { total } = source;
  requireLease(await updateImport(db, site.id, lease, { status: "STARTED", total, done: 0 }, now()));
  onStart?.(0, total);
  let recordedAt = performance.now();
  const { counts, report } = await importPosts(
    context,
    { kind: "owner" },
    source.entries(createDryRunStore(context.media), { isDryRun: true }),
    {
      dryRun: true,
      overwrite,
      onProgress(done) {
        signal.throwIfAborted();
        onProgress?.(done);
        if (performance.now() - recordedAt < progressMs) return;
        recordedAt = performance.now();
        updateImport(db, site.id, lease, { done }, now()).catch(() => undefined);
      },
    },
  );
  const notes = [...settingNotes, ...report];
  await db.transaction().execute(async (tx) => {
    const result = { status: "DONE", done: total, counts, notes: notes.length, finished: true } as const;
    requireLease(await updateImport(tx, site.id, lease, result, now()));
    await deleteImportNotes(tx, site.id, lease.id);
    await insertStep(tx, site.id, lease.id, 1, { notes, created: [], pictures: [] });
  });
}

/** Ends the job, and deletes its uploaded file. */
async function endImport(
  { db, site, now }: BlogContext,
  lease: ImportLease,
  change: { status: ImportStatus; reason?: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (await updateImport(tx, site.id, lease, { ...change, finished: true }, now()))
      await deleteImportFile(tx, site.id, lease.id);
  });
}

/** Starts from the beginning if the source changed; what was stored of it stays. */
async function startOrContinue(
  context: BlogContext,
  lease: ImportLease,
  { digest, total }: Pick<OpenedSource, "digest" | "total">,
) {
  const { db, site } = context;
  return db.transaction().execute(async (tx) => {
    const row = await getImportState(tx, site.id, lease.id);
    const isSame = row.digest === digest;
    const counts = { ...emptyCounts(), ...(isSame ? row.counts : {}) };
    const start = { done: isSame ? row.done : 0, counts, noteCount: isSame ? row.notes : 0 };
    if (!isSame) await deleteImportNotes(tx, site.id, lease.id);
    const change = { status: "STARTED", digest, total, done: start.done, counts, notes: start.noteCount } as const;
    if (!(await updateImport(tx, site.id, lease, change, context.now()))) throw new Refusal("IMPORT_STATUS_CONFLICT");
    return start;
  });
}

/** For the operator. */
function describeFailure(error: unknown): string {
  if (error instanceof ImportSourceError || error instanceof MarkdownFolderError) return error.message;
  return error instanceof Error ? error.message.slice(0, 500) : String(error);
}

/**
 * Runs the waiting imports one by one, including those that another server left. Any number of servers may do so at
 * once. Failures are recorded in the import. A stopped import continues with the next server.
 */
export async function runWaitingImports(
  context: BlogContext,
  isClosing: () => boolean = () => false,
  options: Pick<RunImportOptions, "changeSettings"> = {},
): Promise<void> {
  const { db, site, log } = context;
  for (;;) {
    const id = await findWaitingImport(db, site.id, context.now());
    if (id === undefined || isClosing()) return;
    const onProgress = () => {
      if (isClosing()) throw new ImportStopped();
    };
    await runImport(context, { kind: "owner" }, id, { ...options, onProgress }).catch((error: unknown) =>
      log.warn({ event: "import-failed", importId: id, reason: error instanceof Error ? error.message : "" }, "import"),
    );
  }
}
