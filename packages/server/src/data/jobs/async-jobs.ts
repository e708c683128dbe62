import type { AsyncJobResponse } from "@porchlight/contract/data/items/item";
import type { asyncPatchRequest, asyncRemoveRequest } from "@porchlight/contract/data/items/schema";
import type * as z from "zod";
import type { Caller } from "../../platform/context/caller.ts";
import { Refusal } from "../../platform/context/errors.ts";
import type { Requester } from "../../platform/context/request-context.ts";
import { isId, newId } from "../../platform/db/ids.ts";
import { isAdministrator } from "../../platform/identity/require-editor.ts";
import type { ItemAction } from "../collections/collection.ts";
import { requireCollection } from "../collections/load-collection.ts";
import type { DataContext } from "../data-context.ts";
import { suppressesHooks } from "../hooks/run-hooks.ts";
import { validateModifications } from "../items/patch-fields.ts";
import { callerKeyOf, requireAccess } from "../permissions/access.ts";
import { compileFilter } from "../query/filter/compile-filter.ts";
import { fieldNamesIn, openQueryScope } from "../query/query-scope.ts";
import { findJob, insertJob } from "./jobs-store.ts";

/**
 * Starts a job that removes all items matching a filter, of those that the caller may read and remove.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, and filter errors.
 */
export async function asyncRemoveByFilter(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof asyncRemoveRequest>,
): Promise<{ jobId: string }> {
  return startJob(context, caller, "remove", body);
}

/**
 * Starts a job that patches all items matching a filter, of those that the caller may read and update.
 *
 * @throws {Refusal} `WDE0025`, `WDE0027`, `WDE0048`, `ITEM_INVALID`, and filter errors.
 */
export async function asyncPatchByFilter(
  context: DataContext,
  { caller }: Requester,
  { body }: z.output<typeof asyncPatchRequest>,
): Promise<{ jobId: string }> {
  return startJob(context, caller, "update", body);
}

async function startJob(
  context: DataContext,
  caller: Caller,
  action: ItemAction,
  body: {
    dataCollectionId: string;
    filter: Record<string, unknown>;
    fieldModifications?: Parameters<typeof validateModifications>[1];
    suppressHooks?: boolean | null | undefined;
  },
): Promise<{ jobId: string }> {
  const collection = await requireCollection(context, caller, body.dataCollectionId);
  requireAccess(collection, caller, "read");
  requireAccess(collection, caller, action);
  if (body.fieldModifications) validateModifications(collection, body.fieldModifications);
  compileFilter(body.filter, await openQueryScope(context, caller, collection, fieldNamesIn(body.filter)));
  const at = context.now();
  const id = newId(at.getTime());
  const job = {
    siteId: context.site.id,
    id,
    collectionId: collection.id,
    collectionCreatedAt: collection.row.created_at,
    caller,
    callerKey: callerKeyOf(context, caller),
    filter: body.filter,
    modifications: body.fieldModifications,
    suppressHooks: suppressesHooks(caller, body),
    at,
  };
  await context.db.transaction().execute((tx) => insertJob(tx, job));
  context.wakeJobs("bulk-change");
  return { jobId: id };
}

/** The status of a job of the caller; the owner can see all. @throws {Refusal} `DATA_JOB_NOT_FOUND`. */
export async function getAsyncJobStatus(
  context: DataContext,
  { caller }: Requester,
  { params }: { params: { jobId: string } },
): Promise<AsyncJobResponse> {
  const job = isId(params.jobId) ? await findJob(context.db, context.site.id, params.jobId) : undefined;
  const isTheirs = job && (isAdministrator(caller) || job.caller_key === callerKeyOf(context, caller));
  if (!isTheirs) throw new Refusal("DATA_JOB_NOT_FOUND");
  return { status: job.status, successCount: job.success_count };
}
