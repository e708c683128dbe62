import type { ExportOptions } from "@porchlight/contract/data/import-export/data-job";
import { queryItemsByPostRequest } from "@porchlight/contract/data/items/schema";
import type { Caller } from "../../platform/context/caller.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import { validate } from "../../platform/http/validation.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import { applyAfterQuery, applyBeforeQuery } from "../hooks/query-hooks.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { requireAccess } from "../permissions/access.ts";
import { currentCaller } from "../permissions/current-caller-store.ts";
import { appendItems, columnsOf, openExportSource } from "./export-batch.ts";
import { hookCall } from "./transfer-hooks.ts";
import { lockOpenTransfer, type Transfer } from "./transfers-store.ts";

/** Items of one batch, whose hooks have the timeout of a query page. */
const hookedBatchItems = 100;

/**
 * Exports the next items of a collection with query hooks, outside of any transaction while hooks run.
 *
 * @throws {Refusal} if its caller may no longer read, or a hook rejects: it might have hidden items.
 */
export async function exportHookedBatch(context: DataContext, job: Transfer): Promise<void> {
  const caller = await currentCaller(context.db, job.site_id, job.caller);
  const hooks = await openExportHooks(context, caller, hookCall(job), job.options);
  const page = await context.db.transaction().execute(async (tx) => {
    // Public callers keep the statement timeout of their requests.
    if (!job.public) await disableStatementTimeout(tx);
    const queryOptions = { ...job.options, ...hooks.overrides, columns: columnsOf(job) };
    const source = await openExportSource(inTransaction(context, tx), caller, job.collection_id, queryOptions);
    const total = job.total ?? (await source.count());
    return { source, total, items: await source.next(job.after_id, hookedBatchItems) };
  });
  const items = await hooks.apply(page.items);
  await context.db.transaction().execute(async (tx) => {
    const locked = await lockOpenTransfer(tx, job);
    if (locked) await appendItems(context, tx, locked, page.source, { total: page.total, items });
  });
}

export interface ExportHooks {
  /** Filter and fields as changed by `beforeQuery`; the export itself sets order and pages. */
  overrides: Pick<ExportOptions, "filter" | "fields">;
  /** Runs `afterQuery` on items. @throws {Refusal} `WDE0078`. */
  apply(items: readonly ItemText[]): Promise<readonly ItemText[]>;
  /** Default: the batch size of exports without hooks. */
  batchItems?: number;
}

/** Opens the hooks of one export batch. @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0078`. */
export async function openExportHooks(
  context: DataContext,
  caller: Caller,
  call: Parameters<typeof openHooks>[2],
  { filter, fields }: Pick<ExportOptions, "filter" | "fields">,
): Promise<ExportHooks> {
  const run = await openHooks(context, caller, call, ["beforeQuery", "afterQuery"], { many: true });
  if (!run) return { overrides: {}, apply: async (items) => items };
  const { dataCollectionId } = call;
  const collection = await requireCollection(context, caller, dataCollectionId);
  requireAccess(collection, caller, "read");
  const query = { filter: filter ?? {}, ...(fields && { fields }) };
  const changed = await applyBeforeQuery(dataCollectionId, run, query, (query) =>
    validate(queryItemsByPostRequest, { body: { dataCollectionId, query } }),
  );
  const result = changed?.body.query;
  return {
    overrides: result ? { filter: result.filter ?? null, fields: result.fields ?? null } : {},
    batchItems: hookedBatchItems,
    apply: (items) => applyAfterQuery(collection, run, items),
  };
}
