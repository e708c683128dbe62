import { afterFailedAttempt } from "../../platform/jobs/retry-policy.ts";
import type { DataContext } from "../data-context.ts";
import { deletePieces } from "./files/chunks-store.ts";
import { failOpenTransfer, type Transfer, updateFailedTransfer } from "./transfers-store.ts";

/**
 * Schedules an import or export for another attempt after an unexpected error, or fails it after the last.
 *
 * @returns The job; undefined when it has ended, or another worker has made progress since.
 */
export async function recordFailedAttempt(
  context: DataContext,
  job: Transfer,
  error: unknown,
): Promise<Transfer | undefined> {
  const { site_id: siteId, id, kind, collection_id: collectionId } = job;
  const at = context.now();
  const failure = afterFailedAttempt(job, error, at);
  const { attempts, last_error: reason, next_attempt_at: nextAttempt } = failure;
  const parked = nextAttempt === null;
  const after = await context.db.transaction().execute(async (tx) => {
    const updated = await updateFailedTransfer(tx, job, failure, at);
    if (!updated || !parked) return updated;
    await deletePieces(tx, { siteId, id });
    const sentence = `It failed unexpectedly ${attempts} times and was stopped. The server's log has the cause.`;
    return failOpenTransfer(tx, job, sentence, at);
  });
  const entry = { event: "data-transfer-failed", id, kind, collectionId, attempts, reason, parked };
  if (after) context.log[parked ? "error" : "warn"](entry, "imports and exports of items");
  return after;
}
