import { enqueueOutboxEntry } from "../../platform/jobs/outbox-store.ts";
import type { ServerContext } from "../../platform/server-context.ts";
import { deleteUnusedFileRows } from "./submission-files-store.ts";

const batchSize = 500;

/**
 * Removes files that were uploaded for a form more than a day ago and belong to no submission: they were never
 * submitted, or the submission was deleted. Several nodes may do so concurrently.
 */
export async function removeUnusedFormFiles(context: ServerContext): Promise<void> {
  for (let removed = batchSize; removed >= batchSize; ) {
    removed = await context.db.transaction().execute(async (tx) => {
      const files = await deleteUnusedFileRows(tx, batchSize);
      for (const { site_id: siteId, id } of files)
        await enqueueOutboxEntry(tx, siteId, "unusedPicture", { mediaId: id }, context.now());
      return files.length;
    });
  }
  context.wakeOutbox();
}
