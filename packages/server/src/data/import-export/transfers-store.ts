import { type DataJob, maxStoredNotes } from "@porchlight/contract/data/import-export/data-job";
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from "kysely";
import type { DbOrTx } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { enqueueJob } from "../../platform/jobs/jobs-store.ts";
import { fieldKeys, type ItemText, itemJson, parseItemJson } from "../items/item-json-sql.ts";
import { type ItemKey, inCollection } from "../items/items-store.ts";

/** Limits of one batch, so that large and small items take about the same memory. */
const batchItems = 500;
const batchBytes = 4 * 1024 * 1024;

/** The next items, ordered by ID. */
export async function findItemsAfter(
  db: DbOrTx,
  key: ItemKey,
  condition: RawBuilder<boolean>,
  afterId: string,
  fields: readonly string[] | undefined,
  limit = batchItems,
): Promise<ItemText[]> {
  const keys = fieldKeys(fields);
  const { rows } = await sql<{ json: string }>`
    select s.json from (
      select r.id, r.json, sum(length(r.json)) over (order by r.id rows unbounded preceding) - length(r.json) as before
      from (
        select i.id, ${itemJson("i", key.hidden, { keys })} as json from data_items i
        where ${inCollection(key)} and i.id > ${afterId} and ${condition} order by i.id limit ${limit}
      ) r
    ) s where s.before < ${batchBytes} order by s.id`.execute(db);
  return rows.map((row) => parseItemJson(row.json, keys));
}

export type Transfer = Selectable<Tables["data_transfers"]>;
type TransferKey = Pick<Transfer, "site_id" | "id">;

const openStatuses = ["NEW", "RUNNING"] as const;
/** Advisory lock number, chosen at random. */
const openTransfersLock = 7_236_045;

export async function insertTransfer(db: DbOrTx, values: Insertable<Tables["data_transfers"]>): Promise<Transfer> {
  return db.insertInto("data_transfers").values(values).returningAll().executeTakeFirstOrThrow();
}

export async function findTransfer(db: DbOrTx, siteId: string, id: string): Promise<Transfer | undefined> {
  return db
    .selectFrom("data_transfers")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Newest first. @param callerKey Default: jobs of all callers. */
export async function findTransfers(
  db: DbOrTx,
  siteId: string,
  { callerKey, collectionId, limit }: { callerKey?: string; collectionId?: string | undefined; limit: number },
): Promise<Transfer[]> {
  return db
    .selectFrom("data_transfers")
    .selectAll()
    .where("site_id", "=", siteId)
    .$if(callerKey !== undefined, (query) => query.where("caller_key", "=", callerKey!))
    .$if(collectionId !== undefined, (query) => query.where("collection_id", "=", collectionId!))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}

/** Counts a caller's unfinished jobs. Concurrent counts wait for the transaction, so that none exceeds the limit. */
export async function countOpenTransfers(tx: DbOrTx, siteId: string, callerKey: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(${openTransfersLock}, hashtext(${callerKey}))`.execute(tx);
  const { rows } = await sql<{ open: number }>`
    select count(*)::int as open from data_transfers
    where site_id = ${siteId} and caller_key = ${callerKey} and status in ('NEW', 'RUNNING')`.execute(tx);
  return rows[0]!.open;
}

/** Total stored bytes of files of public callers. */
export async function countPublicBytes(db: DbOrTx, siteId: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(length(c.bytes)), 0)::float8 as bytes from data_transfers t
    join data_transfer_chunks c on c.site_id = t.site_id and c.transfer_id = t.id
    where t.site_id = ${siteId} and t.public`.execute(db);
  return rows[0]!.bytes;
}

/** Locks an unfinished job. @returns Undefined if it has ended or progressed since it was read. */
export async function lockOpenTransfer(tx: DbOrTx, { site_id, id, rows }: Transfer): Promise<Transfer | undefined> {
  return tx
    .selectFrom("data_transfers")
    .selectAll()
    .where("site_id", "=", site_id)
    .where("id", "=", id)
    .where("rows", "=", rows)
    .where("status", "in", openStatuses)
    .forUpdate()
    .executeTakeFirst();
}

export async function updateTransfer(
  db: DbOrTx,
  { site_id, id }: TransferKey,
  values: Updateable<Tables["data_transfers"]>,
): Promise<Transfer> {
  return db
    .updateTable("data_transfers")
    .set(values)
    .where("site_id", "=", site_id)
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes this upload the only valid one of the job. @returns Whether the job still waits for its file. */
export async function claimUpload(tx: DbOrTx, { site_id, id }: TransferKey, token: string, at: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("data_transfers")
    .set({ upload_token: token, updated_at: at })
    .where("site_id", "=", site_id)
    .where("id", "=", id)
    .where("status", "=", "NEW")
    .where("bytes", "is", null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/**
 * Marks an upload as complete and queues the import. Requires a transaction.
 *
 * @returns The job; undefined if another upload has replaced this one.
 */
export async function finishUpload(
  tx: DbOrTx,
  { site_id, id }: TransferKey,
  token: string,
  file: Pick<Transfer, "bytes" | "chunks" | "digest">,
  at: Date,
): Promise<Transfer | undefined> {
  const job = await tx
    .updateTable("data_transfers")
    .set({ ...file, upload_token: null, updated_at: at })
    .where("site_id", "=", site_id)
    .where("id", "=", id)
    .where("upload_token", "=", token)
    .where("status", "=", "NEW")
    .returningAll()
    .executeTakeFirst();
  if (job) await enqueueJob(tx, site_id, "import-export", id);
  return job;
}

/** Fails an unfinished job, after its current batch. @returns Undefined if it has already ended. */
export async function failOpenTransfer(
  tx: DbOrTx,
  { site_id, id }: TransferKey,
  reason: string,
  at: Date,
): Promise<Transfer | undefined> {
  return tx
    .updateTable("data_transfers")
    .set({ status: "FAILED", reason, updated_at: at, finished_at: at })
    .where("site_id", "=", site_id)
    .where("id", "=", id)
    .where("status", "in", openStatuses)
    .returningAll()
    .executeTakeFirst();
}

/** Reopens a failed job after its last row. @returns Whether it can continue; an import needs its file. */
export async function reopenFailedTransfer(tx: DbOrTx, { site_id, id }: TransferKey, at: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update data_transfers t
    set status = 'RUNNING', reason = null, failed_line = null, finished_at = null, updated_at = ${at}
    where site_id = ${site_id} and id = ${id} and status = 'FAILED' and (kind = 'EXPORT' and bytes is null or exists (
      select from data_transfer_chunks c where c.site_id = t.site_id and c.transfer_id = t.id))`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Finds another import of the same file that has inserted items into the same collection, not a deleted one with its
 * ID.
 */
export async function findSameImport(tx: DbOrTx, job: Transfer): Promise<string | undefined> {
  const row = await tx
    .selectFrom("data_transfers")
    .select("id")
    .where("site_id", "=", job.site_id)
    .where("kind", "=", "IMPORT")
    .where("collection_id", "=", job.collection_id)
    .where("digest", "=", job.digest)
    .where("id", "!=", job.id)
    .where("inserted", ">", 0)
    .where(sql<boolean>`coalesce(options ->> 'dryRun', 'false') = 'false'`)
    .where("created_at", ">=", (is) =>
      is
        .selectFrom("data_collections as c")
        .select("c.created_at")
        .where("c.site_id", "=", job.site_id)
        .where("c.id", "=", job.collection_id),
    )
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/** Finds an interrupted import of the same file by the same caller. */
export async function findUnfinishedImport(
  db: DbOrTx,
  siteId: string,
  like: { callerKey: string; collectionId: string; digest: string; options: object },
): Promise<Transfer | undefined> {
  return db
    .selectFrom("data_transfers")
    .selectAll()
    .where("site_id", "=", siteId)
    .where("kind", "=", "IMPORT")
    .where("status", "in", openStatuses)
    .where("caller_key", "=", like.callerKey)
    .where("collection_id", "=", like.collectionId)
    .where("digest", "=", like.digest)
    .where(sql<boolean>`options = ${JSON.stringify(like.options)}::jsonb`)
    .limit(1)
    .executeTakeFirst();
}

export interface NewNote {
  row: number;
  line: number;
  itemId?: string | undefined;
  field?: string | undefined;
  reason: string;
}

/** Stores notes up to the limit. @param stored How many exist. @returns How many exist now. */
export async function insertNotes(
  tx: DbOrTx,
  key: TransferKey,
  stored: number,
  notes: readonly NewNote[],
): Promise<number> {
  const added = notes.slice(0, Math.max(0, maxStoredNotes - stored));
  if (added.length === 0) return stored;
  await tx
    .insertInto("data_transfer_notes")
    .values(
      added.map(({ row, line, itemId, field, reason }, index) => ({
        site_id: key.site_id,
        transfer_id: key.id,
        place: stored + index + 1,
        row_number: row,
        line,
        item_id: itemId?.replaceAll("\u0000", "\uFFFD") ?? null,
        field: field?.replaceAll("\u0000", "\uFFFD") ?? null,
        reason: reason.replaceAll("\u0000", "\uFFFD"),
      })),
    )
    .execute();
  return stored + added.length;
}

export async function findNotes(
  db: DbOrTx,
  { site_id, id }: TransferKey,
  { limit, offset }: { limit: number; offset: number },
) {
  const rows = await db
    .selectFrom("data_transfer_notes")
    .selectAll()
    .where("site_id", "=", site_id)
    .where("transfer_id", "=", id)
    .where("place", ">", offset)
    .orderBy("place")
    .limit(limit)
    .execute();
  return rows.map(({ row_number, line, item_id, field, reason }) => ({
    row: row_number,
    line,
    ...(item_id !== null && { itemId: item_id }),
    ...(field !== null && { field }),
    reason,
  }));
}

export function toTransferJob(row: Transfer): DataJob {
  const { options, kind } = row;
  return {
    id: row.id,
    kind,
    status: row.status,
    dataCollectionId: row.collection_id,
    format: row.layout?.format ?? options.format ?? "CSV",
    ...(options.filename != null && { filename: options.filename }),
    ...(kind === "IMPORT" && { mode: options.mode ?? "INSERT" }),
    ...(options.dryRun && { dryRun: true }),
    ...(row.bytes !== null && { bytes: row.bytes }),
    ...(kind === "IMPORT" && row.bytes !== null && { bytesDone: row.byte_offset }),
    rows: row.rows,
    ...(row.total !== null && { total: row.total }),
    counts: { inserted: row.inserted, updated: row.updated, skipped: row.skipped, refused: row.refused },
    noteCount: row.notes,
    ...(row.reason !== null && { reason: row.reason }),
    ...(row.failed_line !== null && { line: row.failed_line }),
    createdDate: row.created_at.toISOString(),
    updatedDate: row.updated_at.toISOString(),
    ...(row.finished_at !== null && { finishedDate: row.finished_at.toISOString() }),
  };
}
