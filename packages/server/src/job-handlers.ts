import type { AppContext } from "./app-context.ts";
import { finishMemberJob, reopenMemberJob } from "./auth/account/bulk/member-jobs-store.ts";
import { runMemberJob } from "./auth/account/bulk/run-member-job.ts";
import { deliverMessage } from "./auth/mfa/codes/deliver-message.ts";
import { sendRecoveryLink } from "./auth/recovery/send-recovery-email.ts";
import { repairUniqueIndexes } from "./data/collections/definition/unique-indexes.ts";
import { purgeCollections } from "./data/collections/purge-collections.ts";
import { cancelOpenTransfer } from "./data/import-export/get-transfer.ts";
import { failTransfer, runTransfer } from "./data/import-export/run-transfer.ts";
import { reopenFailedTransfer } from "./data/import-export/transfers-store.ts";
import { buildIndexes } from "./data/indexes/build-indexes.ts";
import { failOpenJob, reopenFailedJob } from "./data/jobs/jobs-store.ts";
import { runDataJob } from "./data/jobs/run-data-job.ts";
import { removeUnusedFormFiles } from "./forms/files/form-files.ts";
import { deleteExpired } from "./platform/jobs/cleanup-store.ts";
import type { JobHandler } from "./platform/jobs/job-queue.ts";
import type { JobKind } from "./platform/jobs/jobs-store.ts";
import { enqueueJob } from "./platform/jobs/jobs-store.ts";
import {
  completeOutboxEntry,
  deleteOutboxEntry,
  findOutboxEntry,
  type ImageRemovalEntry,
  type MailEntry,
  type MessageEntry,
  type OutboxEntry,
} from "./platform/jobs/outbox-store.ts";
import { createDelivery } from "./platform/mail/delivery.ts";

/** Pause after each cleanup. */
const cleanupIntervalSeconds = 30 * 60;

/** Queues a cleanup unless one is waiting. Each cleanup queues the next one. */
export const enqueueCleanup = ({ db }: AppContext, delaySeconds = 0): Promise<void> =>
  enqueueJob(db, "cleanup", "cleanup", { delaySeconds });

/** Creates the handlers of all kinds of jobs. */
export function createJobHandlers(context: AppContext): Record<JobKind, JobHandler> {
  const { db, site, staffSite } = context;
  const contextOf = ({ siteId }: OutboxEntry) => (siteId === site.id ? context : staffSite);
  const sendMail = createDelivery(context);
  const deliverEach = <Entry extends OutboxEntry>(deliver: (entry: Entry) => Promise<unknown>): JobHandler => ({
    async run(id) {
      const entry = await findOutboxEntry<Entry>(db, [site.id, staffSite.site.id], id);
      // Deleting an account deletes its messages.
      if (!entry) return undefined;
      await deliver(entry);
      await completeOutboxEntry(db, entry);
      return undefined;
    },
    cancel: (tx, id) => deleteOutboxEntry(tx, site.id, id),
  });
  return {
    mail: deliverEach<MailEntry>((entry) =>
      entry.kind === "mail" ? sendMail(entry) : sendRecoveryLink(contextOf(entry), entry),
    ),
    message: deliverEach<MessageEntry>((entry) => deliverMessage(contextOf(entry), entry)),
    "image-removal": deliverEach<ImageRemovalEntry>(async ({ payload: { mediaId } }) => {
      await context.media.remove(mediaId);
      await context.sizes.remove(mediaId);
    }),
    "bulk-change": {
      run: (id, signal) => runDataJob(context, id, signal),
      onDeadLetter: ({ key }) => failOpenJob(db, site.id, key, context.now()),
      reopen: (tx, id) => reopenFailedJob(tx, site.id, id, context.now()),
      cancel: (tx, id) => failOpenJob(tx, site.id, id, context.now()),
    },
    "member-change": {
      run: (id, signal) => runMemberJob(context, id, signal),
      onDeadLetter: ({ key }) => finishMemberJob(db, site.id, key, { status: "FAILED", at: context.now() }),
      reopen: (tx, id) => reopenMemberJob(tx, site.id, id),
      cancel: (tx, id) => finishMemberJob(tx, site.id, id, { status: "FAILED", at: context.now() }),
    },
    "import-export": {
      run: (id, signal) => runTransfer(context, id, signal),
      onDeadLetter: ({ key, attempts }) => failTransfer(context, key, attempts),
      reopen: (tx, id) => reopenFailedTransfer(tx, { site_id: site.id, id }, context.now()),
      cancel: (tx, id) => cancelOpenTransfer(context, tx, id).then(() => undefined),
    },
    "index-build": { run: (_key, signal) => buildIndexes(context, signal) },
    cleanup: {
      async run(_key, signal) {
        await deleteExpired(db);
        await removeUnusedFormFiles(context);
        await purgeCollections(context, () => signal.aborted);
        await repairUniqueIndexes(context);
        return { afterSeconds: cleanupIntervalSeconds };
      },
      onDeadLetter: () => enqueueCleanup(context, cleanupIntervalSeconds),
    },
  };
}
