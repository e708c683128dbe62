import type { ExportOptions } from "@porchlight/contract/data/import-export/data-job";
import type { RawBuilder, Transaction } from "kysely";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import { type DbOrTx, disableStatementTimeout } from "../../platform/db/database.ts";
import type { Tables } from "../../platform/db/tables/tables.ts";
import { noFailedAttempts } from "../../platform/jobs/retry-policy.ts";
import type { Collection } from "../collections/collection.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataReadContext, DataTxContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { countItems, itemsIn } from "../items/items-store.ts";
import { accessTo, needAccess } from "../permissions/access.ts";
import { mayOn } from "../permissions/access-sql.ts";
import { currentCaller } from "../permissions/current-caller-store.ts";
import { compileFilter } from "../query/filter/compile-filter.ts";
import { all, everyItem } from "../query/filter/conditions-sql.ts";
import { namesIn, openScope } from "../query/query-scope.ts";
import { insertPiece } from "./files/chunks-store.ts";
import { csvColumns, csvHeader, csvLine } from "./files/write-csv.ts";
import { maximumBytesFor } from "./start-transfer.ts";
import { findItemsAfter, type Transfer, updateTransfer } from "./transfers-store.ts";

/** Puts the next items into the file that the job makes. @throws {Refusal} when its caller may not read any more. */
export async function exportBatch(context: DataTxContext, tx: Transaction<Tables>, job: Transfer): Promise<Transfer> {
  // What strangers filter by may take as long as any call of theirs.
  if (!job.public) await disableStatementTimeout(tx);
  const caller = await currentCaller(tx, job.site_id, job.caller);
  const source = await openItems(inTransaction(context, tx), caller, job.collection_id, {
    ...job.options,
    columns: columnsOf(job),
  });
  const total = job.total ?? (await source.count());
  const items = await source.next(job.after_id);
  return keepItems(context, tx, job, source, { total, items });
}

/** The columns of a file that has begun: they stay, whatever becomes of the collection. */
export const columnsOf = ({ layout }: Transfer): string[] | undefined =>
  layout?.format === "CSV" ? layout.header : undefined;

/** Puts items into the job's file, and keeps how far it is. */
export async function keepItems(
  context: DataTxContext,
  tx: DbOrTx,
  job: Transfer,
  source: ItemsToExport,
  { total, items }: { total: number; items: readonly ItemText[] },
): Promise<Transfer> {
  const bytes = Buffer.from(source.textOf(items, job.status === "NEW"));
  const size = (job.bytes ?? 0) + bytes.length;
  const limit = maximumBytesFor(job.public);
  if (size > limit)
    throw new Refusal(
      "PAYLOAD_TOO_LARGE",
      { limit },
      undefined,
      `The file would be larger than ${limit} bytes. Export less of it.`,
    );
  if (bytes.length > 0) await insertPiece(tx, { siteId: job.site_id, id: job.id }, job.chunks, bytes);
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
    ...noFailedAttempts,
    updated_at: at,
    ...(isDone && { finished_at: at }),
  });
}

export interface ItemsToExport {
  access: "all" | "own";
  /** Of CSV. */
  columns: string[] | undefined;
  count(): Promise<number>;
  /** The next items; none at the end. */
  next(afterId: string, most?: number): Promise<ItemText[]>;
  /** Items as the file has them. @param isFirst Whether it begins with them. */
  textOf(items: readonly ItemText[], isFirst: boolean): string;
}

/**
 * The items of a collection that the caller may read, in the form of a file.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, and what is wrong with the filter.
 */
export async function openItems(
  context: DataReadContext,
  caller: Caller,
  collectionId: string,
  { format, fields, filter, columns: begun }: Partial<ExportOptions> & { columns?: string[] | undefined },
): Promise<ItemsToExport> {
  const collection = await knownCollection(context, caller, collectionId);
  needAccess(collection, caller, "read");
  const key = itemsIn(context, collection);
  const wanted = await conditionOf(context, caller, collection, filter ?? {});
  const columns = format === "CSV" ? (begun ?? csvColumns(collection, fields)) : undefined;
  return {
    access: accessTo(collection, caller, "read") === "all" ? "all" : "own",
    columns,
    count: () => countItems(context.db, key, wanted),
    next: (afterId, most) =>
      findItemsAfter(context.db, key, wanted, afterId, fields && fields.length > 0 ? fields : columns, most),
    textOf(items, isFirst) {
      if (!columns) return items.map(({ json }) => `${json}\n`).join("");
      const lines = items.map(({ json }) => csvLine(collection, columns, JSON.parse(json) as Record<string, unknown>));
      return (isFirst ? csvHeader(columns) : "") + lines.join("");
    },
  };
}

async function conditionOf(
  context: DataReadContext,
  caller: Caller,
  collection: Collection,
  filter: Record<string, unknown>,
): Promise<RawBuilder<boolean>> {
  const scope = await openScope(context, caller, collection, namesIn(filter));
  const meets = Object.keys(filter).length > 0 ? [compileFilter(filter, scope)] : [];
  return all([mayOn(collection, caller, "read", scope.alias), ...meets, everyItem]);
}
