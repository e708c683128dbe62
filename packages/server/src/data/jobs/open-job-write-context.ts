import { requireCollection } from "../collections/load-collection.ts";
import type { DataReadContext } from "../data-context.ts";
import { collectionNotFound } from "../data-errors.ts";
import { openWriteContext, type WriteContext } from "../items/write-context.ts";
import { currentCaller } from "../permissions/current-caller-store.ts";
import type { DataJob } from "./jobs-store.ts";

/** Opens the job's write context with the current permissions of its caller. @throws {Refusal} if one is lost. */
export async function openJobWriteContext(context: DataReadContext, job: DataJob): Promise<WriteContext> {
  const caller = await currentCaller(context.db, context.site.id, job.caller);
  const collection = await requireCollection(context, caller, job.collection_id);
  const createdAt = job.collection_created_at;
  // The collection was deleted and created again.
  if (createdAt && createdAt.getTime() !== collection.row.created_at.getTime())
    throw collectionNotFound(job.collection_id);
  const action = job.modifications ? "update" : "remove";
  return openWriteContext(context, caller, collection, action, {
    condition: { filter: job.filter as Record<string, unknown> },
  });
}
