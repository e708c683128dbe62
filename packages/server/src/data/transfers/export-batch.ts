import type { ExportOptions } from "@porchlight/contract/data/transfer-job";
import { type RawBuilder, sql, type Transaction } from "kysely";
import { type DbOrTx, liftTimeLimit } from "../../db/database.ts";
import type { Tables } from "../../db/tables.ts";
import type { Caller, Deps } from "../../deps.ts";
import { Refusal } from "../../errors.ts";
import { accessTo, mayOn, needAccess } from "../access.ts";
import type { Collection } from "../collection.ts";
import { compileFilter } from "../filter/compile-filter.ts";
import { all } from "../filter/conditions.ts";
import { namesIn, openScope } from "../filter/scope.ts";
import { countItems } from "../items/items-store.ts";
import { knownCollection } from "../known-collection.ts";
import { insertPiece } from "./chunks-store.ts";
import { currentCaller } from "./current-caller.ts";
import { findItemsAfter } from "./export-store.ts";
import { csvColumns, csvHeader, csvLine } from "./files/write-csv.ts";
import { maximumBytesFor, needNoHooks } from "./start-transfer.ts";
import { type Transfer, updateTransfer } from "./transfers-store.ts";

/** Puts the next items into the file that the job makes. @throws {Refusal} when its caller may not read any more. */
export async function exportBatch(deps: Deps, tx: Transaction<Tables>, job: Transfer): Promise<Transfer> {
  // What strangers filter by may take as long as any call of theirs.
  if (!job.public) await liftTimeLimit(tx);
  const caller = await currentCaller(tx, job.site_id, job.caller);
  const source = await openItems(
    { ...deps, db: tx as unknown as Deps["db"] },
    tx,
    caller,
    job.collection_id,
    job.options,
  );
  const total = job.total ?? (await source.count());
  const { text, items, afterId } = await source.next(job.after_id, job.status === "NEW");
  const bytes = Buffer.from(text);
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
  const isDone = items === 0;
  const at = deps.now();
  return updateTransfer(tx, job, {
    status: isDone ? "COMPLETED" : "RUNNING",
    bytes: size,
    chunks: job.chunks + (bytes.length > 0 ? 1 : 0),
    after_id: afterId,
    rows: job.rows + items,
    total,
    access: source.access === "all" ? "all" : (job.access ?? "own"),
    updated_at: at,
    ...(isDone && { finished_at: at }),
  });
}

export interface ItemsToExport {
  access: "all" | "own";
  count(): Promise<number>;
  /** The next items as the file has them; none at the end. @param isFirst Whether the file begins with them. */
  next(afterId: string, isFirst: boolean): Promise<{ text: string; items: number; afterId: string }>;
}

/**
 * The items of a collection that the caller may read, in the form of a file.
 *
 * @param deps Whose database is the transaction: nothing else is asked within it.
 * @throws {Refusal} `WDE0025`, `WDE0027`, and what is wrong with the filter.
 */
export async function openItems(
  deps: Deps,
  tx: DbOrTx,
  caller: Caller,
  collectionId: string,
  { format, fields, filter }: Partial<ExportOptions>,
): Promise<ItemsToExport> {
  const collection = await knownCollection(deps, collectionId, tx);
  needAccess(collection, caller, "read");
  await needNoHooks(deps, caller, collection, "EXPORT");
  const key = { siteId: deps.site.id, collectionId: collection.id };
  const wanted = await conditionOf(deps, caller, collection, filter ?? {});
  const columns = csvColumns(collection, fields);
  return {
    access: accessTo(collection, caller, "read") === "all" ? "all" : "own",
    count: () => countItems(tx, key, wanted),
    async next(afterId, isFirst) {
      const items = await findItemsAfter(tx, key, wanted, afterId, format === "CSV" ? columns : (fields ?? undefined));
      const lines =
        format === "CSV"
          ? items.map(({ json }) => csvLine(collection, columns, JSON.parse(json) as Record<string, unknown>))
          : items.map(({ json }) => `${json}\n`);
      const head = isFirst && format === "CSV" ? csvHeader(columns) : "";
      return { text: head + lines.join(""), items: items.length, afterId: items.at(-1)?.id ?? afterId };
    },
  };
}

async function conditionOf(
  deps: Deps,
  caller: Caller,
  collection: Collection,
  filter: Record<string, unknown>,
): Promise<RawBuilder<boolean>> {
  const scope = await openScope(deps, caller, collection, namesIn(filter));
  const meets = Object.keys(filter).length > 0 ? [compileFilter(filter, scope)] : [];
  return all([mayOn(collection, caller, "read", scope.alias), ...meets, sql<boolean>`true`]);
}
