import type { ExportOptions } from "@porchlight/contract/data/import-export/data-job";
import { queryItemsByPostRequest } from "@porchlight/contract/data/items/schema";
import type { Caller } from "../../platform/context/caller.ts";
import { disableStatementTimeout } from "../../platform/db/database.ts";
import { validate } from "../../platform/http/validation.ts";
import { knownCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { inTransaction } from "../data-context.ts";
import { eachThroughHook, throughQueryHook } from "../hooks/query-hooks.ts";
import { openHooks } from "../hooks/run-hooks.ts";
import type { ItemText } from "../items/item-json-sql.ts";
import { needAccess } from "../permissions/access.ts";
import { currentCaller } from "../permissions/current-caller-store.ts";
import { columnsOf, keepItems, openItems } from "./export-batch.ts";
import { hookedCall } from "./transfer-hooks.ts";
import { lockLeasedTransfer, type Transfer } from "./transfers-store.ts";

/** Of one batch, whose hooks have as long as those of a page of a query. */
const hookedItems = 100;

/**
 * The next items of an export whose items meet hooks: each batch is a page of a query to them. No transaction waits for a hook.
 *
 * @param job Leased by who works at it.
 * @returns The job after it; nothing where it is somebody else's now.
 * @throws {Refusal} when its caller may not read any more, or a hook refuses: what it would have hidden is told to nobody.
 */
export async function exportHookedBatch(context: DataContext, job: Transfer): Promise<Transfer | undefined> {
  const caller = await currentCaller(context.db, job.site_id, job.caller);
  const hooks = await openExportHooks(context, caller, hookedCall(job), job.options);
  const page = await context.db.transaction().execute(async (tx) => {
    // What strangers filter by may take as long as any call of theirs.
    if (!job.public) await disableStatementTimeout(tx);
    const asked = { ...job.options, ...hooks.asked, columns: columnsOf(job) };
    const source = await openItems(inTransaction(context, tx), caller, job.collection_id, asked);
    const total = job.total ?? (await source.count());
    return { source, total, items: await source.next(job.after_id, hookedItems) };
  });
  const items = await hooks.each(page.items);
  return context.db.transaction().execute(async (tx) => {
    const locked = await lockLeasedTransfer(tx, job);
    return locked && keepItems(context, tx, locked, page.source, { total: page.total, items });
  });
}

export interface ExportHooks {
  /** What they make of the question; order and pages are the export's own. */
  asked: Pick<ExportOptions, "filter" | "fields">;
  /** What they make of items. @throws {Refusal} `WDE0078`. */
  each(items: readonly ItemText[]): Promise<readonly ItemText[]>;
  /** How many items may be asked for at a time. */
  most?: number;
}

/** The hooks of one page of an export. @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0078`. */
export async function openExportHooks(
  context: DataContext,
  caller: Caller,
  call: Parameters<typeof openHooks>[2],
  { filter, fields }: Pick<ExportOptions, "filter" | "fields">,
): Promise<ExportHooks> {
  const run = await openHooks(context, caller, call, ["beforeQuery", "afterQuery"], { many: true });
  if (!run) return { asked: {}, each: async (items) => items };
  const { dataCollectionId } = call;
  const collection = await knownCollection(context, caller, dataCollectionId);
  needAccess(collection, caller, "read");
  const query = { filter: filter ?? {}, ...(fields && { fields }) };
  const made = await throughQueryHook(dataCollectionId, run, query, (made) =>
    validate(queryItemsByPostRequest, { body: { dataCollectionId, query: made } }),
  );
  const asked = made?.body.query;
  return {
    asked: asked ? { filter: asked.filter ?? null, fields: asked.fields ?? null } : {},
    most: hookedItems,
    each: (items) => eachThroughHook(collection, run, items),
  };
}
