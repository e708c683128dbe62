import type { Deps } from "../../deps.ts";
import { beginWriting, type Writing } from "../items/writes.ts";
import { knownCollection } from "../known-collection.ts";
import type { DataJob } from "./jobs-store.ts";

/** What a job may change, asked anew each time. @throws {Refusal} what its caller may not do any more. */
export async function openWriting(deps: Deps, job: DataJob): Promise<Writing> {
  const collection = await knownCollection(deps, job.collection_id);
  const action = job.modifications ? "update" : "remove";
  return beginWriting(deps, job.caller, collection, action, {
    condition: { filter: job.filter as Record<string, unknown> },
  });
}
