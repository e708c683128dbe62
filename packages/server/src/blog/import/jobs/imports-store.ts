import { randomUUID } from "node:crypto";
import type { ImportJob, ImportNote, ImportSource, ImportStatus } from "@porchlight/contract/blog/imports/import-job";
import { withoutCredentials } from "@porchlight/importers/source-file";
import { type Selectable, sql, type Transaction } from "kysely";
import type { DbOrTx } from "../../../platform/db/database.ts";
import { newId } from "../../../platform/db/ids.ts";
import type { Tables } from "../../../platform/db/tables/tables.ts";
import { withoutNul } from "../../posts/post-writes-store.ts";
import { emptyCounts } from "../store/import-posts.ts";
import type { ImportStep } from "../store/store-entries.ts";

/** A lease expires after this time, unless its process renews it. */
const leaseMs = 30_000;

/** The exclusive right to write for a job. */
export interface ImportLease {
  id: string;
  token: string;
}

export async function insertImport(
  db: DbOrTx,
  siteId: string,
  source: ImportSource,
  at: Date,
  { isDryRun = false }: { isDryRun?: boolean } = {},
): Promise<ImportJob> {
  const row = await db
    .insertInto("imports")
    .values({
      site_id: siteId,
      id: newId(at.getTime()),
      status: "READY_TO_IMPORT",
      source: JSON.stringify(source),
      dry_run: isDryRun,
      created_at: at,
      updated_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toJob(row);
}

export async function findImport(db: DbOrTx, siteId: string, id: string): Promise<ImportJob | undefined> {
  const row = await db
    .selectFrom("imports")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
  return row && toJob(row);
}

/** The latest unfinished import of exactly this source. */
export async function findUnfinishedImport(
  db: DbOrTx,
  siteId: string,
  source: ImportSource,
): Promise<ImportJob | undefined> {
  const row = await db
    .selectFrom("imports")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("status", "!=", "DONE")
    .where("dry_run", "=", false)
    .where("canceled_at", "is", null)
    .where("undone_at", "is", null)
    .where(sql<boolean>`source = ${JSON.stringify(source)}::jsonb`)
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && toJob(row);
}

/** Latest first. */
export async function findImports(db: DbOrTx, siteId: string, limit: number): Promise<ImportJob[]> {
  const rows = await db
    .selectFrom("imports")
    .selectAll()
    .where("site_id", "=", siteId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  return rows.map(toJob);
}

export async function findImportNotes(
  db: DbOrTx,
  siteId: string,
  id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<ImportNote[]> {
  const rows = await db
    .selectFrom("import_notes")
    .select(["file", "line", "reason"])
    .where("site_id", "=", siteId)
    .where("import_id", "=", id)
    .where("place", ">", offset)
    .orderBy("place")
    .limit(limit)
    .execute();
  return rows.map(({ file, line, reason }) => ({ file, ...(line !== null && { line }), reason }));
}

/** Acquires the lease of a job. `taken` describes the holder of an unexpired lease. */
export async function acquireImport(
  db: DbOrTx,
  siteId: string,
  id: string,
  holder: string,
  at: Date,
): Promise<ImportLease | { taken: { holder: string; until: Date } } | undefined> {
  const token = randomUUID();
  const row = await db
    .updateTable("imports")
    .set({
      lock_token: token,
      holder,
      locked_until: new Date(at.getTime() + leaseMs),
      status: "PARSING_URL",
      reason: null,
      finished_at: null,
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("status", "!=", "DONE")
    .where("canceled_at", "is", null)
    .where((is) => is.or([is("locked_until", "is", null), is("locked_until", "<=", at)]))
    .returning("id")
    .executeTakeFirst();
  if (row) return { id, token };
  const existing = await db
    .selectFrom("imports")
    .select(["holder", "locked_until"])
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("status", "!=", "DONE")
    .executeTakeFirst();
  return existing?.locked_until
    ? { taken: { holder: existing.holder ?? "", until: existing.locked_until } }
    : undefined;
}

/** Releases the lease of a process that ended. */
export async function releaseImport(db: DbOrTx, siteId: string, id: string, holder: string): Promise<void> {
  await db
    .updateTable("imports")
    .set({ locked_until: null, lock_token: null, holder: null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("holder", "=", holder)
    .execute();
}

/** Makes a job that failed available to servers. */
export async function readyImport(db: DbOrTx, siteId: string, id: string, at: Date): Promise<ImportJob | undefined> {
  const row = await db
    .updateTable("imports")
    .set({ status: "READY_TO_IMPORT", reason: null, finished_at: null, updated_at: at })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("status", "in", ["FAILED", "NOT_FOUND"])
    .returningAll()
    .executeTakeFirst();
  return row && toJob(row);
}

/** The oldest job that no server has a lease of. */
export async function findWaitingImport(db: DbOrTx, siteId: string, at: Date): Promise<string | undefined> {
  const row = await db
    .selectFrom("imports")
    .select("id")
    .where("site_id", "=", siteId)
    .where("status", "in", ["READY_TO_IMPORT", "PARSING_URL", "STARTED"])
    .where(sql<boolean>`source @> '{"background": true}' and (bytes is not null or not source @> '{"upload": true}')`)
    .where((is) => is.or([is("locked_until", "is", null), is("locked_until", "<=", at)]))
    .orderBy("created_at")
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Updates a job. Returns whether the lease is still valid. */
export async function updateImport(
  db: DbOrTx,
  siteId: string,
  { id, token }: ImportLease,
  change: {
    status?: ImportStatus;
    digest?: string;
    total?: number;
    done?: number;
    counts?: object;
    notes?: number;
    reason?: string;
    finished?: boolean;
  },
  at: Date,
): Promise<boolean> {
  const { finished = false, counts, reason, ...values } = change;
  const row = await db
    .updateTable("imports")
    .set({
      ...values,
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(reason !== undefined && { reason: withoutNul(reason) }),
      ...(finished
        ? { locked_until: null, lock_token: null, holder: null, finished_at: at }
        : { locked_until: new Date(at.getTime() + leaseMs) }),
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("lock_token", "=", token)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores the notes and changes of a step. `position` is the number of its first note. */
export async function insertStep(
  db: DbOrTx,
  siteId: string,
  importId: string,
  position: number,
  { notes, created, pictures }: Pick<ImportStep, "notes" | "created" | "pictures">,
): Promise<void> {
  const ofImport = { site_id: siteId, import_id: importId };
  for (let from = 0; from < notes.length; from += 1000) {
    const rows = notes.slice(from, from + 1000).map(({ file, line, reason }, index) => ({
      ...ofImport,
      place: position + from + index,
      file: withoutNul(file),
      line: line ?? null,
      reason: withoutNul(reason),
    }));
    await db.insertInto("import_notes").values(rows).execute();
  }
  for (let from = 0; from < created.length; from += 1000) {
    const rows = created
      .slice(from, from + 1000)
      .map(({ kind, id, mark }) => ({ ...ofImport, kind, entity_id: id, mark }));
    await db.insertInto("import_made").values(rows).execute();
  }
  const shown = [...new Set(pictures)];
  if (shown.length === 0) return;
  await sql`
    insert into imported_pictures (site_id, media_id) select ${siteId}, unnest(${shown}::text[])
    on conflict do nothing`.execute(db);
}

/** Turns a finished check into an import that has not started. */
export async function confirmCheckedImport(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  at: Date,
): Promise<ImportJob | undefined> {
  const row = await tx
    .updateTable("imports")
    .set({
      status: "READY_TO_IMPORT",
      dry_run: false,
      done: 0,
      counts: "{}",
      notes: 0,
      finished_at: null,
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("dry_run", "=", true)
    .where("status", "=", "DONE")
    .returningAll()
    .executeTakeFirst();
  if (row) await deleteImportNotes(tx, siteId, id);
  return row && toJob(row);
}

/** Ends an unfinished job. Its process loses the lease. */
export async function cancelUnfinishedImport(
  tx: Transaction<Tables>,
  siteId: string,
  id: string,
  at: Date,
): Promise<ImportJob | undefined> {
  const row = await tx
    .updateTable("imports")
    .set({
      status: "FAILED",
      lock_token: null,
      locked_until: null,
      holder: null,
      canceled_at: at,
      finished_at: at,
      updated_at: at,
    })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("canceled_at", "is", null)
    .where((is) =>
      is.or([
        is("status", "in", ["READY_TO_IMPORT", "PARSING_URL", "STARTED"]),
        is.and([is("status", "=", "DONE"), is("dry_run", "=", true)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst();
  return row && toJob(row);
}

/** Deletes the notes of a job before a changed source is imported from the start. Its changes stay recorded. */
export async function deleteImportNotes(db: DbOrTx, siteId: string, importId: string): Promise<void> {
  await db.deleteFrom("import_notes").where("site_id", "=", siteId).where("import_id", "=", importId).execute();
}

/** Locks a job until the transaction ends. */
export async function lockImport(db: DbOrTx, siteId: string, id: string): Promise<ImportJob | undefined> {
  const row = await db
    .selectFrom("imports")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  return row && toJob(row);
}

export async function markUndone(db: DbOrTx, siteId: string, id: string, at: Date): Promise<void> {
  await db
    .updateTable("imports")
    .set({ undone_at: at, updated_at: at, locked_until: null, lock_token: null, holder: null })
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .execute();
  await db.deleteFrom("import_made").where("site_id", "=", siteId).where("import_id", "=", id).execute();
}

/** The state of a job that `ImportJob` does not contain. */
export async function getImportState(db: DbOrTx, siteId: string, id: string) {
  return db
    .selectFrom("imports")
    .select(["done", "digest", "counts", "notes"])
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
}

/** Whether a process has the lease of a job. */
export async function hasImportLease(db: DbOrTx, siteId: string, id: string, at: Date): Promise<boolean> {
  const row = await db
    .selectFrom("imports")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("locked_until", ">", at)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether this lease is the current one. */
export async function isImportLeaseValid(
  db: DbOrTx,
  siteId: string,
  { id, token }: ImportLease,
  at: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom("imports")
    .select("id")
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .where("lock_token", "=", token)
    .where("locked_until", ">", at)
    .executeTakeFirst();
  return row !== undefined;
}

/** The wire format of a job. */
export function toJob(row: Selectable<Tables["imports"]>): ImportJob {
  return {
    id: row.id,
    status: row.status,
    source: { ...row.source, place: withoutCredentials(row.source.place) },
    ...(row.dry_run && { dryRun: true as const }),
    ...(row.bytes !== null && { bytes: row.bytes }),
    done: row.done,
    ...(row.total !== null && { total: row.total }),
    counts: { ...emptyCounts(), ...row.counts },
    noteCount: row.notes,
    ...(row.reason !== null && { reason: withoutCredentials(row.reason) }),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
    ...(row.finished_at !== null && { finishedDate: row.finished_at.toISOString() }),
    ...(row.canceled_at !== null && { canceledDate: row.canceled_at.toISOString() }),
    ...(row.undone_at !== null && { undoneDate: row.undone_at.toISOString() }),
  };
}
