import { knownCollection } from "../collections/load-collection.ts";
import type { DataReadContext } from "../data-context.ts";
import { noCollection } from "../data-errors.ts";
import { beginWriting, type Writing } from "../items/write-context.ts";
import { currentCaller } from "../permissions/current-caller-store.ts";
import type { DataJob } from "./jobs-store.ts";

/**
 * What a job may change, asked anew each time, for who began it as they are now.
 *
 * @throws {Refusal} what its caller may not do any more.
 */
export async function openWriting(context: DataReadContext, job: DataJob): Promise<Writing> {
  const caller = await currentCaller(context.db, context.site.id, job.caller);
  const collection = await knownCollection(context, caller, job.collection_id);
  const createdAt = job.collection_created_at;
  // Another has come in its place.
  if (createdAt && createdAt.getTime() !== collection.row.created_at.getTime()) throw noCollection(job.collection_id);
  const action = job.modifications ? "update" : "remove";
  return beginWriting(context, caller, collection, action, {
    condition: { filter: job.filter as Record<string, unknown> },
  });
}
