import type { ExportOptions } from "@porchlight/contract/data/import-export/data-job";
import type { RawBuilder, Transaction } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type DbOrTx, disableStatementTimeout } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import type { Collection } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataReadContext, DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { countItems, itemsIn } from "../items/items-store.ts";
import { accessTo, requireAccess } from "../permissions/access.ts";
import { accessCondition } from "../permissions/access-sql.ts";
import { currentCaller } from "../permissions/current-caller-store.ts";
import { compileFilter } from "../query/filter/compile-filter.ts";
import { all, everyItem } from "../query/filter/conditions-sql.ts";
import { fieldNamesIn, openQueryScope } from "../query/query-scope.ts";
import { insertChunk } from "./files/chunks-store.ts";
import { csvColumns, csvHeader, csvLine } from "./files/write-csv.ts";
import { maxFileBytes } from "./start-transfer.ts";
import { findItemsAfter, type Transfer, updateTransfer } from "./transfers-store.ts";

/** Appends the next items to the job's file. @throws {Refusal} if its caller may no longer read them. */
export async function exportBatch(context: DataTxContext, tx: Transaction<Tables>, job: Transfer): Promise<Transfer> {
  // Public callers keep the statement timeout of their requests.
  if (!job.public) await disableStatementTimeout(tx);
  const caller = await currentCaller(tx, job.site_id, job.caller);
  const source = await openExportSource(inTransaction(context, tx), caller, job.collection_id, {
    ...job.options,
    columns: columnsOf(job),
  });
  const total = job.total ?? (await source.count());
  const items = await source.next(job.after_id);
  return appendItems(context, tx, job, source, { total, items });
}

/** The columns of a file that is already started. They stay the same when the collection changes. */
export const columnsOf = ({ layout }: Transfer): string[] | undefined =>
  layout?.format === "CSV" ? layout.header : undefined;

/** Appends items to the job's file and records its progress. */
export async function appendItems(
  context: DataTxContext,
  tx: DbOrTx,
  job: Transfer,
  source: ExportSource,
  { total, items }: { total: number; items: readonly ItemText[] },
): Promise<Transfer> {
  const bytes = Buffer.from(source.serialize(items, job.status === "NEW"));
  const size = (job.bytes ?? 0) + bytes.length;
  const limit = maxFileBytes(job.public);
  if (size > limit)
    throw new Refusal(
      "PAYLOAD_TOO_LARGE",
      { limit },
      undefined,
      `The file would be larger than ${limit} bytes. Export fewer items.`,
    );
  if (bytes.length > 0) await insertChunk(tx, { siteId: job.site_id, id: job.id }, job.chunks, bytes);
  const isDone = items.length === 0;
  const at = context.now();
  return updateTransfer(tx, job, {
    status: isDone ? "COMPLETED" : "RUNNING",
    ...(source.columns && { layout: JSON.stringify({ format: "CSV", separator: ",", header: source.columns }) }),
    bytes: size,
    chunks: job.chunks + (bytes.length > 0 ? 1 : 0),
    after_id: items.at(-1)?.id ?? job.after_id,
    rows: job.rows + items.length,
    total,
    access: source.access === "all" ? "all" : (job.access ?? "own"),
    updated_at: at,
    ...(isDone && { finished_at: at }),
  });
}

export interface ExportSource {
  access: "all" | "own";
  /** Only for CSV. */
  columns: string[] | undefined;
  count(): Promise<number>;
  /** The next items; empty at the end. */
  next(afterId: string, limit?: number): Promise<ItemText[]>;
  /** @param isFirst Whether the file starts with these items. */
  serialize(items: readonly ItemText[], isFirst: boolean): string;
}

/**
 * Reads the items of a collection that the caller may read, serialized for a file.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, and filter errors.
 */
export async function openExportSource(
  context: DataReadContext,
  caller: Caller,
  collectionId: string,
  { format, fields, filter, columns: startedColumns }: Partial<ExportOptions> & { columns?: string[] | undefined },
): Promise<ExportSource> {
  const collection = await requireCollection(context, caller, collectionId);
  requireAccess(collection, caller, "read");
  const key = itemsIn(context, collection);
  const condition = await exportCondition(context, caller, collection, filter ?? {});
  const columns = format === "CSV" ? (startedColumns ?? csvColumns(collection, fields)) : undefined;
  return {
    access: accessTo(collection, caller, "read") === "all" ? "all" : "own",
    columns,
    count: async () => (await countItems(context.db, key, [condition])).count,
    next: (afterId, limit) =>
      findItemsAfter(context.db, key, condition, afterId, fields && fields.length > 0 ? fields : columns, limit),
    serialize(items, isFirst) {
      if (!columns) return items.map(({ json }) => `${json}\n`).join("");
      const lines = items.map(({ json }) => csvLine(collection, columns, JSON.parse(json) as Record<string, unknown>));
      return (isFirst ? csvHeader(columns) : "") + lines.join("");
    },
  };
}

async function exportCondition(
  context: DataReadContext,
  caller: Caller,
  collection: Collection,
  filter: Record<string, unknown>,
): Promise<RawBuilder<boolean>> {
  const scope = await openQueryScope(context, caller, collection, fieldNamesIn(filter));
  const matches = Object.keys(filter).length > 0 ? [compileFilter(filter, scope)] : [];
  return all([accessCondition(collection, caller, "read", scope.alias), ...matches, everyItem]);
}
